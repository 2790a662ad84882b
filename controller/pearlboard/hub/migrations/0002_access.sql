-- Who may what: the keys of owner, staff and screens, the browsers that have shown one, and whether strangers see the public pages.

-- Keys have another form now, so that they can be typed: the hub prints a new one for its owner.
DROP TABLE owner;

-- An access that has ended keeps no digest. It stays as long as the audit log names it.
CREATE TABLE access (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    role text NOT NULL,
    name text NOT NULL,
    digest bytea UNIQUE,
    made timestamptz NOT NULL
);
CREATE UNIQUE INDEX one_owner ON access (role) WHERE role = 'owner' AND digest IS NOT NULL;

CREATE TABLE session (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    access integer NOT NULL REFERENCES access ON DELETE CASCADE,
    digest bytea NOT NULL UNIQUE,
    began timestamptz NOT NULL,
    seen timestamptz NOT NULL,
    address text NOT NULL
);

CREATE TABLE house (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    closed boolean NOT NULL DEFAULT false
);
INSERT INTO house DEFAULT VALUES;
