"""Makes everything in `hardware/out` from `sizes.toml` and the program's own geometry, pins and power rules."""
