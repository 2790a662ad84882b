"""A sentence to try the table's voice with, as it was typed into the form."""

from collections.abc import Mapping
from typing import Any

from pearlboard.operator.settings_form import NotSaved, SettingsForm
from pearlboard.session.state import Refused
from pearlboard.texts import Catalogue, say
from pearlboard.voice.speaker import NoVoice, Speaker


async def say_something(
    speaker: Speaker | None, form: SettingsForm, typed: Mapping[str, str], words: Catalogue
) -> Mapping[str, Any]:
    """Say something with typed settings, which are not saved; `wrong`: the errors by setting."""
    if speaker is None:
        raise Refused("no_table", say("no_table_runs"))
    said = words.aloud.render(say("voice_sample"))
    try:
        await speaker.try_out(form.with_typed(typed).voice, said, words.language)
    except NotSaved as error:
        return error.answer(words)
    except NoVoice as error:
        return {"voice": {"well": False, "sentence": words.render(error.sentence)}}
    return {"voice": {"well": True, "sentence": said}}
