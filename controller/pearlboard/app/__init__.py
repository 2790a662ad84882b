"""The composition root: it builds every object and runs the straight line from a scan to the lights and pages."""
