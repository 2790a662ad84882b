"""Somebody who plays by ear: hears what the table says, feels what lies where, and has three buttons. It sees nothing.

It knows the language: which of the catalogue's sentences a text is, and which places and names are in it. Of the
program it knows nothing else; a game is begun for it, and it plays for everybody.
"""

import re

from pearlboard.games.pearls.rules.cards import COLOURS
from pearlboard.games.pearls.rules.names import cards
from pearlboard.geometry import GRID
from pearlboard.screens.catalogues import catalogues
from pearlboard.screens.private import private
from pearlboard.texts import say
from support.hearing import SpokenTable

PLACE = re.compile(r"\b([a-h]) ([1-5])\b")
MOST_ITEMS = 120
"""A menu is never longer; whoever has turned to so many has gone round."""
MOST_DEEDS = 900


class DeadEnd(AssertionError):
    """Nothing that can be heard leads on."""


class Listener:
    """Plays one game at a table that speaks `language`. `dead`: places whose sensors feel nothing, and nobody knows."""

    def __init__(self, game, language, rng, names=("Anna", "Ben"), dead=(), **options):
        self.words = catalogues()[language].aloud.of(game)
        self.rng, self.names, self.dead = rng, names, dead
        self.table = SpokenTable(language=language)
        form = {"options": options} if options else {}
        self.table.ask("set_up", game=game, players=[{"name": name} for name in names], **form)
        between = self.words.render(say("ui_at_line", first="X", second="Y"))
        first, second = (f"(?P<{end}>[a-h] [1-5])" for end in ("first", "second"))
        self.line = re.compile(re.escape(between).replace("X", first).replace("Y", second))
        self.log, self.told, self.unfelt, self.phones = [], set(), set(), {}
        self.hear("")

    # --- a player's own phone ------------------------------------------------------------------------------------

    def reads(self, name):
        """What the phone of a player, who gets one now if they have none, reads to them alone."""
        seat, top = self.names.index(name) + 1, self.table.tabletop
        self.phones.get(seat) or self.phones.update({seat: self.table.phone(seat)})
        told = private(seat, top.session, top.now, top.requests, catalogues()[self.words.language])["aloud"]
        return " ".join(told)

    def phone(self, name, command, **fields):
        """Press something on it."""
        self.table.ask(command, who=self.phones[self.names.index(name) + 1], **fields)

    # --- hearing -------------------------------------------------------------------------------------------------

    def hear(self, script):
        """What is heard while hands do something; it is in `said`, the most urgent first."""
        heard = self.table.hears(script)
        self.log += [f"> {script}", *heard]
        if heard:
            self.said = " ".join(heard)
        return heard

    def is_one_of(self, text, *names):
        """Whether a text is, or contains, one of the catalogue's sentences."""
        return any(pattern.search(text) for name in names for pattern in self._patterns(name))

    def _patterns(self, name):
        entry = self.words.entries[name]
        for form in [entry] if isinstance(entry, str) else entry.values():
            parts = re.split(r"\{[^}]*\}", form)
            yield re.compile(".+?".join(re.escape(part) for part in parts))

    def places(self, text):
        """The lines in a text, and the spaces that are not part of one."""
        lines = [GRID.site(self._name(found)) for found in self.line.finditer(text)]
        spaces = [GRID.space("".join(found.groups())) for found in PLACE.finditer(self.line.sub("", text))]
        return lines, spaces

    @staticmethod
    def _name(found):
        return "-".join(found[end].replace(" ", "") for end in ("first", "second"))

    # --- hands ---------------------------------------------------------------------------------------------------

    def toggle(self, sites):
        """Lift what lies there, and lay a piece where none does, as fingers find it; at a dead place unheard."""
        for site in sites:
            if site in self.dead:
                self.unfelt ^= {site}
            else:
                self.hear(f"-{site} wait 400" if site in self.table.board.pieces else f"{site} wait 400")

    def press(self):
        """Press the end-turn button; whoever hears nothing then asks what is to be done."""
        return self.hear("press end_turn") or [self.ask("now")]

    def touch(self, site):
        """Lift a piece and put it back; where that is not heard, go there by the menu."""
        if site in self.dead:
            return [self.go_to(site)]
        return self.hear(f"-{site} wait 400 {site} wait 400")

    def felt(self):
        """The spaces on which a piece lies, and of which no value was said yet, as fingers come to them."""
        lying = self.unfelt.union(self.table.board.pieces) - self.told
        return [space for space in GRID.spaces if space in lying]

    # --- the menu ------------------------------------------------------------------------------------------------

    def first_item(self):
        """Open the menu; its first item."""
        return self.hear("press hint 1500")[-1]

    def choose(self, wanted, item=None):
        """Turn to the item that `wanted` takes, and choose it; what is said then. None: it is not there.

        `item`: at which the menu is open; else it is opened.
        """
        item = item or self.first_item()
        for _ in range(MOST_ITEMS):
            if wanted(item):
                return " ".join(self.hear("press end_turn"))
            item = self.hear("press hint")[-1]
        self.hear("press hint 1500")
        return None

    def named(self, name, item=None, **parameters):
        """Choose the item of this name."""
        words = self.words.render(say(name, **parameters))
        return self.choose(lambda each: each == words, item)

    def ask(self, question):
        """Ask a question of the menu."""
        return self.named(f"voice_menu_{question}")

    def go_to(self, space):
        """What is said of a place that one goes to by the menu."""
        item = self.named("voice_menu_row_of_place")
        item = self.named("voice_row", item, row=space.row + 1)
        return self.named("voice_menu_place", item, site=space)

    def say_laid(self, site):
        """Say that a piece lies where none was felt."""
        self.go_to(site if site in GRID.spaces else site.first)
        return self.named("voice_menu_say_laid", site=site)

    def ask_at_length(self, question):
        """Ask it, and for more."""
        return self.ask(question), self.ask("longer")

    def is_question(self, item):
        """Whether an item is one of the table's own, and nothing of the game."""
        return item == self.words.render(say("voice_menu_now"))


