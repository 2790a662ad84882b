// Who has learned a game begins a first one on the table page, in this tab and nowhere else: no address can begin a game.

const KEY = "pearlboard.first-game";

/** @param {string} game */
export const askFirstGame = (game) => sessionStorage.setItem(KEY, game);

/** The game that was asked for, or null. */
export const firstGame = () => sessionStorage.getItem(KEY);

export const forgetFirstGame = () => sessionStorage.removeItem(KEY);
