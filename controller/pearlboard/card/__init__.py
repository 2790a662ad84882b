"""What runs on a card and nowhere else, mostly as root: releases, Wi-Fi, its partition, a stick, a clock.

Nothing here imports what a table is made of, so that no table can break what brings its predecessor back.
"""
