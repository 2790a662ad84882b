-- What a table says of its board and its machine, when it said so, and by how much its clock was fast then.

ALTER TABLE house_table
    ADD COLUMN checks jsonb NOT NULL DEFAULT '[]',
    ADD COLUMN told_at timestamptz,
    ADD COLUMN clock_off double precision;
