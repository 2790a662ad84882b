-- What handicaps cost the people of a match, in Elo points; matches from before have none.
ALTER TABLE drawn_match ADD COLUMN costs integer[];
