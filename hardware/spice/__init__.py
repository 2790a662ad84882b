"""The chain's wires as circuits, and whether voltages and currents stay within what chips and a Pi can bear."""
