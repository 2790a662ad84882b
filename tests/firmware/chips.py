"""What is wired to a Pico, at the level of pins: a chain of 74HC165s, an SPI that clocks it edge by edge, a PIO.

`wired` loads `main.py` with these in place of the Pico's own modules.
"""

import importlib.util
import sys
import types
from collections import deque

import pytest

from firmware.both_ends import FIRMWARE, firmware
from pearlboard.drivers.pins import SIGNALS

adafruit_pioasm = pytest.importorskip("adafruit_pioasm")
pioemu = pytest.importorskip("pioemu")

GPIO = {signal.pico.gpio: name for name, signal in SIGNALS.items()}


class Wires:
    """The level of every pin by its signal's name, and who wants to know when one changes."""

    def __init__(self):
        self.levels = {}
        self.listeners = []

    def drive(self, name, level):
        before, self.levels[name] = self.levels.get(name), level
        if before != level:
            for listener in self.listeners:
                listener(name, level)


class Chain165:
    """74HC165s in a row. While LOAD is low a chip takes its inputs; at a rising clock it passes on one bit.

    `inputs`: bit 0 is D7 of the chip whose Q7 is the chain's data, which is the first bit to come out.
    """

    def __init__(self, wires, size):
        self.inputs = 0
        self.size = size
        self._shifted = [0] * size
        self._wires = wires
        wires.listeners.append(self._change)

    def _change(self, name, level):
        if self._wires.levels.get("chain_load") == 0:
            self._shifted = [self.inputs >> bit & 1 for bit in range(self.size)]
        elif name == "chain_clock" and level == 1:
            self._shifted = [*self._shifted[1:], 0]

    @property
    def data(self):
        """Q7 of the nearest chip."""
        return self._shifted[0]


class Pin:
    """One pin; `wires` is set for each board."""

    IN, OUT, PULL_UP = range(3)
    wires = None

    def __init__(self, number, mode=None, pull=None, value=None):
        self.name = GPIO.get(number, f"GP{number}")
        if value is not None:
            self.value(value)

    def value(self, level=None):
        if level is None:
            return self.wires.levels.get(self.name, 1)
        self.wires.drive(self.name, level)
        return None


class SPI:
    """Clocks the chain edge by edge, in the mode that is asked for, or in `forced`."""

    chain = forced = None

    def __init__(self, number, baudrate, *, polarity, phase, sck, mosi, miso):
        self.asked = (number, baudrate, sck.name, mosi.name, miso.name)
        self.polarity, self.phase = self.forced or (polarity, phase)
        self.clock = sck
        self.clock.value(self.polarity)

    def readinto(self, buffer):
        for at in range(len(buffer)):
            buffer[at] = sum(self._bit() << 7 - bit for bit in range(8))

    def _bit(self):
        """The clock goes to its other level and back; the phase says after which of the two to look.

        A moment after: what only works when sampled in the very moment of an edge does not work here.
        """
        seen = []
        for level in (1 - self.polarity, self.polarity):
            self.clock.value(level)
            seen.append(self.chain.data)
        return seen[self.phase]


class PWM:
    """A piezo."""

    def __init__(self, pin):
        self.pin = pin

    def freq(self, hz):
        self.pin.wires.drive("hz", hz)

    def duty_u16(self, duty):
        self.pin.value(duty)


class Machine(types.ModuleType):
    """Stands in for `machine`."""

    def __init__(self, wires, chain, mode=None):
        super().__init__("machine")
        self.Pin = type("Pin", (Pin,), {"wires": wires})
        self.SPI = type("SPI", (SPI,), {"chain": chain, "forced": mode})
        self.PWM = PWM


