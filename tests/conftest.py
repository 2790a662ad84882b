"""Settings of the property tests: no deadlines, which a busy machine misses, and the same examples in every run."""

from hypothesis import settings

settings.register_profile("suite", deadline=None, derandomize=True)
settings.load_profile("suite")
