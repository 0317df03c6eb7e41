import { expect, it } from "vitest";
import { readListChange } from "./read-list-change.ts";

it.each([
  ["add nvidia to that", ["nvidia"], []],
  ["now leave tesla out", [], ["tesla"]],
  ["tira o bradesco e põe o banco do brasil", ["banco do brasil"], ["bradesco"]],
  ["inclui a weg também", ["weg"], []],
  ["take apple off the list", [], ["apple"]],
  ["+ BBAS3", ["BBAS3"], []],
  ["sem o bradesco agora", [], ["bradesco"]],
  ["same thing but without google, with amazon", ["amazon"], ["google"]],
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

it("hears what alone is to be left", () =>
  expect(readListChange("sem o itaú agora, só o bradesco")).toEqual({
    adds: [],
    drops: ["itaú"],
    only: ["bradesco"],
  }));
