"""The laws that every game must keep, so that a table can play it: `pearlboard check-game NAME`.

A law is looked at in games that are played at random, always the same ones. What is proved here is what can be asked of
any game; that its rules are those of its rulebook, only its own tests can say.
"""
