-- Who belonged together in the game of a match: for each of its people the side, as the game numbers it. Results by hand have none.
ALTER TABLE drawn_match ADD COLUMN sides integer[];
UPDATE drawn_match m SET sides = (
    SELECT array_agg((g.seats -> (c.chair - 1) ->> 'side')::integer ORDER BY c.at)
    FROM unnest(m.chairs) WITH ORDINALITY c (chair, at)
) FROM game g
WHERE m.rated AND (g.house_table, g.log, g.number) = (m.game_table, m.game_log, m.game_number) AND g.state <> 'deleted';
