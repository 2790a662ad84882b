"""From bits to pieces: debounce, wiring, health. Pure: bits and integer milliseconds in, sites out."""
