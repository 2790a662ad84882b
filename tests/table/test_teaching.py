"""A game that is explained as it goes: what the table says besides, how often, and what it answers to "why?"."""

from dataclasses import replace

import pytest

from pearlboard.computers.bot_client import BotReply
from pearlboard.games.api import Explaining
from pearlboard.games.bots import Thought
from pearlboard.games.perladora.rules.steps import PlaceDiver
from pearlboard.games.registry import GAMES
from pearlboard.geometry import space
from pearlboard.languages import LANGUAGES
from pearlboard.session.explaining import explanation
from pearlboard.store.codec import decode, encode
from pearlboard.table.situation import Stop
from pearlboard.table.speech import answers, why_it_waits
from pearlboard.table.speech import explanation as told
from pearlboard.texts import say
from pearlboard.voice.telling import at_length
from support.perladora_table import PERLADORA
from support.tabling import TestTable


def explained(**form):
    """A game of Anna and Ben that is explained."""
    return TestTable().begin(explain=True, **form)


def text(table):
    return table.screen()["teaching"]["text"]


def questions(table):
    return [each["question"] for each in table.screen()["teaching"]["why"]]


def name(table):
    """Which explanation stands there."""
    found = explanation(table.tabletop.session, PERLADORA)
    return None if found is None else found.said.name


def test_a_game_explains_nothing_unless_it_was_agreed_on():
    """There is nothing on its screen, and no button."""
    assert TestTable().begin().screen()["teaching"] is None
    assert TestTable().screen()["teaching"] is None
    assert TestTable().begin().screen()["match"]["explain"] is False


def test_a_game_that_explains_has_words_and_answers_in_every_language():
    """Under its sentence."""
    table = explained()
    assert table.screen()["match"]["explain"] is True
    assert len({table.screen(language)["teaching"]["text"] for language in LANGUAGES}) == len(LANGUAGES)
    assert questions(table) == ["What can I do now?", "Why is it Anna’s turn?"]


def test_each_player_is_told_of_a_turn_in_three_turns():
    """Then there is nothing new, and nothing is said."""
    table, seen = explained(), []
    for place in ("c1", "e1", "c2", "e2", "c3", "e3", "d4"):
        seen.append(name(table))
        table.do(f"{place} wait 3200")
    first, second, third = (f"explain_{each}_turn" for each in ("first", "second", "third"))
    assert seen == [first, first, second, second, third, third, None]
    assert text(table) is None


def test_who_is_a_computer_is_told_until_a_person_has_acted():
    """Before whatever is told first, in every language; a table of people alone meets nobody."""
    table = explained(computers={2: "easy"})
    told = explanation(table.tabletop.session, PERLADORA)
    assert (told.name, told.said.name) == ("first_turn-1", "explain_computers")
    assert dict(told.said.parameters)["seats"] == (2,)
    assert all("Ben" in table.screen(language)["teaching"]["text"] for language in LANGUAGES)
    table.do("a1-b1 c3-d3 wait 3200").clock.step(20_000)
    assert name(table) == "explain_pontoon"
    assert name(explained()) == "explain_first_turn"


def test_a_draft_that_waits_for_an_answer_has_a_word_of_its_own():
    """What the … in the circle is; once it is said, or in later turns, it is not told."""
    table = TestTable(on_screen=True).begin(2, explain=True)
    begun = text(table)
    table.do("c3")
    assert "…" in text(table)
    table.ask("choose_value", value=1)
    assert text(table) == begun


def test_what_a_computer_has_done_is_explained_when_a_person_is_to_move():
    """While it thinks there is nothing to read that would be gone at once; and what was not read does not count."""
    table = explained(computers={2: "easy"}).do("a1-b1 c3-d3 wait 3200")
    assert table.screen()["thinking"] is not None
    assert text(table) is None
    assert questions(table)[0] == "Why does the table wait?"
    table.clock.step(20_000)
    assert table.screen()["thinking"] is None
    assert name(table) == "explain_pontoon"
    assert table.tabletop.session.explained["first_turn-1"] == 1
    assert "pontoon" not in table.tabletop.session.explained


@pytest.mark.parametrize("value", [1, 5])
def test_what_a_computer_has_played_has_a_reason_that_is_true_for_all(value):
    """In a game that is explained; it is the same whatever the Diver is worth."""
    table = explained(computers={2: "easy"})
    farms = table.tabletop.now.game.view.public.setup.farms
    table.thinker.answers = [BotReply(Thought(PlaceDiver(space("c4"), value), 0.5, 20))]
    table.do("a1-b1 g3-h3 wait 3200 wait 5000")
    pearls = sum(farms[space(farm)] for farm in ("a4", "c5", "e4"))
    told = f"Ben lays a Diver on c4. Within two steps of it lie {pearls} Pearls, and there was no Diver yet."
    assert table.screen()["told"] == [told]


