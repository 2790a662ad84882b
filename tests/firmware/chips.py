"""What is wired to a Pico, at the level of pins: a chain of 74HC165s, and PIOs that run the programs cycle by cycle.

`wired` loads `main.py` with these in place of the Pico's own modules.
"""

import importlib.util
import struct
import types
from collections import deque

import pytest

from firmware.both_ends import FIRMWARE, firmware, micropython
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
        self.number = number
        self.name = GPIO.get(number, f"GP{number}")
        if value is not None:
            self.value(value)

    def value(self, level=None):
        if level is None:
            return self.wires.levels.get(self.name, 1)
        self.wires.drive(self.name, level)
        return None


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

    def __init__(self, wires):
        super().__init__("machine")
        self.Pin = type("Pin", (Pin,), {"wires": wires})
        self.PWM = PWM


class Program:
    """A PIO program: its words, by Adafruit's assembler, and how it is set up."""

    def __init__(self, source, options):
        lines = []
        sideset = "sideset_init" in options

        class Line:
            def side(self, level):
                lines[-1] += f" side {level}"
                return self

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
        names |= {"in_": said("in"), "x_dec": "x--", "y_dec": "y--", "label": lambda name: lines.append(f"{name}:")}
        types.FunctionType(source.__code__, names)()
        program = adafruit_pioasm.Program("\n".join([*([".side_set 1"] if sideset else []), *lines]))
        self.words, wraps = list(program.assembled), program.pio_kwargs
        self.options = options
        self.wraps = {"wrap_target": wraps.get("wrap_target", 0), "wrap_top": wraps["wrap"]}

    def run(self, stop_when, **setting):
        """Every step: the state before it, and after it."""
        return pioemu.emulate(
            self.words,
            stop_when=stop_when,
            auto_pull=self.options.get("autopull", False),
            pull_threshold=self.options.get("pull_thresh", 32),
            shift_osr_right=self.options.get("out_shiftdir") != "left",
            auto_push=self.options.get("autopush", False),
            push_threshold=self.options.get("push_thresh", 32),
            shift_isr_right=self.options.get("in_shiftdir") != "left",
            **self.wraps,
            **setting,
        )


class PIO:
    """The names that a program is set up with."""

    OUT_LOW, OUT_HIGH, SHIFT_LEFT, SHIFT_RIGHT = "low", "high", "left", "right"


class StateMachine:
    """Remembers what it was set up with; `rp2` is set for each board."""

    rp2 = None

    def __init__(self, number, program, *, freq, set_base, out_base=None, in_base=None, sideset_base=None):
        self.program = program
        if out_base is not None:
            self.rp2.strip_program = program
            self.rp2.strip = (number, freq, out_base.name, set_base.name)
        else:
            self.rp2.sampler = (number, freq, sideset_base.name, set_base.name, in_base.name)
            self.pins = sideset_base.number, set_base.number, in_base.number

    def active(self, on):
        self.rp2.active = on


class DMA:
    """Moves words when it is looked at."""

    rp2 = wires = chain = None

    def pack_ctrl(self, **fields):
        return fields

    def config(self, *, count, trigger, read=None, write=None, ctrl=None):
        assert trigger
        if isinstance(write, StateMachine):
            assert ctrl == {"size": 0, "inc_write": False, "treq_sel": 0}
            self.rp2.handed.append(bytes(read[:count]))
            return
        if read is not None:
            fed = 4 + self.rp2.sampler[0]
            turned = {"ring_sel": True, "ring_size": 12, "bswap": True}
            assert ctrl == {"size": 2, "inc_read": False, "treq_sel": fed, **turned}
            self.machine, self.ring = read, write
        self.left = count

    @property
    def count(self):
        if not self.rp2.still:
            words = self.rp2.scan(self.machine, self.wires, self.chain)
            at = self.rp2.scans * 4 * len(words) % len(self.ring)
            self.ring[at : at + 4 * len(words)] = struct.pack(f">{len(words)}I", *words)
            self.rp2.scans += 1
            self.left -= len(words)
        return self.left


class Rp2(types.ModuleType):
    """Stands in for `rp2`: runs the programs, cycle by cycle. What the DMA hands to the strip is in `handed`.

    The chain is scanned once more whenever somebody asks how many words the DMA has still to move.
    """

    def __init__(self, wires, chain):
        super().__init__("rp2")
        rp2 = self
        self.handed = []
        self.scans = 0
        self.round_us = set()

        self.still = False
        self.PIO, self.StateMachine = PIO, type("StateMachine", (StateMachine,), {"rp2": rp2})
        self.DMA = type("DMA", (DMA,), {"rp2": rp2, "wires": wires, "chain": chain})
        self.asm_pio = lambda **options: lambda source: Program(source, options)

    def scan(self, machine, wires, chain):
        """The words of one round, from the moment that the inputs are taken; its pins act on the chain."""
        *turned, data = machine.pins
        clock, load = ((pin - data) % 32 for pin in turned)
        words = []

        def pins(_: int) -> int:
            levels = [wires.levels.get(GPIO.get(pin), 1) for pin in range(32)]
            levels[data] = chain.data
            return sum(levels[(data + bit) % 32] << bit for bit in range(32))  # as in_base turns them

        for _, after in machine.program.run(
            lambda _, state: len(words) == 8 and state.program_counter == 0,
            initial_state=pioemu.State(pin_directions=1 << clock | 1 << load, pin_values=1 << clock | 1 << load),
            input_source=pins,
            set_base=load,
            set_count=1,
            side_set_base=clock,
            side_set_count=1,
        ):
            for pin, name in ((load, "chain_load"), (clock, "chain_clock")):
                wires.drive(name, after.pin_values >> pin & 1)
            if len(after.receive_fifo):
                words.append(after.receive_fifo.popleft())
            self.end = after.clock
        self.round_us.add(self.end)
        return words

    def waveform(self, data):
        """(cycle, level) whenever the pin changes while these bytes are shifted out, and the last cycle."""
        program = self.strip_program
        every = deque(byte * 0x01010101 for byte in data)
        changes, level, end = [], 0, 0
        for before, after in program.run(
            lambda _, state: (
                not state.transmit_fifo
                and state.output_shift_register.counter >= 8
                and state.program_counter == program.wraps["wrap_target"]
            ),
            initial_state=pioemu.State(transmit_fifo=every, pin_directions=1),
            out_base=0,
            out_count=1,
            set_base=0,
            set_count=1,
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


def wired(sensors=144):
    """`main.py` on these wires: its `Parts`, the chain, the wires, and what stands in for the Pico's modules."""
    wires = Wires()
    chain = Chain165(wires, sensors)
    modules = firmware(SENSORS=sensors)
    rp2 = Rp2(wires, chain)
    uctypes = types.ModuleType("uctypes")
    uctypes.addressof = lambda _: 0x2000_0100
    fakes = {
        "machine": Machine(wires),
        "rp2": rp2,
        "uctypes": uctypes,
        "time": Time(),
        "config": modules["config"],
        "loop": modules["loop"],
        "quick": modules["quick"],
        "framing": modules["framing"],
    }
    with micropython(**fakes):
        sampling = _loaded("sampling")
        with micropython(**fakes, sampling=sampling):
            main = _loaded("main")
    return types.SimpleNamespace(
        main=main,
        parts=main.Parts(),
        chain=chain,
        wires=wires,
        loop=modules["loop"],
        config=modules["config"],
        rp2=rp2,
        time=fakes["time"],
    )


def _loaded(name):
    spec = importlib.util.spec_from_file_location(f"pico_{name}", FIRMWARE / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
