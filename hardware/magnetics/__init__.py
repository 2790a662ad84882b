"""The magnets' fields, computed: needs the extra `magnetics`, and nothing else of the project needs this."""
