import { readFileSync, writeFileSync } from "node:fs";
import { rooms } from "./rooms.ts";

const PAGE = "docs/architecture.md";
const BEGIN = "<!-- rooms: written by `node tests/architecture/draw-rooms.ts` -->";
const END = "<!-- end of rooms -->";

/** The table of rooms as the page shows it: what each is for. What each may import is in rooms.ts. */
export function drawRooms(): string {
  const rows = rooms().map(([name, { idea }]) => `| \`${name}\` | ${idea} |`);
  return ["| room | purpose |", "| --- | --- |", ...rows].join("\n");
}

/** The page with the table as it is now. */
export function withRooms(page: string): string {
  const from = page.indexOf(BEGIN);
  const to = page.indexOf(END);
  if (from === -1 || to === -1) throw new Error(`${PAGE} has no place for the rooms`);
  return `${page.slice(0, from + BEGIN.length)}\n${drawRooms()}\n${page.slice(to)}`;
}

export const readPage = (): string => readFileSync(PAGE, "utf8");

if (import.meta.main) writeFileSync(PAGE, withRooms(readPage()));
