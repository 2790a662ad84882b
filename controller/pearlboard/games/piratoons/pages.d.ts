// What the pages of Piratoons know of a game, beside what tools/js/types.d.ts says of all: only `tsc` reads this file.

declare namespace Pirate {
  /** A part of a ship with what lies on it; a Boat tile or an end as it is printed. */
  type Part = { tile: string; on: string[] };
  type Hull = { storeys: number; fore: number; aft: number; barrels: number; spaces: Record<string, number> };

  type Tile = { tile: string; name: string };
  type Place = { place: number; tile: string | null; name: string | null; seen: Seat[]; crew: number[]; winner: Seat | null };
  type Ship = { seat: Seat; parts: Part[]; won: Tile[]; paid: number; offered: Part[] | null; owned: Tile[] };
  type Held = { seat: Seat; tile: string; from: number };
  type Incident = { number: number; place: number; seat: Seat };

  /** A real ship, as far as the table knows it. */
  type Real = { seat: Seat; equipment: number; boats: number; building: boolean; richest: number };
  type Box = { ships: Real[]; tally: boolean };

  type Category = "fastest" | "richest" | "biggest" | "connections" | "empty" | "sets";
  type Standing = { place: number; seat: Seat; name: string; total: number; sails: number; doubloons: number; barrels: number; spaces: number; costs: string[] } & Record<Category, number>;
  type Result = { winners: Seat[]; text: string; standings: Standing[]; picture: string };

  type Count = { crew: number[]; spoiled: number };
  type Game = {
    round: number;
    rounds: number;
    captain: Seat;
    turn: Seat | null;
    practice: boolean;
    plunder: string;
    crew: number;
    chest: Place[];
    sea: Tile[];
    count: { said: (Count | null)[] } | null;
    out: Seat[];
    spoilt: number[];
    incidents: Incident[];
    auction: any;
    ships: Ship[];
    came: string[];
    box: Box | null;
    result: Result | null;
  };
  interface Screen extends MatchScreen {
    game: Game;
  }

  type Chosen = { tiles: string; plunder: string | null; sand: number; covered: Seat[] };

  // --- where nobody plays: the lesson and the replay ---

  type Owner = { seat: Seat; name: string; colour?: string | number | null };
  type Crew = Owner & { initials: string };
  type Seen = { place: number; tile: string | null; name?: string | null; site?: Site; crew: number[]; seen: Seat[]; winner: Seat | null; level: Seat[] };
  type Now = {
    phase: string;
    round: number;
    captain: Seat | null;
    sand: boolean;
    place: number | null;
    chest: (Seen & { lies: boolean })[];
    out: Seat[];
    sea: string[];
    bids: number[] | null;
    ships: Part[][];
    won: string[][];
    doubloons: number[];
    stock: (number | null)[];
    category?: string | null;
  };
  type Gain = { tile: string; round: number; pieces: number; doubloons: number; kept: boolean; points: number };
  type Bought = { seat: Seat; pieces: Record<string, number>; doubloons: Record<string, number>; tiles: Gain[] };
}
