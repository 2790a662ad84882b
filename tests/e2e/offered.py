"""Laws over a page as it is shown: what is offered there can be pressed, has a name, and does something."""

NAMELESS = """
const called = (each) => [each.getAttribute("aria-label"), each.innerText, each.title, each.alt,
  ...[...each.labels ?? []].map((label) => label.innerText),
  ...(each.getAttribute("aria-labelledby") ?? "").split(" ").filter(Boolean)
    .map((id) => document.getElementById(id)?.textContent)];
return [...document.querySelectorAll("button, a[href], input, select, summary, [role=button]")]
  .filter((each) => each.checkVisibility() && !called(each).some((name) => name?.trim()))
  .map((each) => each.id || each.outerHTML.slice(0, 120));
"""
"""Controls without a name for whoever hears the page; what is not drawn of a text is no name."""


IDLE = """
const { send } = WebSocket.prototype;
let sent = 0;
// The table is asked nothing: what a page sends is refused on the spot.
WebSocket.prototype.send = function (data) {
  const { type, id } = JSON.parse(data);
  if (type !== "command") return send.call(this, data);
  sent += 1;
  const reply = JSON.stringify({ type: "reply", id, ok: false, error: "stale", sentence: `refused ${sent}` });
  return this.onmessage(new MessageEvent("message", { data: reply }));
};
const offered = (each) => each.isConnected && each.checkVisibility() && each.getBoundingClientRect().width > 1
  && each.getAttribute("aria-disabled") !== "true" && each.getAttribute("aria-pressed") !== "true";
const told = ["class", "aria-pressed", "open", "hidden", "style", "aria-label"];
const state = (each) => told.map((name) => each.getAttribute(name)).join();
const seen = () => [document.body.innerText, ...[...document.querySelectorAll("body *")].map(state)].join("|");
const idle = [];
for (const each of document.querySelectorAll("main button:enabled, header button:enabled")) {
  if (!offered(each)) continue;
  const [before, asked] = [seen(), sent];
  each.click();
  await new Promise((done) => setTimeout(done));
  if (seen() === before && sent === asked) idle.push(each.id || each.outerHTML.slice(0, 120));
  for (const dialog of document.querySelectorAll("dialog[open]")) dialog.close();
}
WebSocket.prototype.send = send;
return idle;
"""
"""Buttons that are offered, not chosen already, and, once pressed, neither ask the table nor change the page.

What is only set on the page stays so: whoever asks this is done with that page, or loads it again.
"""
ASKED = """
const advise = document.querySelector("#do-advise");
return advise.hidden || advise.checkVisibility() || document.querySelector("#now[data-drafted]") !== null;
"""
"""Whether the computer can be asked by whoever may ask it; what is laid or chosen first has its two answers."""
