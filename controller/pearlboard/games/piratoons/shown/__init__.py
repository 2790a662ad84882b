"""The screens and sentences of Piratoons."""
