import { expect, it } from "vitest";
import { readListChange } from "./read-list-change.ts";

it.each([
  ["add nvidia to that", ["nvidia"], []],
  ["now leave tesla out", [], ["tesla"]],
  ["tira o bradesco e põe o banco do brasil", ["banco do brasil"], ["bradesco"]],
  ["inclui a weg também", ["weg"], []],
  ["take apple off the list", [], ["apple"]],
])("'%s' changes a list", (text, adds, drops) => {
  expect(readListChange(text)).toEqual({ adds, drops });
});

it.each([
  "add a note that nvidia is up: buy",
  "compara a vale com a weg",
  "põe isso num pdf e manda no telegram",
  "tira",
  "remove everything that I saved about the trip to Lisbon last year",
])("'%s' changes none", (text) => {
  expect(readListChange(text)).toBeUndefined();
});
