"""What somebody hears at a table that speaks: a mouth that keeps every text, and says each until it is told to end."""

from dataclasses import replace

from pearlboard.geometry import GRID
from pearlboard.screens.catalogues import catalogues
from pearlboard.settings import Voice
from pearlboard.voice.answers import Asked, Question, answer
from pearlboard.voice.menu import top
from pearlboard.voice.table_voice import Around, TableVoice
from support.tabling import TestTable

ON = Voice(speaks="on")
WITH_A_PLACE = {Question.ROW, Question.COLUMN, Question.PLACE, Question.AROUND}


class Mouth:
    """`heard`: all texts in order, `cut`: those that were cut short; `instant`: each is over as soon as it begins."""

    def __init__(self, *, instant=True):
        self.heard, self.cut, self.wishes = [], [], None
        self.instant = instant
        self._done = None

    def use(self, wishes):
        self.wishes = wishes

    def say(self, text, language, done):
        assert self._done is None, "two at a time"
        assert language in catalogues()
        self.heard.append(text)
        self._done = done
        if self.instant:
            self.finish()

    def hush(self):
        self.cut.append(self.heard[-1])
        self._done = None

    def finish(self):
        """What is being said is over."""
        done, self._done = self._done, None
        done()

    def take(self):
        """What was heard since the last call."""
        heard, self.heard = self.heard, []
        return heard


def speaking(table, language="en", wishes=ON, mouth=None, **around):
    """Give a table in a test its voice."""
    voice = TableVoice(table.tabletop, mouth or Mouth(), Around(lambda: catalogues()[language], **around))
    table.tabletop.let_speak(voice)
    voice.use(wishes)
    return voice


def all_answers(now, language):
    """Everything that can be heard of a situation: every answer, in short and at length, and every item of the menu."""
    rows, columns = range(1, GRID.rows + 1), range(1, GRID.columns + 1)
    places = sorted(now.board.table.sensed | now.game.latest, key=str)[:6]
    asked = [
        *(Asked(question) for question in Question if question not in WITH_A_PLACE),
        *(Asked(Question.ROW, row) for row in rows),
        *(Asked(Question.COLUMN, column) for column in columns),
        *(Asked(Question.AROUND, site=site) for site in places),
    ]
    told = [answer(now, each) for each in asked]
    items = [item.words for site in (None, *places) for item in top(now, site)]
    menu = replace(told[0], said=tuple(items))
    return [each.text(catalogues()[language]) for one in told for each in (one, one.at_length())] + [
        menu.text(catalogues()[language])
    ]


class SpokenTable(TestTable):
    """A table that speaks. `hears` performs a script, and gives what was heard meanwhile."""

    def __init__(self, *given, language="en", wishes=ON, instant=True, hour=lambda: 12, **more):
        super().__init__(*given, **more)
        self.mouth, self.notices = Mouth(instant=instant), ()
        self.tabletop.set_house_rules(replace(self.tabletop.house, patient=True))
        told = {"notices": lambda: self.notices, "hour": hour}
        self.voice = speaking(self, language, wishes, self.mouth, **told)

    def hears(self, script=""):
        """What is heard while hands do this."""
        self.do(script)
        return self.mouth.take()
