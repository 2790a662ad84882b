"""Builds the voice of the running table."""

from datetime import datetime

from pearlboard.program.table_service import TableService
from pearlboard.screens.catalogues import catalogues
from pearlboard.settings import Voice
from pearlboard.table.tabletop import Tabletop
from pearlboard.voice.speaker import Speaker
from pearlboard.voice.table_voice import Around, TableVoice


def voice_of(tabletop: Tabletop, stage: TableService, speaker: Speaker, wishes: Voice) -> TableVoice:
    """The voice of a table, in the table's own language, as the settings want it."""
    around = Around(lambda: catalogues()[stage.language], lambda: stage.notices, _hour)
    voice = TableVoice(tabletop, speaker, around)
    tabletop.let_speak(voice)
    voice.use(wishes)
    return voice


def _hour() -> int:
    return datetime.now().astimezone().hour
