import { expect, it } from "vitest";
import { nearestTo } from "./nearest.ts";

const known = ["ask", "chat", "explain", "--session", "--json"];

it.each([
  ["explian", "explain"],
  ["aks", undefined],
  ["asks", "ask"],
  ["chta", "chat"],
  ["--sesion", "--session"],
  ["--jsn", "--json"],
  ["blah", undefined],
  ["", undefined],
])("%j was probably %j", (word, meant) => expect(nearestTo(word, known)).toBe(meant));
