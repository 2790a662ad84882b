# What differs from board to board. Everything here may be changed; `hardware/README.md` has the tables.

SENSORS = 144  # bits of the sensor chain: 144 with nine bars, 112 wired by hand; 224 at most
LEDS = 135  # of the LED chain
CAP_MA = 2000  # what all LEDs together may draw; no more than the supply gives, less 500
WINDOW_MS = 2000  # how long after power-on `mpremote` can get in

# GPIO numbers
PINS = {
    "chain_clock": 2,
    "chain_load": 3,
    "chain_data": 4,
    "leds": 6,
    "end_turn": 7,
    "hint": 8,
    "take_back": 9,
    "piezo": 10,
    "lamp": 11,
    "supply_ok": 26,
}
