# The C types of kernel.py. Only for the compiler; the source runs without it.

cimport cython

ctypedef unsigned long long u64

cdef u64 ONE, M40, M64, ALL_RIGHT, ALL_DOWN, MULTIPLIER, GOLDEN, MIX_1, MIX_2, DE_BRUIJN
cdef int EDGE, DIVER, BACKUP, NECKLACE, LOOK, EXTRA_DIVER, EXTRA_EDGE, ENOUGH, PASS, FISHERMEN, FORAGERS, CHILDREN, ELDERS
cdef int PLACE_OF[64]
cdef u64 RIGHT_OF[80]
cdef u64 DOWN_OF[80]

cdef int lowest(u64 bits) noexcept nogil

@cython.locals(grown=u64)
cdef u64 region(u64 spaces, u64 right, u64 down) noexcept nogil

@cython.locals(left=u64, up=u64, both_sideways=u64, one_sideways=u64, both_upright=u64, one_upright=u64, odd=u64,
               d1=u64, d2=u64, d3=u64, from_left=u64, from_right=u64, from_above=u64, from_below=u64, sideways=u64,
               upright=u64, a2=u64, a3=u64, b3=u64)
cdef u64 peeled(u64 right, u64 down) noexcept nogil


@cython.final
cdef class Rng:
    cdef u64 state

    @cython.locals(x=u64)
    cpdef u64 next(self) noexcept

    cpdef int below(self, int n) noexcept


