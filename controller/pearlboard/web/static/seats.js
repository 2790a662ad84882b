// The seats that this tab may speak for: {seat, name, token}, gone with the tab. One tablet may serve several players.

const KEY = "pearlboard.seats";

export function seats() {
  const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
  return Array.isArray(kept) ? kept : [];
}

const keep = (list) => sessionStorage.setItem(KEY, JSON.stringify(list));

export function addSeat({ seat, name, token }) {
  keep([...seats().filter((each) => each.seat !== seat), { seat, name, token }].sort((one, other) => one.seat - other.seat));
}

export function removeSeat(seat, token) {
  keep(seats().filter((each) => each.seat !== seat || each.token !== token));
}
