"""A phone in a player's hand, or a tab in its place: joining, the hand, tokens, the curtain, the own Divers."""

from e2e.page import Page
from e2e.table_page import TablePage

SIZE = (360, 640)
MIDDLE = """
const site = document.getElementById(`site-${arguments[0]}`);
site.scrollIntoView({block: "nearest"});
const box = site.querySelector(".ring").getBoundingClientRect();
return [box.x + box.width / 2, box.y + box.height / 2];
"""


class PhonePage(Page):
    """A seat's own page, in a window of its own."""

    @classmethod
    def new(cls, beside, kind="window"):
        """A phone of the size of a small one, with a touch screen, that shows nothing yet."""
        phone = cls.beside(beside, kind)
        phone.display.size(*SIZE, touch=True)
        phone.display.likes(still=True)
        return phone

    @classmethod
    def joined(cls, table_page, seat, kind="window", language="en"):
        """A phone that came in by the address of an invitation, for which a script has asked as the host could."""
        return cls.new(table_page, kind).scan(table_page.table.invitation(seat), language).until_seated()

    @classmethod
    def guest(cls, table_page, name="", pick="", language="en"):
        """A phone that came by the code of the lobby, and says its name if it has one."""
        phone = cls.new(table_page).scan(table_page.text("#lobby-code .address"), language).until_asked_for_a_name()
        return phone.introduce(name, pick) if name else phone

    def until_asked_for_a_name(self):
        """Wait until a guest is."""
        self.until(lambda: self.seen("#lobby-form"), "the form of a guest")
        return self

    def introduce(self, name, pick=""):
        """Say a name, choose, and wait until that is so."""
        self.until_asked_for_a_name().find("#lobby-name").clear()
        self.find("#lobby-name").send_keys(name)
        if pick:
            self.click(f"#lobby-pick-options [data-pick={pick}]")
        self.click("#lobby-in").until(lambda: self.seen("#lobby-inside"), "those who are in")
        return self

    def scan(self, address, language="en"):
        """Open an invitation as the camera does: the whole address at once."""
        self.driver.get(address.replace("/seat#", f"/seat?lang={language}#"))
        return self

    def until_seated(self):
        """Wait until the seat is shown, with its line to the table."""
        self.until(lambda: self.seen("#main"), "a seat")
        return self.until_connected()

    def until_welcome(self, words):
        """Wait until the page has no seat, and says so."""
        self.until(lambda: words in self.text("#welcome") and self.seen("#welcome"), f"{words!r} in the welcome")
        return self

    # --- what only this phone knows -----------------------------------------------------------------------------------

    @property
    def address(self):
        """What stands in the address bar."""
        return self.driver.current_url

    @property
    def kept(self):
        """The seats that this tab may speak for."""
        return self.js("return JSON.parse(sessionStorage.getItem('pearlboard.seats') ?? '[]')")

    @property
    def token(self):
        """That of its only seat."""
        (seat,) = self.kept
        return seat["token"]

    @property
    def hand(self):
        """How many are left of each value."""
        tiles = self.js("""return [...document.querySelectorAll("#hand-values .tile")].map((tile) =>
            [Number(tile.dataset.value), Number(tile.querySelector(".times").textContent.slice(2))])""")
        return dict(map(tuple, tiles))

    @property
    def chosen(self):
        """The value that is pressed; None if none is."""
        return self.js("return +document.querySelector('#hand-values [aria-pressed=true]')?.dataset.value || null")

    # --- hands --------------------------------------------------------------------------------------------------------

    def choose(self, value):
        """Tap a value of the hand, and wait until it is pressed."""
        self.click(f"#hand-{value}:not([aria-disabled=true])")
        self.until(lambda: self.chosen == value, f"value {value} chosen")
        return self

    def tap(self, site):
        """Touch the small board with a finger."""
        self.line.tap(*self.js(MIDDLE, site))
        return self

    def arm(self, token):
        """Press Power or Backup, and wait until it is armed."""
        self.do(token).until(lambda: self.seen(f"#do-{token}[aria-pressed=true]"), f"{token} armed")
        return self

    def until_mine(self):
        """Wait for this player's turn."""
        self.until(lambda: self.seen("#my-turn"), "my turn")
        return self

    def confirm(self):
        """Press the button, and wait until the turn has passed on."""
        before = self.whose
        self.do("confirm").until(lambda: self.whose != before, "the next turn")
        return self


def invitation(table_page: TablePage, seat):
    """Invite a seat on the host's page; the address of the code."""
    if not table_page.seen("#phones"):
        table_page.click("#phones-open")
    old = table_page.text("#invitation .address")
    table_page.until(lambda: table_page.seen(f"#phone-list [data-seat='{seat}'] button"), f"seat {seat} in the list")
    if table_page.seen(f"#reinvite-{seat}"):
        table_page.click(f"#reinvite-{seat}")
    table_page.click(f"#invite-{seat}")
    table_page.until(lambda: table_page.text("#invitation .address") not in ("", old), "the code")
    address = table_page.text("#invitation .address")
    table_page.click("#phones .head button")
    return address
