import { expect, it } from "vitest";
import { serverUrl } from "./client.ts";
import { exitCodeOf, localeOf, printable, shorten, showTable } from "./terminal.ts";
import { fakeTerminal } from "./testing/fake-terminal.ts";

it.each([
  ["Portuguese of Brazil", { LANG: "pt_BR.UTF-8" }, "pt-BR"],
  ["Portuguese of Portugal", { LANG: "pt_PT" }, "pt-BR"],
  ["English", { LANG: "en_US.UTF-8" }, "en"],
  ["another language", { LANG: "de_DE.UTF-8" }, "en"],
  ["none", {}, "en"],
  ["LC_ALL before LANG", { LANG: "en_US", LC_ALL: "pt_BR" }, "pt-BR"],
  ["LC_MESSAGES before LANG", { LANG: "pt_BR", LC_MESSAGES: "C" }, "en"],
  ["an empty LC_ALL, which says nothing", { LANG: "pt_BR", LC_ALL: "" }, "pt-BR"],
])("speaks the terminal's language: %s", (_which, env, locale) => {
  expect(localeOf(env)).toBe(locale);
});

it.each([
  ["the default", {}, "http://127.0.0.1:8080"],
  ["PORT", { PORT: "9000" }, "http://127.0.0.1:9000"],
  ["HOST", { HOST: "10.0.0.7" }, "http://10.0.0.7:8080"],
  ["HOST of IPv6", { HOST: "::1" }, "http://[::1]:8080"],
  ["every address, seen from here", { HOST: "0.0.0.0" }, "http://127.0.0.1:8080"],
  [
    "REGENTE_URL before all",
    { PORT: "9000", REGENTE_URL: "https://a.example" },
    "https://a.example",
  ],
])("finds the endpoint: %s", (_how, env, url) => {
  expect(serverUrl(env)).toBe(url);
});

it.each([
  ["success", 0],
  ["clarification", 0],
  ["partial", 1],
  ["failure", 1],
])("an answer whose status is %s ends with %s", (status, code) => {
  expect(exitCodeOf(status)).toBe(code);
});

it.each([
  ["accents and emoji", "ação 🎼 “sim”\tR$ 1\nfim", "ação 🎼 “sim”\tR$ 1\nfim"],
  ["colours", "\u001b[31mred\u001b[0m", "red"],
  [
    "links that say one thing and open another",
    "\u001b]8;;http://evil\u0007bank\u001b]8;;\u0007",
    "bank",
  ],
  ["carriage returns and backspaces", "safe\r\b\b\b\bevil", "safeevil"],
  ["one-byte control codes", "a\u009b2Jb", "ab"],
  ["text that runs backwards", "a\u202etxt.exe\u202c", "atxt.exe"],
])("shows %s safely", (_what, text, shown) => {
  expect(printable(text)).toBe(shown);
});

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
