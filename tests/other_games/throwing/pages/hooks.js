// Every hook that a game may have (docs/http-games.md), and each of them throws.

const fail = (name) => () => { throw new TypeError(`${name} fails, and would tell a secret`); };

export const board = Object.fromEntries(["pieces", "draw", "look", "mark", "name", "place", "marks", "covers"].map((name) => [name, fail(name)]));
export const keys = { x: fail("x") };
export const stop = fail("stop"), show = fail("show"), sign = fail("sign"), row = fail("row"), touch = fail("touch"), focus = fail("focus"),
  lays = fail("lays"), turnOf = fail("turnOf"), stage = fail("stage"), tray = fail("tray"), holds = fail("holds"), planned = fail("planned"),
  lessonScreen = fail("lessonScreen"), privates = fail("privates"), drawPrivate = fail("drawPrivate"), secret = fail("secret"),
  waits = fail("waits"), reach = fail("reach"), begin = fail("begin"), fill = fail("fill"), change = fail("change"), options = fail("options"),
  wrong = fail("wrong"), colour = fail("colour"), count = fail("count"), picks = fail("picks"), pick = fail("pick"), swap = fail("swap"),
  screenOf = fail("screenOf"), titleOf = fail("titleOf"), also = fail("also"), stateOf = fail("stateOf"), withBetter = fail("withBetter");
