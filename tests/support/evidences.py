"""Fewer games for the laws of `pearlboard.checking` to look at: `make soak` plays those that `check-game` plays."""

from pearlboard.checking.evidence import Evidence


class Few(Evidence):
    """Every number of players and every variant, but not each with each."""

    def _kinds(self):
        seats, variants = self.package.seats, self.package.variants
        for number in range(max(len(seats), len(variants))):
            yield seats[number % len(seats)], dict(variants[number % len(variants)]), number