class Rp2(types.ModuleType):
    """Stands in for `rp2`: keeps the program and how it was set up; what the DMA hands over is in `handed`."""

    def __init__(self):
        super().__init__("rp2")
        rp2 = self
        self.handed = []

        class PIO:
            OUT_LOW, SHIFT_LEFT, SHIFT_RIGHT = "low", "left", "right"

        class StateMachine:
            def __init__(self, number, program, *, freq, out_base, set_base):
                rp2.strip = (number, freq, out_base.name, set_base.name)

            def active(self, on):
                rp2.active = on

        class DMA:
            def pack_ctrl(self, **fields):
                return fields

            def config(self, *, read, write, count, ctrl, trigger):
                assert isinstance(write, StateMachine)
                assert (ctrl, trigger) == ({"size": 0, "inc_write": False, "treq_sel": 0}, True)
                rp2.handed.append(bytes(read[:count]))

        def asm_pio(**options):
            def keep(program):
                rp2.options, rp2.program = options, program
                return program

            return keep

        self.PIO, self.StateMachine, self.DMA, self.asm_pio = PIO, StateMachine, DMA, asm_pio

    def assembled(self):
        """The program's words and where it wraps, by Adafruit's assembler."""
        lines = []

        class Line:
            def __getitem__(self, delay):
                lines[-1] += f" [{delay}]"
                return self

        def said(word):
            def say(*operands):
                lines.append(" ".join([word, ", ".join(map(str, operands))]))
                return Line()

            return say

        names = {word: said(word) for word in ("out", "set", "mov", "nop", "jmp")}
        names |= {word: said(f".{word}") for word in ("wrap_target", "wrap")}
        names |= {register: register for register in ("pins", "x", "y")}
        types.FunctionType(self.program.__code__, names)()
        program = adafruit_pioasm.Program("\n".join(lines))
        return list(program.assembled), program.pio_kwargs

    def waveform(self, data):
        """(cycle, level) whenever the pin changes while these bytes are shifted out, and the last cycle."""
        words, wraps = self.assembled()
        every = deque(byte * 0x01010101 for byte in data)
        changes, level, end = [], 0, 0
        for before, after in pioemu.emulate(
            words,
            stop_when=lambda _, state: (
                not state.transmit_fifo
                and state.output_shift_register.counter >= 8
                and state.program_counter == wraps.get("wrap_target", 0)
            ),
            initial_state=pioemu.State(transmit_fifo=every, pin_directions=1),
            auto_pull=self.options["autopull"],
            pull_threshold=self.options["pull_thresh"],
            shift_osr_right=self.options["out_shiftdir"] != "left",
            out_base=0,
            out_count=1,
            set_base=0,
            set_count=1,
            wrap_target=wraps.get("wrap_target", 0),
            wrap_top=wraps["wrap"],
        ):
            end = after.clock
            if after.pin_values & 1 != level:
                level = after.pin_values & 1
                changes.append((before.clock, level))
        return changes, end


class Time(types.ModuleType):
    """Stands in for MicroPython's `time`: a clock that goes on by 10 µs whenever it is looked at.

    As on the chip its ticks begin anew after 2 ** 30 µs, and what is more than half of that ago is in the future.
    """

    PERIOD = 1 << 30

    def __init__(self):
        super().__init__("time")
        self.us = 0

    def ticks_us(self):
        self.us += 10
        return self.us % self.PERIOD

    def ticks_diff(self, later, earlier):
        half = self.PERIOD // 2
        return (later - earlier + half) % self.PERIOD - half


def wired(sensors=144, mode=None):
    """`main.py` on these wires: its `Parts`, the chain, the wires, and what stands in for the Pico's modules."""
    wires = Wires()
    chain = Chain165(wires, sensors)
    modules = firmware(SENSORS=sensors)
    fakes = {
        "machine": Machine(wires, chain, mode),
        "rp2": Rp2(),
        "micropython": types.ModuleType("micropython"),
        "time": Time(),
        "config": modules["config"],
        "loop": modules["loop"],
    }
    kept = {name: sys.modules.get(name) for name in fakes}
    sys.modules.update(fakes)
    try:
        spec = importlib.util.spec_from_file_location("pico_main", FIRMWARE / "main.py")
        main = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(main)
    finally:
        for name, module in kept.items():
            if module is None:
                del sys.modules[name]
            else:
                sys.modules[name] = module
    return types.SimpleNamespace(
        main=main,
        parts=main.Parts(),
        chain=chain,
        wires=wires,
        loop=modules["loop"],
        config=modules["config"],
        rp2=fakes["rp2"],
        time=fakes["time"],
    )
