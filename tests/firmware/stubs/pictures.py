"""MicroPython: the loop takes the pictures of a file again and again; each time through, how much memory is free.

Run as `pictures.py FILE TIMES`, with the firmware's folder in PICO_PATH. It prints two numbers a line: the pictures
shown so far, and the bytes that are free after a collection.
"""

import gc
import os
import sys

sys.path[:] = os.getenv("PICO_PATH").split(":")
import config  # noqa: E402 - they are found now
import framing  # noqa: E402
import loop  # noqa: E402


class Parts:
    """A chain that rests, and a strip that only counts."""

    def __init__(self):
        self.shown = 0

    def newest(self):
        return 0

    def read(self, number):
        return bytes(config.SENSORS // 8 + 1)

    def show(self, rgb):
        self.shown += 1

    def write(self, data):
        pass


with open(sys.argv[1], "rb") as file:
    blocks = file.read()
greeting, pictures = blocks[: framing.BLOCK], blocks[framing.BLOCK :]
parts = Parts()
board = loop.Loop(parts, config, b"12345678", 1)
for byte in greeting:
    board.hear(byte, 0)
print(parts.shown, 0)  # noqa: T201 - it is read
for _ in range(int(sys.argv[2])):
    for at in range(0, len(pictures), framing.BLOCK):
        board.hear_block(pictures[at : at + framing.BLOCK], 0)
        board.turn(0)
    gc.collect()
    print(parts.shown, gc.mem_free())  # noqa: T201