@pytest.mark.parametrize("value", [1, 5])
def test_in_any_game_it_can_be_asked_why_a_computer_has_played_so(value):
    """What was played is told without a reason there; whoever asks hears one, the same whatever lies face down."""
    table = TestTable().begin(computers={2: "easy"})
    assert table.screen()["teaching"] is None
    farms = table.tabletop.now.game.view.public.setup.farms
    table.thinker.answers = [BotReply(Thought(PlaceDiver(space("c4"), value), 0.5, 20))]
    table.do("a1-b1 g3-h3 wait 3200 wait 5000")
    assert table.screen()["told"] == ["Ben lays a Diver on c4."]
    pearls = sum(farms[space(farm)] for farm in ("a4", "c5", "e4"))
    why = f"Ben lays a Diver on c4. Within two steps of it lie {pearls} Pearls, and there was no Diver yet."
    asked = {"question": "Why did Ben play that?", "text": why}
    assert table.screen()["teaching"] == {"text": None, "why": [asked]}
    assert len({table.screen(language)["teaching"]["why"][0]["question"] for language in LANGUAGES}) == len(LANGUAGES)
    assert say("ask_move", seat=2) in at_length(table.tabletop.now)
    table.do("c4 a3 wait 3200")
    assert table.screen()["teaching"] is None


def test_of_several_computers_each_answers_for_its_last_step():
    """The one that has played last comes first."""
    table = TestTable().begin(players=3, computers={2: "easy", 3: "easy"})
    steps = (PlaceDiver(space("c4"), 1), PlaceDiver(space("f4"), 1))
    table.thinker.answers = [BotReply(Thought(step, 0.5, 20)) for step in steps]
    table.do("a1-b1 g3-h3 wait 3200 wait 5000 c4 wait 5000 f4 wait 5000")
    asked = [each["question"] for each in table.screen()["teaching"]["why"]]
    assert asked == ["Why did Cleo play that?", "Why did Ben play that?"]


def test_what_was_told_is_not_told_again_after_a_take_back_or_a_restart():
    """It was read, and the log knows."""
    table = explained().do("c1 wait 3200").ask("take_back").do("-c1")
    assert name(table) == "explain_second_turn"
    again = TestTable(table.log)
    assert name(again) == "explain_second_turn"


def test_another_game_begins_from_the_start():
    """A rematch is explained as the game before was; each game counts for itself."""
    table = explained().do("c1 wait 3200").ask("abandon").do("-c1")
    table.begin(explain=True)
    assert name(table) == "explain_first_turn"


def test_while_something_is_to_be_put_right_that_comes_first():
    """Why is asked of it, and the explanation waits; it is there again afterwards."""
    table = explained().do("d1")
    assert text(table) is None
    assert questions(table)[0] == "Why is that not allowed?"
    table.do("-d1")
    assert text(table) is not None


def test_it_waits_for_a_piece_that_is_gone():
    """Until it is back."""
    table = explained().do("c1 wait 3200 e1 wait 3200 c2 wait 3200 -c1 -e1")
    assert questions(table)[0] == "Why does the table wait?"
    assert "counts already" in table.screen()["teaching"]["why"][0]["text"]


def test_it_waits_for_what_was_taken_back():
    """It has to be lifted."""
    table = explained().do("c1 wait 3200").ask("take_back")
    assert "does not count any more" in table.screen()["teaching"]["why"][0]["text"]


def test_it_waits_for_the_computers_piece():
    """The computer has no hands."""
    table = explained(computers={2: "easy"}).do("c1 wait 3200")
    table.clock.step(20_000)
    assert "has no hands" in table.screen()["teaching"]["why"][0]["text"]


def test_it_waits_in_a_pause_and_says_nothing_else():
    """Nothing of the game is to be asked then."""
    table = explained().ask("pause")
    assert [each["question"] for each in table.screen()["teaching"]["why"]] == ["Why does the table wait?"]
    assert text(table) is None


@pytest.mark.parametrize(
    ("stop", "why"), [(Stop.LOST, "waits_board"), (Stop.FROZEN, "waits_board"), (Stop.PAUSED, "waits_paused")]
)
def test_it_waits_for_its_board(stop, why):
    """Whatever is the matter with it; the sentence says what."""
    now = replace(explained().tabletop.now, stop=stop)
    assert why_it_waits(now).name == why
    assert told(now) is None
    assert len(answers(now)) == 1


def test_it_waits_for_all_to_agree():
    """A take-back that others have seen."""
    table = explained()
    table.phone(2)
    table.do("c1 wait 3200 e1 wait 3200 c2").do("-c2")
    phone = table.phone(1)
    table.ask("take_back", who=phone)
    assert table.tabletop.now.requests.proposal is not None
    assert questions(table)[0] == "Why does the table wait?"
    assert text(table) is None


def test_a_game_that_explains_nothing_has_no_answers_either(monkeypatch):
    """Whoever asks for it gets a game without: there is no button."""
    monkeypatch.setitem(GAMES._found, "perladora", replace(PERLADORA, explaining=Explaining(lambda _before, _view: ())))
    assert explained().screen()["teaching"] == {"text": None, "why": []}


def test_a_log_keeps_that_a_game_is_explained_and_an_older_one_is_not():
    """What was written before anybody could ask for it reads as ever, and is written as ever."""
    [agreed] = [entry.fact for entry in explained().log if type(entry.fact).__name__ == "GameAgreed"]
    assert decode(*encode(agreed)).agreement.explains
    silent = replace(agreed, agreement=replace(agreed.agreement, explains=False))
    assert "explain" not in encode(silent)[2]
    assert not decode(*encode(silent)).agreement.explains


def test_the_help_has_the_rules_in_short_before_the_game_and_while_it_is_on():
    """The same six sentences, and whether there is a lesson."""
    table = TestTable()
    offered = next(game for game in table.screen()["games"] if game["name"] == "perladora")
    assert len(offered["brief"]) == 6
    match = table.begin().screen()["match"]
    assert (match["brief"], match["lesson"]) == (offered["brief"], True)
