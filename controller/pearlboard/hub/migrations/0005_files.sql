-- Files that the owner has asked tables for, and what has come of each.

CREATE TABLE asked_file (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    house_table integer NOT NULL REFERENCES house_table ON DELETE CASCADE,
    file text NOT NULL,
    asked timestamptz NOT NULL DEFAULT now(),
    state text NOT NULL DEFAULT 'open',
    size integer,
    digest bytea,
    came timestamptz
);
-- A file is asked for once at a time.
CREATE UNIQUE INDEX one_question ON asked_file (house_table, file) WHERE state = 'open';

CREATE TABLE file_piece (
    asked_file bigint NOT NULL REFERENCES asked_file ON DELETE CASCADE,
    at integer NOT NULL,
    body bytea NOT NULL,
    PRIMARY KEY (asked_file, at)
);
