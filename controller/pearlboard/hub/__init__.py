"""The hub of a house: a program of its own, to which the tables of a cafe or a club tell what is played at them.

fold        PURE: from the rows of a public log to the games of a table
shown       what is said of a table at a glance
migrating   the schema, in numbered steps
database    one connection that reads and writes, one that listens
joining     how a table comes in, and goes
ingest      rows onto the disk, each once
house       what pages ask: all tables at a glance, the owner's deeds
attending   the WebSocket of a table
presence    which tables are switched on, by the word of an MQTT broker
feed        what pages are told as it happens
roles       who may ask for what
access      keys and sessions
doors       routes, each of which names who may ask
visiting    the public pages
api         the same for programs
keys        entering, and the owner's page of who has access
audit       who has done what, without names
deeds       the owner's page of that
files       files that tables are asked for, as they come
asking      the owner's page of that
care        what has to be done at which table
tables      the pages of those who look after tables
past        their page of past games
people      the people of the house and their codes
competition   PURE: from entries and results to pairings, standings and ratings
records     competitions as rows, and what tables tell of their matches
competitions  what is done with competitions
board       what is shown of a competition
competing   the public pages of competitions and ratings
naming      the owner's page of people
arranging   the pages of those who run competitions
participating   the page of one person
sheets      PURE: rows as CSV
words       sentences and templates
server      the application
running     the process

Nothing of a table imports the hub, and it imports no game, session or table: it knows public logs alone (`club`).
"""
