"""A thinker for tests: computer players think in this process, for as long as they are told to on a stepped clock."""

from pearlboard.computers.bot_client import BotReply
from pearlboard.games.registry import GAMES

THINKS_MS = 300


class SteppedThinker:
    """`asked`: all questions; `simulations`: overrides those of the levels; `answers` are used before any bot's."""

    def __init__(self, clock, ms=THINKS_MS, simulations=8):
        self.clock = clock
        self.ms = ms
        self.simulations = simulations
        self.asked = []
        self.answers = []
        self.think = self.by_its_level

    def ask(self, question, answered):
        """Answer after a while on the stepped clock."""
        self.asked.append(question)
        return _Pending(self, question, answered)

    async def close(self):
        """Nothing runs."""

    def by_its_level(self, question):
        """The answer of the player at the table, if hurried."""
        player = GAMES[question.game].players()[question.name]
        return BotReply(player.bot.think(question.knowledge, question.seed, self.simulations))


class _Pending:
    def __init__(self, thinker, question, answered):
        self.thinker = thinker
        self.question = question
        self.answered = answered
        self.cut = False
        self.cancel = thinker.clock.call_at(thinker.clock() + thinker.ms, self.answer)

    def answer(self):
        answers = self.thinker.answers
        self.answered(answers.pop(0) if answers else self.thinker.think(self.question))

    def hurry(self):
        self.cancel()
        self.cancel = self.thinker.clock.call_at(self.thinker.clock(), self.answer)

    def forget(self):
        self.cancel()
