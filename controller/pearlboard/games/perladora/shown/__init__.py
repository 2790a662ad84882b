"""Perladöra on screens and in words. Pure."""
