import { expect, it } from "vitest";
import { shorten, showTable } from "./show-table.ts";
import { fakeTerminal } from "./testing/fake-terminal.ts";

const columns = [{ title: "NAME" }, { title: "COUNT", align: "right" as const }, { title: "TEXT" }];

it("lines its columns up, whatever the letters", () => {
  const rows = [
    ["ação", "7", "um"],
    ["b", "1234567", "dois"],
  ];
  expect(showTable(columns, rows, fakeTerminal(false).terminal).split("\n")).toEqual([
    "NAME    COUNT  TEXT",
    "ação        7  um",
    "b     1234567  dois",
  ]);
});

it("keeps a row to one line of the terminal, and a pipe gets everything", () => {
  const rows = [["a", "1", "x".repeat(200)]];
  const onTerminal = showTable(columns, rows, fakeTerminal(true).terminal);
  expect(onTerminal.split("\n").every((line) => line.length <= 80)).toBe(true);
  expect(onTerminal).toContain("x…");
  expect(showTable(columns, rows, fakeTerminal(false).terminal)).toContain("x".repeat(200));
});

it("lets no cell move the cursor or break its line", () => {
  const shown = showTable(columns, [["a\u001b[2Jb", "1", "c\r\nd"]], fakeTerminal(false).terminal);
  expect(shown.split("\n")[1]).toBe("ab        1  c d");
});

it.each([
  ["short", 5, "short"],
  ["longer", 5, "long…"],
  ["🎼🎼🎼", 2, "🎼…"],
])("shortens %s to %i", (text, width, shown) => expect(shorten(text, width)).toBe(shown));
