"""Sensors that are not believed: what lies on their sites is what lay there, until somebody says otherwise."""

from dataclasses import dataclass, replace

from pearlboard.games.api import NOWHERE
from pearlboard.geometry import Site


@dataclass(frozen=True, slots=True)
class SensorMask:
    """Sets of sites.

    untrusted  sensors that people chose not to have read, that flicker, or are masked by the wiring
    told       of the untrusted, where a piece lies as far as is known or was said
    """

    untrusted: frozenset[Site] = NOWHERE
    told: frozenset[Site] = NOWHERE

    def with_unsensed(self, unsensed: frozenset[Site], believed: frozenset[Site]) -> "SensorMask":
        """The sensors of `unsensed` say nothing for now; what lay there so far is in `believed`."""
        return SensorMask(unsensed, self.told & unsensed | believed & (unsensed - self.untrusted))

    def with_masked(self, place: Site, expected: frozenset[Site]) -> "SensorMask":
        """This sensor is wrong: the place is as it should be."""
        return SensorMask(self.untrusted | {place}, self.told - {place} | {place} & expected)

    def with_word(self, place: Site, *, lies: bool) -> "SensorMask":
        """Somebody says what lies there."""
        return replace(self, told=self.told | {place} if lies else self.told - {place})

    def as_expected(self, expected: frozenset[Site]) -> "SensorMask":
        """Everything there is put right."""
        return replace(self, told=self.untrusted & expected)

    def seen(self, sensed: frozenset[Site]) -> frozenset[Site]:
        """What lies on the board, by sensors and by word."""
        return sensed - self.untrusted | self.told
