// What the pages of a hub do by themselves: follow the feed, and show the key that came behind the address.

const shown = /** @type {HTMLElement | null} */ (document.querySelector("[data-feed]"));
const broken = document.getElementById("broken");

if (shown?.dataset.feed) {
  const feed = new EventSource(shown.dataset.feed);
  feed.addEventListener("open", () => { if (broken) broken.hidden = true; });
  feed.addEventListener("error", () => {
    if (broken) broken.hidden = false;
    // a browser gives up for good on what is no feed, such as the answer of a hub that is overloaded
    if (feed.readyState === EventSource.CLOSED) setTimeout(() => location.reload(), 15_000);
  });
  feed.addEventListener("message", (event) => {
    const told = new DOMParser().parseFromString(JSON.parse(event.data), "text/html");
    shown.replaceChildren(...told.body.childNodes);
  });
}

const form = /** @type {HTMLFormElement | null} */ (document.getElementById("enter"));
const key = location.hash.slice(1);
if (form && key) {
  history.replaceState(null, "", location.pathname + location.search);
  const field = form.elements.namedItem("key");
  if (field instanceof HTMLInputElement) {
    field.value = key;
    form.submit();
  }
}
