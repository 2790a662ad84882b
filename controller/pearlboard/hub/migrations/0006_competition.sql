-- People of a house, their leagues and tournaments. Who is deleted leaves entries of nobody.

CREATE TABLE person (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text NOT NULL,
    called text NOT NULL UNIQUE,
    digest bytea NOT NULL UNIQUE
);

-- `once` comes with the form: who sends it twice makes one.
CREATE TABLE competition (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    once text NOT NULL UNIQUE,
    name text NOT NULL,
    game text NOT NULL,
    system text NOT NULL,
    seats integer NOT NULL,
    rounds integer NOT NULL,
    made timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE entry (
    competition integer NOT NULL REFERENCES competition ON DELETE CASCADE,
    number integer NOT NULL,
    person integer REFERENCES person ON DELETE SET NULL,
    absences integer[] NOT NULL DEFAULT '{}',
    left_after integer,
    PRIMARY KEY (competition, number),
    UNIQUE (competition, person)
);

CREATE TABLE drawn_round (
    competition integer NOT NULL REFERENCES competition ON DELETE CASCADE,
    number integer NOT NULL,
    PRIMARY KEY (competition, number)
);

-- What was here of each table's log when a round was drawn: games that ended later may be its matches. Clocks of tables may be wrong.
CREATE TABLE log_before (
    competition integer NOT NULL,
    round integer NOT NULL,
    house_table integer NOT NULL REFERENCES house_table ON DELETE CASCADE,
    log bytea NOT NULL,
    number bigint NOT NULL,
    PRIMARY KEY (competition, round, house_table),
    FOREIGN KEY (competition, round) REFERENCES drawn_round ON DELETE CASCADE
);

-- `seats`: numbers of entries; `places` by seat; `chairs`: the seats of the linked game. `rated`: the result came from a game.
CREATE TABLE drawn_match (
    id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    competition integer NOT NULL,
    round integer NOT NULL,
    number integer NOT NULL,
    house_table integer REFERENCES house_table ON DELETE SET NULL,
    seats integer[] NOT NULL,
    places integer[],
    settled timestamptz,
    rated boolean NOT NULL DEFAULT false,
    by_itself boolean NOT NULL DEFAULT true,
    game_table integer REFERENCES house_table ON DELETE SET NULL,
    game_log bytea,
    game_number bigint,
    chairs integer[],
    UNIQUE (competition, round, number),
    UNIQUE (game_table, game_log, game_number),
    FOREIGN KEY (competition, round) REFERENCES drawn_round ON DELETE CASCADE
);
CREATE INDEX ON drawn_match (house_table) WHERE places IS NULL;
CREATE INDEX ON log_row (house_table, log, number) WHERE body LIKE '{"type":"ended",%';
