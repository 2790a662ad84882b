"""Fewer games for the laws of `pearlboard.checking`; `make soak` plays as many as `check-game` does."""

from pearlboard.checking.evidence import Evidence


class Few(Evidence):
    """Every number of players and every variant, but not all combinations."""

    def _kinds(self):
        seats, variants = self.package.seats, self.package.options.variants
        for number in range(max(len(seats), len(variants))):
            yield seats[number % len(seats)], dict(variants[number % len(variants)]), number
