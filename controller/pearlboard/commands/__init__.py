"""What people may ask: each command, who may ask it, and what is done then."""
