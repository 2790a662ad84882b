# The C types of search.py. Only for the compiler; the source runs without it.

cimport cython

from pearlboard.games.perladora.players.kernel cimport Position, Rng, u64

cdef int BACKUP, DIVER, ENOUGH, EXTRA_DIVER, EXTRA_EDGE, LOOK, NECKLACE, PATH
cdef double TRUST

cdef int _plain(int action) noexcept


@cython.final
cdef class Search:
    cdef Position root, deal
    cdef Rng rng
    cdef int me, capacity, expand_at, deepest, simulations, most_nodes, nodes, used, base
    cdef double exploration, rave, shrink
    cdef int[::1] act, n, child, rn, gn, first, count, visits, seat
    cdef double[::1] w, rw, gw, pearls
    cdef int path[128]
    cdef int chosen[128]
    cdef int pool[20]
    cdef int rest[5]
    cdef int liking[200]
    cdef int watching, suspicion, suspecting
    cdef int seen_n[200]
    cdef double seen_w[200]
    cdef int hidden[160]
    cdef int n_hidden[4]

    cpdef unknown(self, int seat, int space)
    cpdef set_pool(self, int seat, int value, int count)
    @cython.locals(seat=int)
    cdef void _deal(self) noexcept
    @cython.locals(total=int, v=int, i=int, space=int)
    cdef void _deal_seat(self, int seat) noexcept
    @cython.locals(total=int, r=int, v=int)
    cdef int _suspect(self, int likings) noexcept
    cpdef suspect(self, int percent)
    cpdef like(self, int space, int value, int liking)
    @cython.locals(r=int, v=int)
    cdef int _draw(self, int total) noexcept
    @cython.locals(seat=int, listed=int, node=int, kept=int, i=int, action=int, at=int, j=int)
    cdef int _new_node(self, Position position) noexcept
    @cython.locals(begin=int, end=int, visits=int, beta=double, bonus=double, best=int, highest=double, i=int,
                   value=double, later=double, unlike=int)
    cdef int _select(self, int node) noexcept
    @cython.locals(value=double)
    cdef double _worth(self, int branch, double later, double beta, double bonus) noexcept
    @cython.locals(first=double, i=int, value=double)
    cdef int _select_unlike(self, int begin, int end, int best, double highest) noexcept
    @cython.locals(mean=double)
    cdef double _later(self, int branch) noexcept
    cpdef run(self, int simulations)
    @cython.locals(deal=Position, node=int, depth=int, branch=int, action=int)
    cdef void _simulate(self) noexcept
    cdef int _in_hand(self, int action, int seat) noexcept
    @cython.locals(i=int, space=int, other=int)
    cdef void _hold(self, int v) noexcept
    @cython.locals(deal=Position, i=int, node=int, branch=int, side=int, reward=double)
    cdef void _learn(self, int depth) noexcept
    @cython.locals(seat=int, begin=int, end=int, i=int, happened=int)
    cdef void _learn_all(self, int node, double reward) noexcept
    @cython.locals(deal=Position)
    cdef int _happened(self, int action, int seat) noexcept
    @cython.locals(seat=int, i=int, space=int, at=int)
    cdef void _watch(self, double reward) noexcept
    cpdef watch(self)
    @cython.locals(count=int, total=double, v=int, n=int, mean=double, objective=double, away=double)
    cpdef double stake_of(self, int space) noexcept
    cpdef follow(self, int branch)
    @cython.locals(begin=int, i=int)
    cpdef int only(self, int action) noexcept
    cpdef int branches(self) noexcept
    cpdef int branch(self, int index) noexcept
    cpdef int action_of(self, int branch) noexcept
    cpdef int visits_of(self, int branch) noexcept
    cpdef double mean_of(self, int branch) noexcept
    cpdef double pearls_of(self, int branch) noexcept
    cpdef tune(self, double exploration, double rave, double shrink, double weight, int expand_at, int deepest)
    cpdef int done(self) noexcept
    cpdef int laid(self) noexcept
