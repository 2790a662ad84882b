"""All laws, in the order in which one would mend what breaks them."""

from typing import Final

from pearlboard.checking import board, hands, lessons, players, rules, secrets, shown, strangers, table
from pearlboard.checking.laws import Law

LAWS: Final = (
    Law("package", "its name, seats, title and players are what they must be", rules.package),
    Law("agreement", "there is an agreement for every number of players and every variant", rules.agreement),
    Law("ends", "random games end, with a place and points for each seat", rules.ends),
    Law("pure", "no action changes the state that it is played in", rules.pure),
    Law("legal", "what is open can be played; may and apply agree", rules.legal),
    Law("undo", "of every action it is said how it is taken back", rules.undo),
    Law("encodings", "agreement, deal and actions come back from text the same", rules.encodings),
    Law("junk", "what is no agreement and no action is refused as BadInput", rules.junk),
    Law("knowledge", "views can be sent, and hold no state", secrets.knowledge),
    Law("quiet", "a state prints nothing that was dealt", secrets.quiet),
    Law("hidden", "what public hides, nobody else sees", secrets.hidden),
    Law("strangers", "who does not see a hand learns nothing of it by asking", strangers.strangers),
    Law("asides", "whether something was said aside, nobody else sees", strangers.asides),
    Law("session", "a table comes to the same states and the same end", table.session),
    Law("take_back", "what is taken back is as it was before, and can be done again", table.take_back),
    Law("stored", "a stored game is read back the same", table.stored),
    Law("pieces", "pieces are expected on sites of the board, and where they were laid", board.pieces),
    Law("drafts", "what lies on the board is read as the action that lays it, or names what is wrong", board.drafts),
    Law("hands", "moves are read whatever order hands take, and what is put back has not moved", hands.hands),
    Law("owed", "what a game begins with, and what a computer moves, is asked for first", hands.owed),
    Law("lights", "scenes have lights, roles and cues that every theme knows", board.lights),
    Law("texts", "everything is said in every language that the game speaks", shown.texts),
    Law("screens", "pages get plain data, and buttons for what may be done", shown.screens),
    Law("replays", "a finished game has a frame for each action of a seat, and shows what lay there", shown.replays),
    Law("lessons", "lessons and puzzles have all that they need, and can be solved", lessons.lessons),
    Law("computers", "computer players play legal games", players.computers),
    Law("advice", "the adviser can think on what all may know, and its advice has words", players.advice),
    Law("hindsight", "a finished game can be thought over", players.hindsight),
)
