"""Stands in for the helper and for what is around it: routers, passwords, and a table that is here or there."""

from msgspec.structs import replace

from pearlboard.card.wifi.messages import Answer, Forget, Heard, Join, Networks, NetworkState, Own, OwnNetwork

HOME = b"Home"
DIGITS = "407281935566"
HEARD = (Heard(HOME, 70, "password"), Heard(b"Firm", 20, "other"), Heard(b"Cafe", 10, "open"))


class House:
    """`works`: the router is there; `right`: the one password; `silent`: the helper says nothing; `asked`: of it."""

    def __init__(self, where="none", known=(), heard=HEARD):
        self.state = NetworkState(where="none", heard=heard, heard_s=0.0, known=known)
        self.works, self.right, self.asked, self.silent = True, "correct horse", [], False
        if where == "own":
            self.open()
        elif where == "house":
            self.join(HOME)

    def become(self, **changes):
        self.state = replace(self.state, **changes)

    def open(self):
        self.become(where="own", own=OwnNetwork("pearlboard-ab12", DIGITS), ssid=None, strength=None)

    def join(self, ssid):
        known = tuple({*self.state.known, ssid})
        self.become(where="house", own=None, ssid=ssid, strength=70, known=known, country="DE")

    def leave(self):
        self.become(where="none", own=None, ssid=None, strength=None)

    def answer(self, request):
        if self.silent:
            return Answer("system")
        if not isinstance(request, Networks):
            self.asked.append(request)
        return Answer(self._done(request), self.state)

    def _done(self, request):
        match request:
            case Own():
                self.open()
            case Join(ssid, password):
                self.leave()
                ssid = ssid or next(iter(self.state.known), None)
                if not self.works or ssid is None:
                    return "gone"
                if password not in (None, self.right):
                    return "password"
                self.join(ssid)
            case Forget(ssid):
                self.become(known=tuple(each for each in self.state.known if each != ssid))
                if self.state.ssid == ssid:
                    self.leave()
        return None
