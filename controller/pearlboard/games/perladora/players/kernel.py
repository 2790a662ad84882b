# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True, annotation_typing=False
"""The rules of Perladöra once more, as plain integers, for a computer that plays a game to its end in microseconds.

The same source runs as it stands and, with the C types of `kernel.pxd`, compiled; the results are the same to the bit.
So: no `1 << n` (a C int) but `ONE << n`, every shift to the left masked, and no number wider than 64 bits. Whatever the
rules say stands in `games.perladora`; tests hold the two together.

A `Position` is one deal: every value known, because a player's guess has filled in what that player does not know.

    spaces   0 to 39, row by row; bitboards of them have 40 bits
    edges    bit i of `right`: the line between space i and i + 1; of `down`: between i and i + 8. 1 is open
    seats    from 0, and sides too
    actions  one placement each: a turn of two Pontoons is two of them; the numbers stand in `actions`
"""

from pearlboard.games.perladora.players.actions import (
    BACKUP,
    CHILDREN,
    DIVER,
    EDGE,
    ELDERS,
    ENOUGH,
    EXTRA_DIVER,
    EXTRA_EDGE,
    FISHERMEN,
    FORAGERS,
    LOOK,
    NECKLACE,
    PASS,
)

ONE = 1
M40 = 0xFF_FFFF_FFFF
M64 = 0xFFFF_FFFF_FFFF_FFFF
ALL_RIGHT = 0x7F_7F7F_7F7F
ALL_DOWN = 0xFFFF_FFFF
MULTIPLIER = 0x2545_F491_4F6C_DD1D
GOLDEN = 0x9E37_79B9_7F4A_7C15
MIX_1 = 0xBF58_476D_1CE4_E5B9
MIX_2 = 0x94D0_49BB_1331_11EB
DE_BRUIJN = 0x03F7_9D71_B4CB_0A89
PLACE_OF = [0] * 64
for _i in range(64):
    PLACE_OF[((DE_BRUIJN << _i) & 0xFFFF_FFFF_FFFF_FFFF) >> 58] = _i


RIGHT_OF = [ONE << i if i < 40 else 0 for i in range(80)]
DOWN_OF = [0 if i < 40 else ONE << (i - 40) for i in range(80)]


def lowest(bits: int) -> int:
    """The number of the lowest bit that is set; 0 if none is."""
    return PLACE_OF[(((bits & -bits) * DE_BRUIJN) & M64) >> 58]


def region(spaces: int, right: int, down: int) -> int:
    """Everything that can be reached from `spaces` across open edges."""
    while True:
        grown = (
            spaces | ((spaces & right) << 1) | ((spaces >> 1) & right) | ((spaces & down) << 8) | ((spaces >> 8) & down)
        )
        if grown == spaces:
            return spaces
        spaces = grown


def peeled(right: int, down: int) -> int:
    """The spaces whose open edges would all cut off one to three spaces; see `Grid.edges_cutting_off_under_four`."""
    left = right << 1
    up = down << 8
    both_sideways = right & left
    one_sideways = right ^ left
    both_upright = down & up
    one_upright = down ^ up
    odd = one_sideways ^ one_upright
    d1 = odd & ~(both_sideways | both_upright)
    d2 = (one_sideways & one_upright) | ((both_sideways ^ both_upright) & ~odd)
    d3 = odd & (both_sideways | both_upright)
    from_left = (d1 & right) << 1
    from_right = (d1 >> 1) & right
    from_above = (d1 & down) << 8
    from_below = (d1 >> 8) & down
    sideways = from_left | from_right
    upright = from_above | from_below
    a2 = d2 & (sideways | upright)
    a3 = d3 & ((from_left & from_right) | (from_above & from_below) | (sideways & upright))
    b3 = d2 & (((a2 & right) << 1) | ((a2 >> 1) & right) | ((a2 & down) << 8) | ((a2 >> 8) & down))
    return d1 | a2 | a3 | b3


