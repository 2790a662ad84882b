"""Programs of a card, mostly run as root: releases, Wi-Fi, its data partition, USB sticks, its clock.

Nothing here imports the table, so that no broken release can break the return to its predecessor.
"""
