// An RP2040 with MicroPython and this project's firmware, in lock step: it runs as far as it is told and no further.
//
// Each line on standard input is one step, {"us": how far to run, "send": hex for its USB serial, "inputs": [[µs from
// now, {"chain": hex, "held": [GPIOs that are low]}], ...]}; each is answered by a line of what happened meanwhile. All
// times are the chip's. rp2040js runs a PIO by the computer's clock and counts no delay; here each state machine takes
// its steps in the chip's time, with its divider and its delays.
//
// usage: node emulated_pico.mjs FLASH.img BOOTROM.bin
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { GPIOPinState, Simulator, USBCDC, ConsoleLogger, LogLevel } from 'rp2040js';

const CYCLE_NS = 8;
const PINS = { clock: 2, load: 3, data: 4, leds: 6, buttons: [7, 8, 9, 26] };
const RESET_US = 50;
const SLICE_NS = 200_000;

const [flash, bootrom] = process.argv.slice(2).map((path) => readFileSync(path));
const simulator = new Simulator();
const chip = simulator.rp2040;
const { clock } = simulator;
let edgeNs = 0; // when a PIO has just changed a pin
const us = () => clock.nanos / 1000;
console.warn = console.error = console.info = () => {};
chip.logger = new ConsoleLogger(LogLevel.Error, false);
chip.loadBootrom(new Uint32Array(new Uint8Array(bootrom).buffer));
chip.flash.set(flash, 0);

// --- what it has told since the last step ------------------------------------------------------------------------

let told;
const forget = () => {
  told = { serial: [], loads: [], pictures: [], pulses: {}, feeds: [], free: [] };
};
forget();

// --- the chain of 74HC165s: transparent while LOAD is low, shifts when the clock rises ----------------------------

let inputs = Buffer.alloc(28, 0xff);
let register = [];
const show = () => chip.gpio[PINS.data].setInputValue(!!(register.length ? register[0] : 1));
const take = () => {
  register = [...inputs].flatMap((byte) => [7, 6, 5, 4, 3, 2, 1, 0].map((bit) => (byte >> bit) & 1));
  show();
};
const level = (gpio) => chip.gpio[gpio].value === GPIOPinState.High;
chip.gpio[PINS.load].addListener((state) => {
  if (state === GPIOPinState.Low) told.loads.push(edgeNs / 1000);
  take();
});
chip.gpio[PINS.clock].addListener((state) => {
  if (state === GPIOPinState.High && level(PINS.load)) {
    register.shift();
    show();
  }
});

// --- the strip: every pulse of it, by its lengths in ns ------------------------------------------------------------

let rose = 0;
let fell = 0;
let bits = [];
let began = 0;
const endPicture = () => {
  if (bits.length) {
    const bytes = Buffer.alloc(bits.length >> 3);
    bits.forEach((bit, at) => (bytes[at >> 3] |= bit << (7 - (at & 7))));
    told.pictures.push([began, fell / 1000, bits.length, bytes.toString('hex')]);
  }
  bits = [];
};
const count = (what, ns) => {
  const key = `${what} ${Math.round(ns)}`;
  told.pulses[key] = (told.pulses[key] ?? 0) + 1;
};
chip.gpio[PINS.leds].addListener((state) => {
  const now = edgeNs;
  if (state === GPIOPinState.High) {
    if (bits.length && now - fell < RESET_US * 1000) count(bits.at(-1) ? 'low 1' : 'low 0', now - fell);
    else {
      endPicture();
      began = now / 1000;
    }
    rose = now;
  } else if (rose) {
    fell = now;
    bits.push(fell - rose > 500 ? 1 : 0);
    count(bits.at(-1) ? 'high 1' : 'high 0', fell - rose);
  }
});

// --- the PIO, in the chip's time -----------------------------------------------------------------------------------

const pio = chip.pio[0];
pio.run = () => {};
const machines = pio.machines.map((machine) => ({ machine, due: null }));
function stepPio() {
  let next = Infinity;
  for (const each of machines) {
    const { machine } = each;
    if (!machine.enabled || machine.waiting) {
      each.due = null;
      continue;
    }
    each.due ??= clock.nanos;
    const cycle = (machine.clockDivInt + machine.clockDivFrac / 256) * CYCLE_NS;
    while (each.due <= clock.nanos && !machine.waiting) {
      const before = machine.cycles;
      edgeNs = each.due;
      machine.step();
      each.due += Math.max(1, machine.cycles - before) * cycle;
      pio.checkChangedPins();
    }
    if (!machine.waiting) next = Math.min(next, each.due);
  }
  return next;
}

// --- the chip ------------------------------------------------------------------------------------------------------

const usb = new USBCDC(chip.usbCtrl);
const sending = [];
let plugged = false;
usb.onDeviceConnected = () => (plugged = true);
usb.onSerialData = (data) => {
  if (data.length) told.serial.push([us(), Buffer.from(data).toString('hex')]);
};
const watchdog = chip.peripherals[0x40058];
const loadWatchdog = watchdog.writeUint32.bind(watchdog);
watchdog.writeUint32 = (offset, value) => {
  if (offset === 4) told.feeds.push(us());
  if (offset === 12) told.free.push([us(), value]);
  loadWatchdog(offset, value);
};

function change({ chain, held }) {
  if (chain !== undefined) {
    inputs = Buffer.from(chain, 'hex');
    if (!level(PINS.load)) take();
  }
  if (held !== undefined) for (const pin of PINS.buttons) chip.gpio[pin].setInputValue(!held.includes(pin));
}

function runTo(until) {
  while (clock.nanos < until) {
    while (sending.length && usb.txFIFO.itemCount < 512) usb.sendSerialByte(sending.shift());
    const stop = Math.min(until, clock.nanos + SLICE_NS);
    while (clock.nanos < stop) {
      const next = stepPio();
      if (chip.core.waiting) {
        const wake = Math.min(clock.nanosToNextAlarm || CYCLE_NS, stop - clock.nanos, next - clock.nanos);
        clock.tick(Math.max(CYCLE_NS, wake));
      } else clock.tick(chip.core.executeInstruction() * CYCLE_NS);
    }
  }
}

change({ held: [] });
take();
chip.core.PC = 0x10000000;
createInterface({ input: process.stdin }).on('line', (line) => {
  const step = JSON.parse(line);
  if (step.send) sending.push(...Buffer.from(step.send, 'hex'));
  const start = clock.nanos;
  for (const [after, what] of step.inputs ?? []) {
    runTo(start + after * 1000);
    change(what);
  }
  runTo(start + step.us * 1000);
  if (bits.length && clock.nanos - fell > RESET_US * 1000) endPicture();
  process.stdout.write(`${JSON.stringify({ us: us(), plugged, waiting: sending.length, ...told })}\n`);
  forget();
});
