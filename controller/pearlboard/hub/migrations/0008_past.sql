-- The order in which the hub has heard of games: clocks of tables may be wrong. It stays when a game's row is written again.

ALTER TABLE game ADD COLUMN heard bigint GENERATED ALWAYS AS IDENTITY;
CREATE UNIQUE INDEX game_heard ON game (heard);
