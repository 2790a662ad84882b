# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, annotation_typing=False
"""Which action is best: a Monte-Carlo tree search with all-moves-as-first statistics over guessed deals.

Each simulation fills in what the seat does not know with a fresh guess, walks down the tree by what was learned, plays
the rest at random, and learns from the count. What is legal depends on public things and the own hand alone, so one
tree serves all guesses; another seat's Diver is one branch a space, whatever its value.

Every placement is permanent, so a Diver or a Pontoon that came later in the simulation tells of the branch that begins
with it (RAVE): a branch's value is a mixture of its own mean and of that, and the more simulations the more of its own.

Uncompiled and compiled (`search.pxd`) it does the same to the bit; see `kernel`.
"""

from array import array
from math import log

from pearlboard.games.perladora.players.actions import BACKUP, DIVER, ENOUGH, EXTRA_DIVER, EXTRA_EDGE, LOOK, NECKLACE
from pearlboard.games.perladora.players.kernel import Position, Rng

TRUST = 10.0  # simulations that an action is given before it is believed what it brought
PATH = 128  # as many actions as a simulation may follow the tree


def _plain(action: int) -> int:
    """An action of a Power as the main action that it is like; `ENOUGH` and what stands beyond is like none."""
    if action >= ENOUGH or action < EXTRA_DIVER:
        return action
    return action - EXTRA_EDGE if action >= EXTRA_EDGE else action - (EXTRA_DIVER - DIVER)


