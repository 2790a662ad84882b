"""The table speaks: what is to be said now, what can be asked by ear, and the process that says it.

    situation -> telling -> queue -> speaker -> espeak-ng -> ALSA
    question  -> answers ----^
    button    -> menu -------^

What is said is made of the table's view and its situation alone, as the lights are, so a speech can give away no more.
"""
