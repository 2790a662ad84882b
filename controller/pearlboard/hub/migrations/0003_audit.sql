-- Who has done what: references and numbers alone, so that whoever deletes a person deletes nothing here.

CREATE TABLE audit (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at timestamptz NOT NULL DEFAULT now(),
    role text NOT NULL,
    access integer REFERENCES access,
    address text NOT NULL,
    deed text NOT NULL,
    about jsonb NOT NULL
);
CREATE INDEX audit_of_access ON audit (access);