class Search:
    """A search tree for one seat's decision. `capacity`: the limit of branches, beyond which it grows no further."""

    def __init__(self, root: Position, seed: int, capacity: int) -> None:
        """An empty tree. `unknown` sets what is unknown in `root`."""
        self.root = root
        self.deal = Position(root.players, root.advanced)
        self.rng = Rng(seed)
        self.me = root.mover()
        self.capacity = capacity
        self.exploration = 0.0
        self.rave = 1000.0
        self.shrink = 0.0
        self.expand_at = 4
        self.deepest = 100
        self.simulations = 0
        self.act = array("i", [0]) * capacity
        self.n = array("i", [0]) * capacity
        self.child = array("i", [0]) * capacity
        self.rn = array("i", [0]) * capacity
        self.w = array("d", [0.0]) * capacity
        self.rw = array("d", [0.0]) * capacity
        self.gn = array("i", [0]) * capacity
        self.gw = array("d", [0.0]) * capacity
        self.pearls = array("d", [0.0]) * capacity
        nodes = capacity // 4 + 2
        self.most_nodes = nodes
        self.first = array("i", [0]) * nodes
        self.count = array("i", [0]) * nodes
        self.visits = array("i", [0]) * nodes
        self.seat = array("i", [0]) * nodes
        self.nodes = 0
        self.used = 0
        self.base = 0
        self.path = [0] * 128
        self.chosen = [0] * 128
        self.pool = [0] * 20
        self.rest = [0] * 5
        self.liking = [1] * 200
        self.suspicion = 0
        self.suspecting = 0
        self.watching = 0
        self.seen_n = [0] * 200
        self.seen_w = [0.0] * 200
        self.hidden = [0] * 160
        self.n_hidden = [0] * 4
        self.base = self._new_node(root)

    # --- what the seat does not know -----------------------------------------------------------------------------

    def unknown(self, seat: int, space: int) -> None:
        """The value of that seat's Diver there is not known. To be told in the order in which they were laid."""
        self.hidden[40 * seat + self.n_hidden[seat]] = space
        self.n_hidden[seat] += 1

    def set_pool(self, seat: int, value: int, count: int) -> None:
        """Set how many Divers of that value may be among a seat's hidden ones, on the board or in hand."""
        self.pool[5 * seat + value - 1] = count

    def suspect(self, percent: int) -> None:
        """Set in which percentage of guesses the likings that `like` sets hold; in the others nothing is liked."""
        self.suspicion = percent

    def like(self, space: int, value: int, liking: int) -> None:
        """Set how readily, relative to other values, the hidden Diver there is one of that value: 1 to 5,000,000."""
        self.liking[5 * space + value - 1] = liking

    def _deal(self) -> None:
        """A guess: the hidden Divers are drawn from their seat's pool one after the other, as they were laid.

        Part of the guesses takes everybody for a player with likings, the others nobody: whoever plays against their
        own habit must not gain by it.
        """
        self.deal.copy_from(self.root)
        self.suspecting = 1 if self.rng.below(100) < self.suspicion else 0
        for seat in range(self.root.players):
            self._deal_seat(seat)

    def _deal_seat(self, seat: int) -> None:
        total = 0
        for v in range(5):
            self.rest[v] = self.pool[5 * seat + v]
            total += self.rest[v]
        if total == 0:
            return
        for i in range(self.n_hidden[seat]):
            space = self.hidden[40 * seat + i]
            v = self._suspect(5 * space) if self.suspecting else self._draw(total)
            total -= 1
            self.deal.guess(space, v + 1)
        # A position may have been set up with fewer Divers than the box holds.
        while total > self.root.left[seat]:
            self._draw(total)
            total -= 1
        for v in range(5):
            self.deal.hand[5 * seat + v] = self.rest[v]

    def _suspect(self, likings: int) -> int:
        """The value, less 1, of the next of a seat's hidden Divers in this guess, by what is liked there."""
        total = 0
        for v in range(5):
            total += self.rest[v] * self.liking[likings + v]
        r = self.rng.below(total)
        v = 0
        while r >= self.rest[v] * self.liking[likings + v]:
            r -= self.rest[v] * self.liking[likings + v]
            v += 1
        self.rest[v] -= 1
        return v

    def _draw(self, total: int) -> int:
        r = self.rng.below(total)
        v = 0
        while r >= self.rest[v]:
            r -= self.rest[v]
            v += 1
        self.rest[v] -= 1
        return v

    # --- the tree ------------------------------------------------------------------------------------------------

    def _new_node(self, position: Position) -> int:
        """A node for the seat to move there, its branches in random order; -1 if there is no room."""
        if self.nodes >= self.most_nodes or self.used + 704 > self.capacity:
            return -1
        seat = position.to_move
        listed = position.list_actions(1 if seat == self.me else 0)
        node = self.nodes
        self.nodes += 1
        self.first[node] = self.used
        self.seat[node] = seat
        self.visits[node] = 0
        kept = 0
        for i in range(listed):
            action = position.found[i]
            if LOOK <= action < EXTRA_DIVER:
                continue
            at = self.used + kept
            j = self.used + self.rng.below(kept + 1)
            self.act[at] = self.act[j]
            self.act[j] = action
            self.n[at] = 0
            self.child[at] = -1
            self.rn[at] = 0
            self.w[at] = 0.0
            self.rw[at] = 0.0
            self.gn[at] = 0
            self.gw[at] = 0.0
            self.pearls[at] = 0.0
            kept += 1
        self.count[node] = kept
        self.used += kept
        return node

    def _select(self, node: int) -> int:
        """The branch to follow: the highest mixture of mean and all-moves-as-first, with a bonus for the unexplored."""
        begin = self.first[node]
        end = begin + self.count[node]
        visits = self.visits[node]
        beta = (self.rave / (3.0 * visits + self.rave)) ** 0.5 if self.rave > 0.0 else 0.0
        bonus = self.exploration * log(visits + 1.0) ** 0.5 if self.exploration > 0.0 else 0.0
        best = begin
        highest = -1.0
        unlike = 0
        for i in range(begin, end):
            later = self._later(i) if self.rave > 0.0 else -1.0
            if self.rave > 0.0 and later < 0.0:
                unlike += 1
                continue
            value = self._worth(i, later, beta, bonus)
            if value > highest:
                highest = value
                best = i
        return self._select_unlike(begin, end, best, highest) if unlike > 0 else best

    def _worth(self, branch: int, later: float, beta: float, bonus: float) -> float:
        """The mixture for one branch; `later` under 0: nothing is known of it."""
        if self.n[branch] == 0:
            return later + bonus if later >= 0.0 else 10.0
        value = self.w[branch] / self.n[branch]
        if later >= 0.0:
            value = beta * later + (1.0 - beta) * value
        if bonus > 0.0:
            value += bonus / self.n[branch] ** 0.5
        return value

    def _select_unlike(self, begin: int, end: int, best: int, highest: float) -> int:
        """The same where some actions are unlike all others and never happen later: they begin as good as the best."""
        first = highest if highest >= 0.0 else 1.0
        for i in range(begin, end):
            if self._later(i) < 0.0:
                value = (self.w[i] + TRUST * first) / (self.n[i] + TRUST)
                if value > highest:
                    highest = value
                    best = i
        return best

    def _later(self, branch: int) -> float:
        """The all-moves-as-first mean for a branch; -1 if unknown.

        A big Diver is rarely seen on a space, so its mean is drawn towards that of any own Diver there.
        """
        if self.gn[branch] > 0 and self.shrink > 0.0:
            mean = self.gw[branch] / self.gn[branch]
            return (self.rw[branch] + self.shrink * mean) / (self.rn[branch] + self.shrink)
        if self.rn[branch] > 0:
            return self.rw[branch] / self.rn[branch]
        return -1.0

    def run(self, simulations: int) -> None:
        """Run more simulations."""
        for _ in range(simulations):
            self._simulate()

    def _simulate(self) -> None:
        self._deal()
        deal = self.deal
        node = self.base
        depth = 0
        while True:
            branch = self._select(node)
            self.path[depth] = node
            self.chosen[depth] = branch
            depth += 1
            action = self.act[branch]
            if DIVER <= action < BACKUP or EXTRA_DIVER <= action < EXTRA_EDGE:
                action = self._in_hand(action, self.seat[node])
            deal.play(action)
            if deal.over or depth >= self.deepest or depth >= PATH or self.n[branch] < self.expand_at:
                break
            if self.child[branch] < 0:
                self.child[branch] = self._new_node(deal)
                if self.child[branch] < 0:
                    break
            node = self.child[branch]
            if self.count[node] == 0:
                break
        deal.playout(self.rng)
        deal.score()
        self._learn(depth)
        if self.watching:
            self._watch(deal.reward(deal.side[self.me]))
        self.simulations += 1

    def _in_hand(self, action: int, seat: int) -> int:
        """Laying a Diver, as this guess has it: another's is any that is in hand, an own one is what it is."""
        if seat != self.me:
            return action + self.deal.draw(seat, self.rng)
        if self.deal.hand[5 * seat + action % 5] == 0:
            self._hold(action % 5)
        return action

    def _hold(self, v: int) -> None:
        """Have an own Diver in hand that this guess, since not all own ones were said, has face down: swap them."""
        for i in range(self.n_hidden[self.me]):
            space = self.hidden[40 * self.me + i]
            if self.deal.value[space] == v + 1:
                other = self.deal.draw(self.me, self.rng)
                self.deal.guess(space, other + 1)
                self.deal.hand[5 * self.me + other] -= 1
                self.deal.hand[5 * self.me + v] += 1
                return

    def _watch(self, reward: float) -> None:
        """Record the reward by the value of each hidden Diver in this guess."""
        for seat in range(self.root.players):
            for i in range(self.n_hidden[seat]):
                space = self.hidden[40 * seat + i]
                at = 5 * space + self.deal.value[space] - 1
                self.seen_n[at] += 1
                self.seen_w[at] += reward

    def watch(self) -> None:
        """Start recording what `stake_of` returns."""
        self.watching = 1

    def stake_of(self, space: int) -> float:
        """How much the result hangs on the value of the hidden Diver there: the variance between its values."""
        count = 0
        total = 0.0
        for v in range(5):
            count += self.seen_n[5 * space + v]
            total += self.seen_w[5 * space + v]
        if count == 0:
            return 0.0
        mean = total / count
        objective = 0.0
        for v in range(5):
            n = self.seen_n[5 * space + v]
            if n > 0:
                away = self.seen_w[5 * space + v] / n - mean
                objective += n * away * away / count
        return objective

    def _learn(self, depth: int) -> None:
        deal = self.deal
        for i in range(depth):
            node = self.path[i]
            branch = self.chosen[i]
            side = deal.side[self.seat[node]]
            reward = deal.reward(side)
            self.visits[node] += 1
            self.n[branch] += 1
            self.w[branch] += reward
            self.pearls[branch] += deal.got[side]
            if self.rave > 0.0:
                self._learn_all(node, reward)

    def _learn_all(self, node: int, reward: float) -> None:
        """Every branch of the node whose action happened sooner or later."""
        seat = self.seat[node]
        begin = self.first[node]
        end = begin + self.count[node]
        for i in range(begin, end):
            happened = self._happened(_plain(self.act[i]), seat)
            if happened & 2:
                self.gn[i] += 1
                self.gw[i] += reward
            if happened & 1:
                self.rn[i] += 1
                self.rw[i] += reward

    def _happened(self, action: int, seat: int) -> int:
        """1 if that seat has done it; 2, or 3 if it is just this one, if an own Diver lies there."""
        deal = self.deal
        if action < 40:
            return 0 if (deal.right >> action) & 1 else 1
        if action < DIVER:
            return 0 if (deal.down >> (action - 40)) & 1 else 1
        if action < BACKUP:
            action -= DIVER
            if deal.owner[action // 5] != seat:
                return 0
            if seat != self.me:
                return 1
            return 3 if deal.value[action // 5] == action % 5 + 1 else 2
        if action < NECKLACE:
            return 1 if (deal.backed >> (action - BACKUP)) & 1 else 0
        return 0

    # --- the answer ----------------------------------------------------------------------------------------------

    def follow(self, branch: int) -> None:
        """Make the chosen action's branch the root, with what was learned behind it."""
        self.root.play(self.act[branch])
        self.base = self.child[branch]
        if self.base < 0:
            self.base = self._new_node(self.root)
        if self.base < 0:
            self.nodes = 0
            self.used = 0
            self.base = self._new_node(self.root)

    def only(self, action: int) -> int:
        """Play nothing else at the root, about which nothing was thought yet; 0 if that is not open there."""
        begin = self.first[self.base]
        for i in range(begin, begin + self.count[self.base]):
            if self.act[i] == action:
                self.act[begin] = action
                self.count[self.base] = 1
                return 1
        return 0

    def branches(self) -> int:
        """How many actions there are at the root."""
        return self.count[self.base]

    def branch(self, index: int) -> int:
        """The branch of the root's action at `index`."""
        return self.first[self.base] + index

    def action_of(self, branch: int) -> int:
        """The action of a branch."""
        return self.act[branch]

    def visits_of(self, branch: int) -> int:
        """How many simulations began with it."""
        return self.n[branch]

    def mean_of(self, branch: int) -> float:
        """The mean reward of those; 0 without any."""
        return self.w[branch] / self.n[branch] if self.n[branch] else 0.0

    def pearls_of(self, branch: int) -> float:
        """The mean of the own side's Pearls in those; 0 without any."""
        return self.pearls[branch] / self.n[branch] if self.n[branch] else 0.0

    def tune(self, exploration: float, rave: float, shrink: float, weight: float, expand_at: int, deepest: int) -> None:
        """`rave` 0: none; `deepest` 1: no tree, only the root's branches; `weight`: of winning in a reward."""
        self.exploration = exploration
        self.rave = rave
        self.shrink = shrink
        self.deal.weigh(weight)
        self.expand_at = expand_at
        self.deepest = deepest

    def done(self) -> int:
        """How many simulations were run."""
        return self.simulations

    def laid(self) -> int:
        """Whether the root waits for a second Pontoon of the same turn."""
        return self.root.laid
