import { globSync, readFileSync, writeFileSync } from "node:fs";
import { rooms } from "./rooms.ts";

const PAGE = "docs/architecture.md";
const BEGIN = "<!-- rooms: written by `node tests/architecture/draw-rooms.ts` -->";
const END = "<!-- end of rooms -->";

/** The table of rooms as the page shows it: what each is for, and its own rooms. What each may import is in rooms.ts. */
export function drawRooms(): string {
  const rows = rooms().map(([name, { idea }]) => {
    const inside = name.startsWith("orchestrator/") ? insideOf(name) : "";
    return `| \`${name}\` | ${idea}${inside} |`;
  });
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

/** The folders of a wing: `, with classifier, entities`. */
function insideOf(wing: string): string {
  const folders = globSync(`${wing}/*/`, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `\`${name}\``)
    .toSorted();
  return folders.length === 0 ? "" : ` (${folders.join(", ")})`;
}

if (import.meta.main) writeFileSync(PAGE, withRooms(readPage()));
