-- The tables of a house, what they have told, and who looks after them.

CREATE TABLE owner (
    digest bytea NOT NULL
);

CREATE TABLE code (
    digest bytea PRIMARY KEY,
    until timestamptz NOT NULL,
    used timestamptz
);

CREATE TABLE house_table (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL,
    digest bytea NOT NULL UNIQUE,
    log bytea NOT NULL,
    program text NOT NULL,
    joined timestamptz NOT NULL DEFAULT now(),
    left_at timestamptz,
    seen timestamptz NOT NULL DEFAULT now(),
    needs text NOT NULL DEFAULT '',
    health jsonb NOT NULL DEFAULT '{}'
);

CREATE TABLE log_row (
    house_table integer NOT NULL REFERENCES house_table ON DELETE CASCADE,
    log bytea NOT NULL,
    number bigint NOT NULL,
    at text NOT NULL,
    body text,
    hash bytea NOT NULL,
    PRIMARY KEY (house_table, log, number)
);

-- Rows that differ from those which were here before them.
CREATE TABLE fork (
    house_table integer NOT NULL REFERENCES house_table ON DELETE CASCADE,
    log bytea NOT NULL,
    number bigint NOT NULL,
    at text NOT NULL,
    body text,
    hash bytea NOT NULL,
    came timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (house_table, log, number, hash)
);

-- The fold of log_row, written in the transaction that writes there.
CREATE TABLE game (
    house_table integer NOT NULL REFERENCES house_table ON DELETE CASCADE,
    log bytea NOT NULL,
    number bigint NOT NULL,
    game text NOT NULL,
    seats jsonb NOT NULL,
    turns bigint NOT NULL,
    began text NOT NULL,
    last text NOT NULL,
    state text NOT NULL,
    places integer[] NOT NULL,
    points integer[] NOT NULL,
    PRIMARY KEY (house_table, log, number)
);
