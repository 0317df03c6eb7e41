import { expect, it } from "vitest";
import { rememberOf, rememberTexts } from "./remember-texts.ts";

it("a text is read once, as long as it is among the last", () => {
  const said: string[] = [];
  const read = rememberTexts(2, (text) => said.push(text) && text.toUpperCase());
  expect(["a", "b", "a"].map(read)).toEqual(["A", "B", "A"]);
  expect(said).toEqual(["a", "b"]);
  expect(["c", "a"].map(read)).toEqual(["C", "A"]);
  expect(said).toEqual(["a", "b", "c", "a"]);
});

it("an object is read once, and equal ones each by itself", () => {
  let count = 0;
  const read = rememberOf((_: object) => ++count);
  const one = {};
  expect([one, {}, one].map(read)).toEqual([1, 2, 1]);
});
