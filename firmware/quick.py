"""Loops over bytes in machine code: in plain MicroPython each byte costs a Pico 14 µs and more, here a fraction of one.

Runs on MicroPython and, as plain Python, on CPython. Whoever calls makes room for what is written.
"""

# ruff: noqa: F821 - viper's names of types are there only while it is compiled

import micropython


@micropython.viper
def stuff(data: ptr8, size: int, out: ptr8) -> int:
    """COBS of `size` bytes into `out`, which has room for one more and one for each 254; how many were written."""
    code_at = 0
    at = 1
    i = 0
    while i < size:
        byte = data[i]
        i += 1
        if byte != 0:
            out[at] = byte
            at += 1
        if byte == 0 or at - code_at == 255:
            out[code_at] = at - code_at
            code_at = at
            at += 1
    out[code_at] = at - code_at
    return at


@micropython.viper
def unstuff(stuffed: ptr8, size: int, out: ptr8) -> int:
    """The way back, which is never longer; how many bytes were written, -1 for what `stuff` never writes."""
    at = 0
    i = 0
    while i < size:
        code = stuffed[i]
        end = i + code
        if code == 0 or end > size:
            return -1
        i += 1
        while i < end:
            out[at] = stuffed[i]
            at += 1
            i += 1
        if code < 255 and i < size:
            out[at] = 0
            at += 1
    return at


@micropython.viper
def only_end(block: ptr8, size: int) -> int:
    """Where what is stuffed ends in a block of 00, one frame and zeros to the end; -1 for any other block."""
    end = size
    while end > 1 and block[end - 1] == 0:
        end -= 1
    if block[0] != 0 or end == size:
        return -1
    i = 1
    while i < end:
        if block[i] == 0:
            return -1
        i += 1
    return end


@micropython.viper
def total(data: ptr8, size: int) -> int:
    """The sum of these bytes."""
    found = 0
    i = 0
    while i < size:
        found += data[i]
        i += 1
    return found


@micropython.viper
def shares(times: int, by: int, out: ptr8) -> int:
    """For each byte, that byte times `times`, divided by `by`, which is no less."""
    left = 0
    part = 0
    byte = 0
    while byte < 256:
        out[byte] = part
        left += times
        if left >= by:
            left -= by
            part += 1
        byte += 1
    return part


@micropython.viper
def looked_up(data: ptr8, size: int, table: ptr8, out: ptr8) -> int:
    """For each byte what stands in the table."""
    i = 0
    while i < size:
        out[i] = table[data[i]]
        i += 1
    return size


@micropython.viper
def after_zeros(data: ptr8, at: int, end: int) -> int:
    """Where the zeros end that begin there."""
    i = at
    while i < end and data[i] == 0:
        i += 1
    return i


@micropython.viper
def green_first(rgb: ptr8, size: int, out: ptr8) -> int:
    """R, G, B of each LED as the strip wants them: G, R, B."""
    i = 0
    while i < size:
        out[i] = rgb[i + 1]
        out[i + 1] = rgb[i]
        out[i + 2] = rgb[i + 2]
        i += 3
    return size