class Rng:
    """Chance by a seed: xorshift64*, the same numbers everywhere."""

    def __init__(self, seed: int) -> None:
        """Any whole number is a seed."""
        x = ((seed & M64) + GOLDEN) & M64
        x = ((x ^ (x >> 30)) * MIX_1) & M64
        x = ((x ^ (x >> 27)) * MIX_2) & M64
        x = x ^ (x >> 31)
        self.state = x if x != 0 else GOLDEN

    def next(self) -> int:
        """The next 32 bits."""
        x = self.state
        x ^= x >> 12
        x ^= (x << 25) & M64
        x ^= x >> 27
        self.state = x
        return ((x * MULTIPLIER) & M64) >> 32

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        return (self.next() * n) >> 32


class Position:
    """A deal. Mutable, so that nothing is made anew in a playout; `copy_from` is how one begins again."""

    def __init__(self, players: int, advanced: int) -> None:
        self.players = players
        self.sides = 2 if players == 4 else players
        self.advanced = advanced
        self.may_pass = 0
        self.own_looks = 0
        self.right = ALL_RIGHT
        self.down = ALL_DOWN
        self.supply = 35
        self.room = 0
        self.shut = 0
        self.farms = 0
        self.backed = 0
        self.occupied = 0
        self.to_move = 0
        self.power_used = 0
        self.laid = 0
        self.over = 0
        self.count = 0
        self.divers = [0] * 4
        self.owner = [-1] * 40
        self.value = [0] * 40
        self.worth = [0] * 40
        self.pearls = [0] * 40
        self.hand = [0] * 20
        self.left = [0] * 4
        self.powers = [0] * 4
        self.clan = [-1] * 4
        self.held = [0] * 4
        self.done = [0] * 4
        self.side = [0] * 4
        self.found = [0] * 704
        self.edges = [0] * 80
        self.spaces = [0] * 40
        self.total = [0] * 4
        self.got = [0] * 4
        self.win = [0.0] * 4
        self.ahead = [0.0] * 4
        self.clusters = [0] * 4
        self.cluster = [0] * 48
        self.weight = 0.8
        for seat in range(4):
            self.side[seat] = seat % 2 if players == 4 else seat

    # --- set up --------------------------------------------------------------------------------------------------

    def set_farm(self, space: int, pearls: int) -> None:
        """A Farm lies there, with so many Pearls."""
        self.pearls[space] = pearls
        self.farms |= ONE << space

    def set_room(self) -> None:
        """Compute the free spaces: all that are neither a Farm nor occupied."""
        self.room = M40 & ~(self.farms | self.occupied)

    def set_edges(self, right: int, down: int, supply: int) -> None:
        """The open edges, and how many Pontoons are left."""
        self.right = right
        self.down = down
        self.supply = supply

    def set_seat(self, seat: int, clan: int, powers: int, held: int, done: int) -> None:
        """Set the public tokens of a seat."""
        self.clan[seat] = clan
        self.powers[seat] = powers
        self.held[seat] = held
        self.done[seat] = done

    def set_hand(self, seat: int, value: int, count: int) -> None:
        """Set how many Divers of that value are in a seat's hand."""
        self.left[seat] += count - self.hand[5 * seat + value - 1]
        self.hand[5 * seat + value - 1] = count

    def set_turn(self, seat: int, power_used: int, may_pass: int, own_looks: int) -> None:
        """Whose turn it is; `power_used`: its Power was played already."""
        self.to_move = seat
        self.power_used = power_used
        self.may_pass = may_pass
        self.own_looks = own_looks

    def set_diver(self, space: int, seat: int, value: int, necklaces: int, backup: int) -> None:
        """A Diver lies there. Also to change the value of one that lies there already."""
        self.owner[space] = seat
        self.value[space] = value
        self.worth[space] = value - necklaces + backup
        self.occupied |= ONE << space
        self.divers[seat] |= ONE << space
        if backup:
            self.backed |= ONE << space

    def guess(self, space: int, value: int) -> None:
        """The Diver there is worth that, as far as this deal goes."""
        self.worth[space] += value - self.value[space]
        self.value[space] = value

    def copy_from(self, other: "Position") -> None:
        """Become what `other` is."""
        self.players = other.players
        self.sides = other.sides
        self.advanced = other.advanced
        self.may_pass = other.may_pass
        self.own_looks = other.own_looks
        self.right = other.right
        self.down = other.down
        self.supply = other.supply
        self.room = other.room
        self.farms = other.farms
        self.backed = other.backed
        self.occupied = other.occupied
        self.to_move = other.to_move
        self.power_used = other.power_used
        self.laid = other.laid
        self.over = other.over
        for i in range(40):
            self.owner[i] = other.owner[i]
        for i in range(40):
            self.value[i] = other.value[i]
        for i in range(40):
            self.worth[i] = other.worth[i]
        for i in range(40):
            self.pearls[i] = other.pearls[i]
        for i in range(20):
            self.hand[i] = other.hand[i]
        for i in range(4):
            self.divers[i] = other.divers[i]
            self.left[i] = other.left[i]
            self.powers[i] = other.powers[i]
            self.clan[i] = other.clan[i]
            self.held[i] = other.held[i]
            self.done[i] = other.done[i]
            self.side[i] = other.side[i]

    # --- what is open --------------------------------------------------------------------------------------------

    def legal_right(self) -> int:
        """The edges to the right on which a Pontoon may be laid."""
        if self.supply == 0:
            return 0
        p = peeled(self.right, self.down)
        return self.right & ~(p | (p >> 1))

    def legal_down(self) -> int:
        """The edges below on which a Pontoon may be laid."""
        if self.supply == 0:
            return 0
        p = peeled(self.right, self.down)
        return self.down & ~(p | (p >> 8))

    def any_edge(self) -> int:
        """Whether a Pontoon may be laid at all."""
        if self.supply == 0:
            return 0
        p = peeled(self.right, self.down)
        return 1 if (self.right & ~(p | (p >> 1))) | (self.down & ~(p | (p >> 8))) else 0

    def backup_spaces(self) -> int:
        """Own Divers in full territories without a Backup."""
        if not self.held[self.to_move]:
            return 0
        mine = self.divers[self.to_move] & ~self.backed
        if not mine:
            return 0
        return mine & ~region(self.room | self.backed, self.right, self.down)

    def necklace_spaces(self) -> int:
        """Opponents' Divers in territories that are not full and where an own Diver lies."""
        own = self.divers[self.to_move]
        theirs = self.rivals()
        if not own or not theirs:
            return 0
        return theirs & region(own, self.right, self.down) & region(self.room, self.right, self.down)

    def rivals(self) -> int:
        """The Divers of the other sides."""
        found = 0 & M40
        for seat in range(self.players):
            if self.side[seat] != self.side[self.to_move]:
                found |= self.divers[seat]
        return found

    def look_spaces(self) -> int:
        """Divers at which the Elders may look."""
        return self.rivals() | (self.divers[self.to_move] if self.own_looks else 0)

    def has_main(self) -> int:
        """Whether the seat to move has a main action."""
        if self.left[self.to_move] > 0 and self.room != 0:
            return 1
        if self.any_edge():
            return 1
        return 1 if self.advanced and self.backup_spaces() != 0 else 0

    def list_actions(self, by_value: int) -> int:
        """Fill `found` with all actions of the seat to move and return how many; 0 when the game is over.

        `by_value` 0: one Diver a space stands for all values, as whoever does not know the hand sees it.
        """
        self.count = 0
        if self.over:
            return 0
        seat = self.to_move
        if self.laid:
            self._list_edges(EDGE)
            self._add(ENOUGH)
            return self.count
        if self.left[seat] > 0:
            self._list_divers(DIVER, seat, by_value)
        self._list_edges(EDGE)
        if self.advanced:
            if self.held[seat]:
                self._list_spaces(BACKUP, self.backup_spaces())
            if self.powers[seat] > 0 and not self.power_used:
                self._list_powers(seat, by_value)
        if self.may_pass and not self.power_used and self.has_main():
            self._add(PASS)
        return self.count

    def _add(self, action: int) -> None:
        self.found[self.count] = action
        self.count += 1

    def _list_spaces(self, kind: int, bits: int) -> None:
        while bits:
            self._add(kind + lowest(bits))
            bits &= bits - 1

    def _list_divers(self, kind: int, seat: int, by_value: int) -> None:
        bits = self.room
        while bits:
            space = lowest(bits)
            bits &= bits - 1
            if by_value:
                for v in range(5):
                    if self.hand[5 * seat + v] > 0:
                        self._add(kind + 5 * space + v)
            else:
                self._add(kind + 5 * space)

    def _list_edges(self, kind: int) -> None:
        self._list_spaces(kind, self.legal_right())
        self._list_spaces(kind + 40, self.legal_down())

    def _list_powers(self, seat: int, by_value: int) -> None:
        """Powers with a target that leave a main action."""
        begin = self.count
        clan = self.clan[seat]
        if clan == FISHERMEN:
            self._list_edges(EXTRA_EDGE)
            if self.left[seat] > 0 and self.room != 0:
                return
            kept = begin
            for i in range(begin, self.count):
                action = self.found[i]
                if self._main_after_edge(action - EXTRA_EDGE):
                    self.found[kept] = action
                    kept += 1
            self.count = kept
        elif clan == CHILDREN:
            if self.left[seat] > 0:
                self._list_extra_divers(seat, by_value)
        elif clan == FORAGERS:
            if self.has_main():
                self._list_spaces(NECKLACE, self.necklace_spaces())
        elif clan == ELDERS and self.has_main():
            self._list_spaces(LOOK, self.look_spaces())

    def _main_after_edge(self, edge: int) -> int:
        right = self.right
        down = self.down
        self._close(edge)
        found = self.has_main()
        self.right = right
        self.down = down
        self.supply += 1
        return found

    def _list_extra_divers(self, seat: int, by_value: int) -> None:
        bits = self.room
        always = self.any_edge() or (self.left[seat] > 1 and (bits & (bits - 1)) != 0)
        while bits:
            space = lowest(bits)
            bits &= bits - 1
            if not always and not self._main_after_diver(space, seat):
                continue
            if by_value:
                for v in range(5):
                    if self.hand[5 * seat + v] > 0:
                        self._add(EXTRA_DIVER + 5 * space + v)
            else:
                self._add(EXTRA_DIVER + 5 * space)

    def _main_after_diver(self, space: int, seat: int) -> int:
        """Whether a main action is left once a Diver lies there: by then it may fill a territory for a Backup."""
        bit = ONE << space
        self.room ^= bit
        self.divers[seat] ^= bit
        self.left[seat] -= 1
        found = self.has_main()
        self.left[seat] += 1
        self.divers[seat] ^= bit
        self.room ^= bit
        return found

    # --- playing -------------------------------------------------------------------------------------------------

    def _close(self, edge: int) -> None:
        if edge < 40:
            self.right &= ~(ONE << edge) & M40
        else:
            self.down &= ~(ONE << (edge - 40)) & M40
        self.supply -= 1

    def _place(self, seat: int, space: int, v: int) -> None:
        """Lay a Diver of value v + 1."""
        bit = ONE << space
        self.room &= ~bit & M40
        self.occupied |= bit
        self.divers[seat] |= bit
        self.owner[space] = seat
        self.value[space] = v + 1
        self.worth[space] = v + 1
        self.hand[5 * seat + v] -= 1
        self.left[seat] -= 1

    def draw(self, seat: int, rng: Rng) -> int:
        """The value, less 1, of any Diver in that hand; the hand is not empty."""
        r = rng.below(self.left[seat])
        i = 5 * seat
        ones = self.hand[i]
        twos = ones + self.hand[i + 1]
        threes = twos + self.hand[i + 2]
        fours = threes + self.hand[i + 3]
        return (r >= ones) + (r >= twos) + (r >= threes) + (r >= fours)

    def play(self, action: int) -> None:
        """Play an action that is legal."""
        seat = self.to_move
        if action < DIVER:
            self._close(action)
            if self.laid or not self.any_edge():
                self._end_turn()
            else:
                self.laid = 1
        elif action < BACKUP:
            action -= DIVER
            self._place(seat, action // 5, action % 5)
            self._end_turn()
        elif action < NECKLACE:
            action -= BACKUP
            self.held[seat] = 0
            self.backed |= ONE << action
            self.worth[action] += 1
            self._end_turn()
        elif action < ENOUGH:
            self.powers[seat] -= 1
            self.power_used = 1
            if action < LOOK:
                self.worth[action - NECKLACE] -= 1
            elif action >= EXTRA_EDGE:
                self._close(action - EXTRA_EDGE)
            elif action >= EXTRA_DIVER:
                action -= EXTRA_DIVER
                self._place(seat, action // 5, action % 5)
        else:
            if action == PASS:
                self.done[seat] = 1
            self._end_turn()

    def _end_turn(self) -> None:
        """Hand over to the next seat that can play; the game is over when there is none."""
        self.power_used = 0
        self.laid = 0
        for _ in range(self.players):
            self.to_move += 1
            if self.to_move == self.players:
                self.to_move = 0
            if not self.done[self.to_move]:
                if self.has_main():
                    return
                self.done[self.to_move] = 1
        self.over = 1

    def playout(self, rng: Rng) -> None:
        """Play to the end at random: as often a Diver as Pontoons, and each place and Diver as likely as any other.

        Legality of edges only ever shrinks, so a list shuffled as it is used, and what has become illegal left out, is
        the same as looking for all legal edges each time. Necklaces and Backups are played last, on the Divers that lie
        there then; other Powers do not change how much is laid, and passing is left to those who think.
        """
        if self.over:
            return
        n_spaces = 0
        bits = self.room
        while bits:
            self.spaces[n_spaces] = lowest(bits)
            n_spaces += 1
            bits &= bits - 1
        n_edges = 0
        if self.supply > 0:
            p = peeled(self.right, self.down)
            self.shut = p
            bits = self.right & ~(p | (p >> 1))
            while bits:
                self.edges[n_edges] = lowest(bits)
                n_edges += 1
                bits &= bits - 1
            bits = self.down & ~(p | (p >> 8))
            while bits:
                self.edges[n_edges] = 40 + lowest(bits)
                n_edges += 1
                bits &= bits - 1
        divers = 0
        for seat in range(self.players):
            if not self.done[seat]:
                divers += self.left[seat]
        if divers > n_spaces:
            self._take_turns(n_spaces, n_edges, rng)
        else:
            self._lay_pontoons(n_edges, n_edges, rng)
            self._lay_all_divers(n_spaces, rng)
        if self.advanced:
            self._play_tokens(rng)
        self.laid = 0
        self.power_used = 0
        self.over = 1

    def _lay_pontoons(self, n_edges: int, most: int, rng: Rng) -> int:
        """Lay up to `most` Pontoons on any of the edges listed that are still legal; the list's new length."""
        right = self.right
        down = self.down
        p = self.shut
        while n_edges > 0 and most > 0:
            i = rng.below(n_edges)
            edge = self.edges[i]
            n_edges -= 1
            self.edges[i] = self.edges[n_edges]
            if (RIGHT_OF[edge] & (p | (p >> 1))) | (DOWN_OF[edge] & (p | (p >> 8))):
                continue
            right ^= RIGHT_OF[edge]
            down ^= DOWN_OF[edge]
            most -= 1
            self.supply -= 1
            if self.supply == 0:
                n_edges = 0
            p = peeled(right, down)
        self.right = right
        self.down = down
        self.shut = p
        return n_edges

    def _lay_all_divers(self, n_spaces: int, rng: Rng) -> None:
        """Lay every Diver in hand at random: there is a space for each, so the order does not matter."""
        taken = 0 & M40
        for seat in range(self.players):
            if not self.done[seat] and self.left[seat] > 0:
                self.left[seat] = 0
                others = taken
                for v in range(5):
                    count = self.hand[5 * seat + v]
                    self.hand[5 * seat + v] = 0
                    while count > 0:
                        i = rng.below(n_spaces)
                        n_spaces -= 1
                        space = self.spaces[i]
                        self.spaces[i] = self.spaces[n_spaces]
                        self.owner[space] = seat
                        self.value[space] = v + 1
                        self.worth[space] = v + 1
                        taken |= ONE << space
                        count -= 1
                self.divers[seat] |= taken ^ others
        self.room ^= taken
        self.occupied |= taken

    def _take_turns(self, n_spaces: int, n_edges: int, rng: Rng) -> None:
        """Seat by seat, where it matters who comes first."""
        self.n_spaces = n_spaces
        self.n_edges = n_edges
        seat = self.to_move
        wanted = 2
        idle = 0
        if self.laid:
            wanted = 1
        while idle < self.players:
            if self.done[seat]:
                idle += 1
            elif self._take_turn(seat, wanted, rng) or wanted == 1:
                idle = 0
            else:
                self.done[seat] = 1
                idle += 1
            wanted = 2
            self.power_used = 0
            seat += 1
            if seat == self.players:
                seat = 0

    def _take_turn(self, seat: int, wanted: int, rng: Rng) -> int:
        """A Diver, or up to `wanted` Pontoons; 0 if the seat can lay nothing."""
        diver = self.left[seat] > 0 and self.n_spaces > 0
        if wanted == 2 and diver and (self.n_edges == 0 or rng.next() & 1):
            self.n_spaces = self._random_diver(seat, self.n_spaces, rng)
            return 1
        supply = self.supply
        self.n_edges = self._lay_pontoons(self.n_edges, wanted, rng)
        if self.supply < supply:
            return 1
        if diver:
            self.n_spaces = self._random_diver(seat, self.n_spaces, rng)
            return 1
        return 0

    def _random_diver(self, seat: int, n_spaces: int, rng: Rng) -> int:
        """Lay any Diver on any space of the list; the list's new length."""
        i = rng.below(n_spaces)
        n_spaces -= 1
        space = self.spaces[i]
        self.spaces[i] = self.spaces[n_spaces]
        self._place(seat, space, self.draw(seat, rng))
        return n_spaces

    def _play_tokens(self, rng: Rng) -> None:
        """The seats' Necklaces, and then their Backups, from the one to move on."""
        first = self.to_move
        for turn in range(2 * self.players):
            self.to_move = (first + turn) % self.players
            if not self.done[self.to_move]:
                if turn < self.players:
                    self._random_necklaces(rng)
                else:
                    self._random_backup(rng)

    def _random_necklaces(self, rng: Rng) -> None:
        """All that the seat to move has: when they were played, a territory that is full now was not."""
        seat = self.to_move
        if self.clan[seat] != FORAGERS or not self.divers[seat]:
            return
        bits = self.rivals() & region(self.divers[seat], self.right, self.down)
        if bits:
            for _ in range(self.powers[seat]):
                self.worth[self._any_space(bits, rng)] -= 1

    def _random_backup(self, rng: Rng) -> None:
        bits = self.backup_spaces()
        if bits:
            space = self._any_space(bits, rng)
            self.backed |= ONE << space
            self.worth[space] += 1

    def _any_space(self, bits: int, rng: Rng) -> int:
        count = 0
        rest = bits
        while rest:
            rest &= rest - 1
            count += 1
        count = rng.below(count)
        while count > 0:
            bits &= bits - 1
            count -= 1
        return lowest(bits)

    # --- counting ------------------------------------------------------------------------------------------------

    def score(self) -> None:
        """Count as if the game ended now, by side: `got` Pearls, `win` 1 shared among the winners.

        `ahead`: of what part of the other sides it is; level with one is half of that.
        """
        for i in range(4):
            self.got[i] = 0
            self.clusters[i] = 0
        todo = M40
        while todo:
            part = region(todo & -todo, self.right, self.down)
            todo &= ~part
            pearls = 0
            bits = part & self.farms
            while bits:
                pearls += self.pearls[lowest(bits)]
                bits &= bits - 1
            if pearls:
                self._count(part, pearls)
        self._rank()

    def _count(self, part: int, pearls: int) -> None:
        """Give a territory's Pearls to whoever has them."""
        tied = self._most(self._add_up(part))
        if not tied:
            return
        if tied & (tied - 1) and part & self.backed:
            side = self.side[self.owner[lowest(part & self.backed)]]
            if (tied >> side) & 1:
                tied = 1 << side
        count = 0
        for i in range(self.sides):
            count += (tied >> i) & 1
        share = pearls // count
        if share:
            for i in range(self.sides):
                if (tied >> i) & 1:
                    self._give(i, share)

    def _add_up(self, part: int) -> int:
        """The `total` of every side in a territory; the sides that lie there, as bits."""
        present = 0
        for i in range(4):
            self.total[i] = 0
        bits = part & self.occupied
        while bits:
            space = lowest(bits)
            bits &= bits - 1
            side = self.side[self.owner[space]]
            self.total[side] += self.worth[space]
            present |= 1 << side
        return present

    def _most(self, present: int) -> int:
        """Those of these sides with the highest `total`."""
        best = -100
        tied = 0
        for i in range(self.sides):
            if (present >> i) & 1:
                if self.total[i] > best:
                    best = self.total[i]
                    tied = 0
                if self.total[i] == best:
                    tied |= 1 << i
        return tied

    def _give(self, side: int, share: int) -> None:
        """Add a cluster to a side, sorted from the biggest down."""
        self.got[side] += share
        i = self.clusters[side]
        self.clusters[side] = i + 1
        base = 12 * side
        while i > 0 and self.cluster[base + i - 1] < share:
            self.cluster[base + i] = self.cluster[base + i - 1]
            i -= 1
        self.cluster[base + i] = share

    def _rank(self) -> None:
        for i in range(self.sides):
            above = 0
            level = 0
            for other in range(self.sides):
                if other != i:
                    better = self._compare(other, i)
                    if better > 0:
                        above += 1
                    elif better == 0:
                        level += 1
            self.win[i] = 0.0 if above else 1.0 / (level + 1)
            self.ahead[i] = 1.0 - (2 * above + level) / (2.0 * (self.sides - 1))

    def _compare(self, side: int, other: int) -> int:
        """More than 0 if `side` has more than `other`: Pearls first, then cluster by cluster."""
        if self.got[side] != self.got[other]:
            return self.got[side] - self.got[other]
        for i in range(12):
            mine = self.cluster[12 * side + i] if i < self.clusters[side] else 0
            theirs = self.cluster[12 * other + i] if i < self.clusters[other] else 0
            if mine != theirs:
                return mine - theirs
        return 0

    def weigh(self, weight: float) -> None:
        """How much of a reward is for the others one is ahead of; the rest is for the margin."""
        self.weight = weight

    def reward(self, side: int) -> float:
        """The reward of a count for a side, 0 to 1: for how many it is ahead of, and for the margin; see `weigh`.

        With three sides winning alone would make a hopeless seat indifferent, and a leading one careless of the second.
        """
        best = 0
        for i in range(self.sides):
            if i != side and self.got[i] > best:
                best = self.got[i]
        margin = self.got[side] - best
        if margin > 15:
            margin = 15
        elif margin < -15:
            margin = -15
        return self.weight * self.ahead[side] + (1.0 - self.weight) * (0.5 + margin / 30.0)

    # --- what tests and analysis read ----------------------------------------------------------------------------

    def action(self, index: int) -> int:
        """The one at `index` of those that `list_actions` found."""
        return self.found[index]

    def pearls_of(self, side: int) -> int:
        """The Pearls of a side in the last count."""
        return self.got[side]

    def win_of(self, side: int) -> float:
        """1 if that side alone won the last count, a part of it if it shares."""
        return self.win[side]

    def owner_of(self, space: int) -> int:
        """The seat whose Diver lies there; -1 if none does."""
        return self.owner[space]

    def value_of(self, space: int) -> int:
        """The value of the Diver there, without tokens."""
        return self.value[space]

    def worth_of(self, space: int) -> int:
        """The worth of the Diver on a space."""
        return self.worth[space]

    def left_of(self, seat: int) -> int:
        """How many Divers are in that hand."""
        return self.left[seat]

    def open_right(self) -> int:
        """The open edges to the right."""
        return self.right

    def open_down(self) -> int:
        """The open edges below."""
        return self.down

    def mover(self) -> int:
        """The seat to move; -1 when the game is over."""
        return -1 if self.over else self.to_move


def playouts(start: Position, count: int, seed: int) -> float:
    """The mean share of side 0 in winning over playouts from one position. For benchmarks and tests."""
    rng = Rng(seed)
    position = Position(start.players, start.advanced)
    total = 0.0
    for _ in range(count):
        position.copy_from(start)
        position.playout(rng)
        position.score()
        total += position.win[0]
    return total / count