@cython.final
cdef class Position:
    cdef readonly int players, sides, advanced
    cdef int may_pass, own_looks, supply, to_move, power_used, laid, over, count, n_spaces, n_edges
    cdef u64 right, down, room, shut, farms, backed, occupied
    cdef u64 divers[4]
    cdef int owner[40]
    cdef int value[40]
    cdef int worth[40]
    cdef int pearls[40]
    cdef int hand[20]
    cdef int left[4]
    cdef int powers[4]
    cdef int clan[4]
    cdef int held[4]
    cdef int done[4]
    cdef int side[4]
    cdef int found[704]
    cdef int edges[80]
    cdef int spaces[40]
    cdef int total[4]
    cdef int got[4]
    cdef double win[4]
    cdef double ahead[4]
    cdef double weight
    cdef int clusters[4]
    cdef int cluster[48]

    cpdef set_farm(self, int space, int pearls)
    cpdef set_room(self)
    cpdef set_edges(self, u64 right, u64 down, int supply)
    cpdef set_seat(self, int seat, int clan, int powers, int held, int done)
    cpdef set_hand(self, int seat, int value, int count)
    cpdef set_turn(self, int seat, int power_used, int may_pass, int own_looks)
    cpdef set_diver(self, int space, int seat, int value, int necklaces, int backup)
    cpdef void guess(self, int space, int value) noexcept
    @cython.locals(i=int)
    cpdef void copy_from(self, Position other) noexcept

    @cython.locals(p=u64)
    cpdef u64 legal_right(self) noexcept
    @cython.locals(p=u64)
    cpdef u64 legal_down(self) noexcept
    @cython.locals(p=u64)
    cpdef int any_edge(self) noexcept
    @cython.locals(mine=u64)
    cpdef u64 backup_spaces(self) noexcept
    @cython.locals(own=u64, theirs=u64)
    cpdef u64 necklace_spaces(self) noexcept
    @cython.locals(found=u64, seat=int)
    cpdef u64 rivals(self) noexcept
    cpdef u64 look_spaces(self) noexcept
    cpdef int has_main(self) noexcept
    @cython.locals(seat=int)
    cpdef int list_actions(self, int by_value) noexcept
    cdef void _add(self, int action) noexcept
    cdef void _list_spaces(self, int kind, u64 bits) noexcept
    @cython.locals(bits=u64, space=int, v=int)
    cdef void _list_divers(self, int kind, int seat, int by_value) noexcept
    cdef void _list_edges(self, int kind) noexcept
    @cython.locals(begin=int, clan=int, kept=int, i=int, action=int)
    cdef void _list_powers(self, int seat, int by_value) noexcept
    @cython.locals(right=u64, down=u64, found=int)
    cdef int _main_after_edge(self, int edge) noexcept
    @cython.locals(bits=u64, always=bint, space=int, v=int)
    cdef void _list_extra_divers(self, int seat, int by_value) noexcept
    @cython.locals(bit=u64, found=int)
    cdef int _main_after_diver(self, int space, int seat) noexcept

    cdef void _close(self, int edge) noexcept
    @cython.locals(bit=u64)
    cdef void _place(self, int seat, int space, int v) noexcept
    @cython.locals(r=int, i=int, ones=int, twos=int, threes=int, fours=int)
    cpdef int draw(self, int seat, Rng rng) noexcept
    @cython.locals(seat=int)
    cpdef void play(self, int action) noexcept
    cdef void _end_turn(self) noexcept
    @cython.locals(n_spaces=int, n_edges=int, bits=u64, p=u64, divers=int, seat=int)
    cpdef void playout(self, Rng rng) noexcept
    @cython.locals(right=u64, down=u64, p=u64, i=int, edge=int)
    cdef int _lay_pontoons(self, int n_edges, int most, Rng rng) noexcept
    @cython.locals(taken=u64, others=u64, seat=int, v=int, count=int, i=int, space=int)
    cdef void _lay_all_divers(self, int n_spaces, Rng rng) noexcept
    @cython.locals(seat=int, wanted=int, idle=int)
    cdef void _take_turns(self, int n_spaces, int n_edges, Rng rng) noexcept
    @cython.locals(diver=bint, supply=int)
    cdef int _take_turn(self, int seat, int wanted, Rng rng) noexcept
    @cython.locals(i=int, space=int)
    cdef int _random_diver(self, int seat, int n_spaces, Rng rng) noexcept
    @cython.locals(first=int, turn=int)
    cdef void _play_tokens(self, Rng rng) noexcept
    @cython.locals(seat=int, bits=u64)
    cdef void _random_necklaces(self, Rng rng) noexcept
    @cython.locals(bits=u64, space=int)
    cdef void _random_backup(self, Rng rng) noexcept
    @cython.locals(count=int, rest=u64)
    cdef int _any_space(self, u64 bits, Rng rng) noexcept

    @cython.locals(todo=u64, part=u64, bits=u64, pearls=int, i=int)
    cpdef void score(self) noexcept
    @cython.locals(side=int, tied=int, count=int, share=int, i=int)
    cdef void _count(self, u64 part, int pearls) noexcept
    @cython.locals(present=int, bits=u64, space=int, side=int, i=int)
    cdef int _add_up(self, u64 part) noexcept
    @cython.locals(best=int, tied=int, i=int)
    cdef int _most(self, int present) noexcept
    @cython.locals(i=int, base=int)
    cdef void _give(self, int side, int share) noexcept
    @cython.locals(i=int, other=int, above=int, level=int, better=int)
    cdef void _rank(self) noexcept
    @cython.locals(i=int, mine=int, theirs=int)
    cdef int _compare(self, int side, int other) noexcept
    cpdef weigh(self, double weight)
    @cython.locals(best=int, i=int, margin=int)
    cpdef double reward(self, int side) noexcept

    cpdef int action(self, int index) noexcept
    cpdef int pearls_of(self, int side) noexcept
    cpdef double win_of(self, int side) noexcept
    cpdef int owner_of(self, int space) noexcept
    cpdef int value_of(self, int space) noexcept
    cpdef int worth_of(self, int space) noexcept
    cpdef int left_of(self, int seat) noexcept
    cpdef u64 open_right(self) noexcept
    cpdef u64 open_down(self) noexcept
    cpdef int mover(self) noexcept


@cython.locals(rng=Rng, position=Position, total=double)
cpdef double playouts(Position start, int count, u64 seed) except? -1