def played(listener, turn, won):
    """Play until it is heard who has won; returns how many deeds that took."""
    for deed in range(MOST_DEEDS):
        if listener.is_one_of(listener.said, *won):
            return deed
        before = len(listener.log)
        turn(listener)
        if len(listener.log) == before:
            break
    raise DeadEnd("\n".join(listener.log[-40:]))


# --- Perladöra -------------------------------------------------------------------------------------------------------

WON_PERLADORA = ("victory", "victory_without_pearls", "victory_by_clusters")


def perladora(listener):
    """A deed of Perladöra: begin, lay something, turn up, say values, count."""
    said = listener.said
    if listener.is_one_of(said, "still_to_say", "still_to_say_some"):
        say_values(listener, said)
    elif listener.is_one_of(said, "lay_pearls"):
        begin = listener.words.render(say("button_start"))
        listener.choose(lambda item: item == begin)
    elif listener.is_one_of(said, "turn_all_up", "turn_up_and_say", "turn_up_and_agree", "ear_territory"):
        listener.press()
    else:
        lay(listener)


def lay(listener):
    """Lay a piece somewhere; now and then make a mistake first, and put it right by ear."""
    lines, spaces = listener.places(open_places(listener))
    if not lines + spaces:
        listener.press()
        return
    if listener.rng.random() < 0.05 and not listener.phones:
        blunder(listener)
    site = listener.rng.choice(lines if lines and (not spaces or listener.rng.random() < 0.6) else spaces)
    if listener.phones and site in spaces:
        choose_value(listener)
    listener.toggle([site])
    heard = listener.press()
    if listener.is_one_of(" ".join(heard), "upside_down"):
        listener.say_laid(site)
        listener.press()


def perladora_on_phones(listener):
    """Play where each has a phone, which reads their own Divers to them alone, and where they say their values."""
    for name in listener.names:
        listener.reads(name)
    perladora(listener)


def choose_value(listener):
    """Whoever is to move, as it is heard, says what a Diver will be worth: one of the values that their phone reads."""
    name = next(name for name in listener.names if name in listener.ask("now"))
    each = listener.words.render(say("ear_worth_each", count=0, value=0)).replace("0", r"\d+", 1).replace("0", r"(\d)")
    value = listener.rng.choice(re.findall(each, listener.reads(name)))
    listener.phone(name, "choose", choice={"value": int(value)})
    listener.hear("wait 100")


def open_places(listener):
    """The places by name, without those on which nothing may be laid."""
    long = listener.ask_at_length("where")[1] or ""
    forbidden = next(iter(listener._patterns("ear_forbidden"))).pattern.partition(".+?")[0]
    return long.partition(forbidden.replace("\\", ""))[0]


def blunder(listener):
    """Lay a piece where none may lie, or sweep one off; what is said names the place, and that is enough."""
    lying = sorted(listener.table.board.pieces, key=str)
    if lying and listener.rng.random() < 0.5:
        listener.hear(f"-{listener.rng.choice(lying)} wait 7000")
    else:
        site = GRID.space(listener.rng.choice(("d1", "b2", "e4")))
        listener.toggle([site])
        if site in listener.dead:  # nothing is said: it is taken up again
            listener.toggle([site])
            return
    lines, spaces = listener.places(listener.said)
    listener.toggle([*lines, *spaces])


def say_values(listener, said):
    """Say one of the values that are missing, of a Diver of whoever misses it."""
    owner = next(name for name in listener.names if name in said)
    value = min(map(int, re.findall(r"[2-5]", re.split(r"[(:]\s?(?=\d)", said)[-1])))
    site = next(site for site in listener.felt() if owner in listener.touch(site)[0])
    listener.told |= {site}
    if listener.named("ear_is_worth", space=site, value=value) is None:
        raise DeadEnd(f"no item for {value} at {site}")
    listener.ask("now")


# --- Pearls ----------------------------------------------------------------------------------------------------------

WON_PEARLS = ("pearls_won", "pearls_won_by_hand", "pearls_shared")


