"""Rules of a language: plurals, lists, typography. All of it stands in the language's own catalogue.

    [language]
    name = "English"
    plural = { one = "i = 1 and v = 0" }
    list = { two = "{0} and {1}", more = "{0}, {1}", last = "{0} and {1}" }

`plural` has the rules of the Unicode CLDR, word for word; whatever no rule is for is `other`. Only whole numbers are
counted, so of the operands `n` and `i` are the number and all others nought. `list` joins two words; all but the last
of more than two; and the last to those. Besides these a language may have

    source = true                              what another language does not say is said in this one
    decimal = ","                              in place of a point
    no_break = { before = ":;?!", after = "" } signs whose space stays on the line
    apostrophe = "’"                           in place of the straight one, within a word
    answers = { oui = "yes" }                  what people may type for the words of the bench: yes no skip back done
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

import msgspec

from pearlboard.errors import ConfigError

OTHER: Final = "other"
RELATION: Final = re.compile(r"([nivwftce])(?: *% *(\d+))? *(!?=) *(\d+(?:\.\.\d+)?(?: *, *\d+(?:\.\.\d+)?)*)")
APOSTROPHE: Final = re.compile(r"(?<=[\w}])'(?=[\w{«])")
NO_BREAK_SPACE: Final = "\N{NO-BREAK SPACE}"


@dataclass(frozen=True, slots=True)
class Relation:
    """`i % 10 = 2..4`: what is left of an operand, and whether it is one of these."""

    operand: str
    modulus: int | None
    equal: bool
    among: tuple[range, ...]

    def holds(self, count: int) -> bool:
        """For this number of things."""
        value = abs(count) if self.operand in "ni" else 0
        left = value if self.modulus is None else value % self.modulus
        return any(left in each for each in self.among) is self.equal


@dataclass(frozen=True, slots=True)
class Rule:
    """A condition of the CLDR: relations that hold together, or others that do."""

    either: tuple[tuple[Relation, ...], ...]

    @classmethod
    def parse(cls, text: str) -> "Rule":
        """Read `i % 10 = 2..4 and i % 100 != 12..14`; `ConfigError` says what is none."""
        parts = " ".join(text.split()).split(" or ")
        return cls(tuple(tuple(_relation(each) for each in part.split(" and ")) for part in parts))

    def holds(self, count: int) -> bool:
        """For this number of things."""
        return any(all(relation.holds(count) for relation in together) for together in self.either)


def _relation(text: str) -> Relation:
    match = RELATION.fullmatch(text.strip())
    if match is None:
        raise ConfigError(f"{text!r} is no relation of a plural's rule, such as 'i % 10 = 2..4'")
    operand, modulus, sign, listed = match.groups()
    ends = [each.strip().split("..") for each in listed.split(",")]
    among = tuple(range(int(each[0]), int(each[-1]) + 1) for each in ends)
    return Relation(operand, None if modulus is None else int(modulus), sign == "=", among)


class Joining(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The patterns of a list."""

    two: str
    more: str
    last: str


class NoBreak(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Signs before and after which a space stays on the line."""

    before: str = ""
    after: str = ""

    def pattern(self) -> re.Pattern[str] | None:
        """A list of spaces; None: there are none."""
        sides = [f" (?=[{re.escape(self.before)}])"] if self.before else []
        sides += [f"(?<=[{re.escape(self.after)}]) "] if self.after else []
        return re.compile("|".join(sides)) if sides else None


class Described(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table of a catalogue."""

    name: str
    list: Joining
    plural: dict[str, str] = {}
    decimal: str = "."
    source: bool = False
    no_break: NoBreak = NoBreak()
    apostrophe: str = "'"
    answers: dict[str, str] = {}


@dataclass(frozen=True, slots=True)
class Language:
    """See the head of the file. `code` is that of the web (BCP 47), `name` what those who speak it call it."""

    code: str
    name: str
    source: bool
    decimal: str
    joining: Joining
    plurals: tuple[tuple[str, Rule], ...]
    staying: re.Pattern[str] | None
    apostrophe: str
    answers: Mapping[str, str]

    @classmethod
    def from_mapping(cls, code: str, told: Mapping[str, object]) -> "Language":
        """Read a catalogue's table `language`; `ConfigError` names what is wrong."""
        try:
            table = msgspec.convert(told, Described)
            plurals = tuple((category, Rule.parse(rule)) for category, rule in table.plural.items())
        except (msgspec.ValidationError, ConfigError) as error:
            raise ConfigError(f"language {code}: {error}") from error
        staying = table.no_break.pattern()
        return cls(
            code, table.name, table.source, table.decimal, table.list, plurals, staying, table.apostrophe, table.answers
        )

    def category(self, count: object) -> str:
        """The kind of number that this is."""
        if not isinstance(count, int):
            return OTHER
        return next((category for category, rule in self.plurals if rule.holds(count)), OTHER)

    def form(self, forms: Mapping[str, str], count: object) -> str:
        """The one of these texts that fits a number. A text from elsewhere may have fewer forms than this language."""
        return forms.get(self.category(count), forms[OTHER])

    def join(self, words: Iterable[str]) -> str:
        """A list as it is said."""
        *head, last = list(words) or [""]
        if not head:
            return last
        said = head[0]
        for word in head[1:]:
            said = _put(self.joining.more, said, word)
        return _put(self.joining.two if len(head) == 1 else self.joining.last, said, last)

    def number(self, value: float) -> str:
        """A number in figures."""
        return str(value) if isinstance(value, int) else str(value).replace(".", self.decimal)

    def typeset(self, text: str) -> str:
        """With its own apostrophe, and the spaces that stay on the line of their sign."""
        text = APOSTROPHE.sub(self.apostrophe, text)
        return text if self.staying is None else self.staying.sub(NO_BREAK_SPACE, text)

    def typeset_entry(self, text: str | Mapping[str, str]) -> str | Mapping[str, str]:
        """An entry of a catalogue, typeset: a text, or one for each kind of number."""
        return (
            self.typeset(text) if isinstance(text, str) else {form: self.typeset(words) for form, words in text.items()}
        )


def _put(pattern: str, *words: str) -> str:
    """Words in their places; what looks like a place within a word is left alone."""
    return re.sub(r"\{([01])\}", lambda match: words[int(match[1])], pattern)
