"""Faults of sensors, diagnosed from their bits, in words that say where to look.

A fault is suspected where a piece lies and no single new bit answers. Its kind may only show at the end, when the bits
that no place has taken are known: some flicker, and some read a piece that is not there.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from pearlboard.geometry import Site
from pearlboard.texts import Sentence, say


class Kind(StrEnum):
    """Kinds of faults."""

    DEAD = "dead"
    STUCK = "stuck"
    SILENT = "silent"
    SHORTED = "shorted"
    DOUBLED = "doubled"
    FLICKERING = "flickering"
    INVERTED = "inverted"


@dataclass(frozen=True, slots=True)
class Symptom:
    """Observations while a piece lay on a site: `answering` bits, and bits that went to and fro."""

    answering: frozenset[int] = frozenset()
    restless: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class SensorFault:
    """A fault of a site's sensor; `others`: sites that it cannot be told from."""

    site: Site
    kind: Kind
    bits: tuple[int, ...] = ()
    others: tuple[Site, ...] = ()

    @property
    def sentence(self) -> Sentence:
        """The fault, and where to look."""
        match self.kind:
            case Kind.DEAD:
                return say("bench_dead", site=self.site)
            case Kind.STUCK:
                return say("bench_stuck", site=self.site, bits=self.bits)
            case Kind.SILENT:
                return say("bench_silent", site=self.site, bits=self.bits)
            case Kind.SHORTED if self.others:
                return say("bench_shorted", sites=(self.site, *self.others), bits=self.bits)
            case Kind.SHORTED:
                return say("bench_shorted_alone", site=self.site, bits=self.bits)
            case Kind.DOUBLED:
                return say("bench_doubled", sites=(self.site, *self.others), bits=self.bits)
            case Kind.FLICKERING:
                return say("bench_flickering", site=self.site, bits=self.bits)
            case Kind.INVERTED:
                return say("bench_inverted", site=self.site, bits=self.bits)


def diagnose(
    symptoms: Mapping[Site, Symptom], bit_of: Mapping[Site, int], restless: frozenset[int], pressed: frozenset[int]
) -> tuple[SensorFault, ...]:
    """The faults of all sites with symptoms.

    restless   bits that flickered while nothing lay on the board
    pressed    bits that no place has taken and that read a piece all the time
    """
    silent = [site for site, symptom in symptoms.items() if not symptom.answering and not symptom.restless]
    return tuple(
        _fault(site, symptoms, bit_of, silent, (restless - set(bit_of.values()), pressed)) for site in symptoms
    )


def _fault(
    site: Site,
    symptoms: Mapping[Site, Symptom],
    bit_of: Mapping[Site, int],
    silent: list[Site],
    left: tuple[frozenset[int], frozenset[int]],
) -> SensorFault:
    symptom = symptoms[site]
    if symptom.restless:
        return SensorFault(site, Kind.FLICKERING, tuple(sorted(symptom.restless)))
    if symptom.answering:
        return _confused(site, symptoms, bit_of)
    restless, pressed = left
    if restless and len(silent) <= len(restless):
        return SensorFault(site, Kind.FLICKERING, tuple(sorted(restless)))
    if pressed and len(silent) <= len(pressed):
        return SensorFault(site, Kind.STUCK, tuple(sorted(pressed)))
    if restless or pressed:
        return SensorFault(site, Kind.SILENT, tuple(sorted(restless | pressed)))
    return SensorFault(site, Kind.DEAD)


def _confused(site: Site, symptoms: Mapping[Site, Symptom], bit_of: Mapping[Site, int]) -> SensorFault:
    """The fault of a site for which too many bits answer, or one that is another's."""
    answering = symptoms[site].answering
    others = [other for other, bit in bit_of.items() if bit in answering and other != site]
    others += [other for other, symptom in symptoms.items() if other != site and symptom.answering & answering]
    kind = Kind.DOUBLED if len(answering) == 1 else Kind.SHORTED
    return SensorFault(site, kind, tuple(sorted(answering)), tuple(others))
