"""What the laws of `pearlboard.checking` find in a game; and fewer games for them, of which `make soak` plays all."""

from pearlboard.checking.evidence import Evidence
from pearlboard.checking.laws import examine
from pearlboard.checking.suite import LAWS


class Few(Evidence):
    """Every number of players and every variant, but not all combinations."""

    def _kinds(self):
        seats, variants = self.package.seats, self.package.options.variants
        for number in range(max(len(seats), len(variants))):
            yield seats[number % len(seats)], dict(variants[number % len(variants)]), number


def problems(package):
    """What is against each law that is broken, by the law's name."""
    return {finding.law.name: finding.problem for finding in examine(package, LAWS) if finding.problem is not None}


def problem(package, name):
    """What is against the law of that name, or that nothing is; no other law is looked at."""
    [finding] = examine(package, [law for law in LAWS if law.name == name])
    return finding.problem or "nothing"
