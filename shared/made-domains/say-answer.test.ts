import { expect, it } from "vitest";
import type { Json } from "../contracts/json.ts";
import { sayAnswer } from "./say-answer.ts";

const telling = { locale: "en", timeZone: "America/Sao_Paulo", isRead: true } as const;
const soups = [{ name: "Pea soup", minutes: 30 }, { name: "Broth" }];
const table = ["| name     | minutes |", "| -------- | ------- |"];
const rows = ["| Pea soup | 30      |", "| Broth    |         |"];
const soupTable = [...table, ...rows].join("\n");

it.each<[what: string, result: Json, told: string]>([
  ["a list", soups, soupTable],
  ["the one list of an object", { soups, next: null }, soupTable],
  ["a list beside its number", { total: 2, soups }, soupTable],
  ["a list within what is only around it", { data: { soups }, meta: null }, soupTable],
  [
    "each of two lists",
    { soups, stews: soups },
    `soups:\n\n${soupTable}\n\nstews:\n\n${soupTable}`,
  ],
  ["a list of texts", ["a", "b"], "- a\n- b"],
  ["a list of things with one field", [{ name: "Rex" }, { name: "Mia" }], "- Rex\n- Mia"],
  ["a thing with a list", { id: 7, soups }, "id: 7"],
  ["the one thing that an answer holds", { order: { id: 7, open: true } }, "id: 7\nopen: yes"],
  ["an empty list", { faults: [] }, "Nothing found."],
])("without words of the overlay %s is told", (_what, result, told) => {
  expect(sayAnswer(result, {}, telling)).toBe(told);
});

const order = {
  ...{ _etag: "W/1", href: "https://a.invalid/9", createdAt: "2026-11-20T12:00:00Z" },
  ...{ notes: "fragile", open: false, dueOn: "2026-12-05", address: { street: "R. 1", zip: "9" } },
  ...{ total: 1055.5, currency: "BRL", customer: { id: 3, name: "Ana | Bia" }, status: "sent" },
  ...{ id: "A|7", tags: ["x", "y"], lines: [{ text: "a" }] },
};

it("the fields that matter stand first: number, name, status, date and amount, and nothing that is for programs", () => {
  const [head, , row] = sayAnswer([order, order], {}, telling).split("\n");
  const cells = (line = "") => line.split(/(?<!\\)\|/).flatMap((cell) => cell.trim() || []);
  expect(cells(head)).toEqual(["id", "customer", "status", "due", "total", "notes"]);
  expect(cells(row)).toEqual(["A\\|7", "Ana \\| Bia", "sent", "12/5/26", "R$1,055.50", "fragile"]);
});

it("one thing is told by its fields, in the words of the language that are known, on the person's clock", () => {
  const told = sayAnswer(order, {}, { ...telling, locale: "pt-BR" });
  expect(told.split("\n")).toEqual([
    "id: A|7",
    "cliente: Ana | Bia",
    "situação: sent",
    "prazo: 05/12/2026",
    "total: R$ 1.055,50",
    "notas: fragile",
    "open: não",
    "etiquetas: x, y",
    "created: 20/11/2026, 09:00",
  ]);
});

it("of a long list the first are told, and how many there are besides", () => {
  const many = Array.from({ length: 25 }, (_, at) => ({ id: at, name: `n${at}` }));
  expect(sayAnswer(many, {}, telling)).toMatch(/\| 19 {2}\| n19 {2}\|\n\n\.\.\. and 5 more$/);
});

it("an effect with nothing to tell is done", () => {
  const acted = { ...telling, isRead: false };
  expect(sayAnswer(null, {}, acted)).toBe("Done.");
  expect(sayAnswer({ faults: [] }, {}, acted)).toBe("Done.");
});

it("gives the one list of an object the line of the overlay", () => {
  const told = { line: { "pt-BR": "{name}", en: "{name}" } };
  expect(sayAnswer({ soups }, told, telling)).toBe("Pea soup\nBroth");
});

it("leaves what programs tell things apart by, and when they wrote it, out of a table that tells enough without", () => {
  const kept = { createdAt: "2026-11-20T12:00:00Z", updated_at: "2026-11-20T12:00:00Z" };
  const id = "0b9c8f6e-1234-4a5b-9c8d-000000000001";
  const named = [{ id, ...kept, title: "Dune", pages: 412 }];
  expect(sayAnswer(named, {}, telling).split("\n")[0]).toBe("| title | pages |");
  const unnamed = [{ id, ...kept, pages: 412 }];
  expect(sayAnswer(unnamed, {}, telling)).toMatch(/^\| pages +\| id +\| created +\| updated +\|/);
  const short = [{ id: 7, ...kept, title: "Dune" }];
  expect(sayAnswer(short, {}, telling).split("\n")[0]).toBe("| id  | title |");
});
