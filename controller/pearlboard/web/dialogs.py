"""What stands in front of the table page for a moment: the help, "are you sure?", the table's own question."""

from html import escape

from pearlboard.web.document import Words


def dialogs(words: Words) -> str:
    """All of them, closed."""
    keys = "".join(
        f"<dt>{''.join(f'<kbd>{escape(key)}</kbd>' for key in keys)}</dt><dd>{words(name)}</dd>"
        for name, keys in (
            ("key_move", "←↑↓→"),
            ("key_jump", ("⇧←", "⇧→", "⇧↑", "⇧↓")),
            ("key_put", ("Enter", words("key_space"))),
            ("key_confirm", ("C", words("key_end"))),
            ("key_take_back", "T"),
            ("key_hint", "H"),
            ("key_power", "P"),
            ("key_backup", "B"),
            ("key_value", ("1", "…", "5")),
            ("key_clear", "0"),
            ("key_help", "?"),
        )
    )
    signs = "".join(
        f'<dt><i class="sign sign-{name}"></i></dt><dd>{words(f"sign_{name}")}</dd>'
        for name in ("draft", "missing", "wrong", "region", "target", "less", "backup")
    )
    return (
        f'<dialog id="help" aria-labelledby="help-title"><h2 id="help-title" tabindex="-1" autofocus>{words("help")}</h2>'
        f'<p>{words("help_how")}</p><dl class="signs">{signs}</dl><h3>{words("keys")}</h3><dl class="keys">{keys}</dl>'
        f'<label class="switch"><input type="checkbox" id="single-keys" checked><span>{words("single_keys")}</span></label>'
        f'<form method="dialog"><button class="main">{words("close")}</button></form></dialog>'
        f'<dialog id="sure" aria-labelledby="sure-title"><h2 id="sure-title">{words("sure")}</h2><p>{words("sure_text")}</p>'
        f'<form method="dialog" class="acts"><button value="no" class="main">{words("keep_playing")}</button>'
        f'<button value="yes" class="danger">{words("abandon")}</button></form></dialog>'
        f'<dialog id="question" aria-labelledby="question-text"><h2 id="question-text"></h2><div class="acts">'
        f'<button type="button" class="main" data-answer="continue">{words("continue")}</button>'
        f'<button type="button" data-answer="new">{words("new")}</button></div></dialog>'
    )
