"""The numbers of actions in the kernel: one placement each, so a turn of two Pontoons is two of them.

Only the kernel, the search and what stands between them and the rules know these numbers.
"""

EDGE = 0  # + i for the edge to the right of space i, + 40 + i for the one below it
DIVER = 80  # + 5 * space + value - 1
BACKUP = 280  # + space
NECKLACE = 320  # + space
LOOK = 360  # + space
EXTRA_DIVER = 400  # + 5 * space + value - 1
EXTRA_EDGE = 600  # as for EDGE
ENOUGH = 680  # no second Pontoon
PASS = 681

FISHERMEN = 0
FORAGERS = 1
CHILDREN = 2
ELDERS = 3