def pearls(listener):
    """A deed of Pearls: take a colour with the Diver, or place the first cards that the menu offers."""
    if listener.is_one_of(listener.said, "points_are_counted"):
        listener.press()
        return
    item = listener.first_item()
    if not listener.is_question(item) and listener.rng.random() < 0.4:
        listener.press()
        return
    listener.hear("press hint 1500")
    if take(listener):
        return
    if listener.is_question(listener.first_item()):
        listener.hear("press hint 1500")
        listener.ask("now")
    else:
        listener.press()


def take(listener):
    """Take a colour with the Diver, most of the time; whether there was one."""
    _, spaces = listener.places(listener.ask_at_length("where")[1] or "")
    if not spaces or listener.rng.random() > 0.8:
        return False
    site = listener.rng.choice(spaces)
    listener.toggle([site])
    listener.press()
    listener.toggle([site])
    listener.ask("now")
    return True


def pearls_in_hand(listener):
    """A game of Pearls with hidden hands: whoever is named places cards on their phone, which reads those to them."""
    if listener.is_one_of(listener.said, "points_are_counted"):
        listener.press()
        return
    name = next((name for name in listener.names if name in listener.ask("now")), listener.names[0])
    held = listener.reads(name)
    if (not held or listener.rng.random() < 0.6) and (take(listener) or not held):
        return
    groups = [
        (colour, count)
        for colour in COLOURS
        for count in range(1, 60)
        if re.search(rf"\b{listener.words.render(cards(colour, count))}\b", held)
    ]
    colour, count = listener.rng.choice(groups)
    listener.phone(name, "act", actor=listener.names.index(name) + 1, action=["place", colour, count, 0, False])
    listener.hear("wait 100")
    listener.ask("now")


# --- Piratoons -------------------------------------------------------------------------------------------------------

WON_PIRATOONS = ("piratoons_won", "piratoons_shared")
TO_LIFT = ("piratoons_no_piece", "piratoons_late", "pieces_to_lift", "clear_the_board", "clear_what_is_left")
WORDS_OF_MENU = {
    "piratoons_closed": ("piratoons_open",),
    "piratoons_turn": ("piratoons_ear_put_on", "piratoons_hold"),
    "piratoons_turn_passed": ("piratoons_hold", "piratoons_ear_put_on"),
    "piratoons_count": ("piratoons_ear_count",),
    "piratoons_bids": ("piratoons_ear_close",),
    "piratoons_opened": ("piratoons_ear_hands",),
    "piratoons_choice": ("piratoons_ear_take",),
    "piratoons_ships": ("piratoons_ear_build",),
    "piratoons_waited": ("piratoons_proceed",),
}
"""What is chosen in the menu when the table has said this: the first most of the time."""


def piratoons(listener):
    """A deed of Piratoons: open, place or pass, stop, count, bid, buy, build; what lies in the way is lifted."""
    said = listener.said
    if listener.is_one_of(said, *TO_LIFT):
        listener.toggle(listener.places(said)[1])
    elif listener.is_one_of(said, "piratoons_no_sand"):
        plunder(listener)
    elif listener.is_one_of(
        said, "piratoons_all_passed", "piratoons_none_left", "piratoons_all_counted", "points_are_counted"
    ):
        listener.press()
    elif listener.is_one_of(said, "piratoons_hands"):
        listener.hear("wait 4000")
    else:
        known = [names for name, names in WORDS_OF_MENU.items() if listener.is_one_of(said, name)]
        if not known:
            listener.ask("now")
            return
        choose_to_the_end(listener, known[-1])


def plunder(listener):
    """Place some pieces, each in a place that is somebody's as it is said there, and say stop."""
    for _ in range(listener.rng.randint(2, 5)):
        space = listener.rng.choice([space for space in GRID.spaces if space not in listener.table.board.pieces])
        told = listener.go_to(space)
        if listener.is_one_of(told, "piratoons_ear_pocket") and any(name in told for name in listener.names):
            listener.hear(f"{space} wait 400")
    listener.press()


def choose_to_the_end(listener, names):
    """Choose an item of one of these names, now and then a later one, and go on until something counts."""
    name = names[-1] if listener.rng.random() < 0.3 else names[0]
    passed = iter(range(listener.rng.randrange(4) if "{" in str(listener.words.entries[name]) else 0))
    heard = listener.choose(lambda item: listener.is_one_of(item, name) and next(passed, None) is None)
    if heard is None:
        raise DeadEnd(f"nothing like {name} in the menu")
    deep = 0
    for _ in range(MOST_ITEMS):
        if listener.is_one_of(heard, "voice_done") or deep < 0:
            break
        for _ in range(max(0, listener.rng.randint(-4, 4))):
            heard = listener.hear("press hint")[-1]
        item, heard = heard, " ".join(listener.hear("press end_turn"))
        deep += -1 if listener.is_one_of(item, "voice_menu_back") else int(heard != item)
    if not listener.is_one_of(heard, "voice_done"):
        listener.hear("press hint 1500")
