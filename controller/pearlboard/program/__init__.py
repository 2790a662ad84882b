"""The running program: built, watched over, looked after, taken down."""
