"""Circuits, their boards and cables: netlists, copper, print, and what a board maker gets."""
