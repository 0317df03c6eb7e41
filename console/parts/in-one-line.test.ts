import { expect, it } from "vitest";
import { inOneLine } from "./in-one-line.ts";

it.each([
  [
    "## Glaze\n\nA **semi-matt** glaze: `1.45 g/ml`\n> Wear a mask",
    "Glaze A semi-matt glaze: 1.45 g/ml Wear a mask",
  ],
  ["Firings:\n\n| Day | °C |\n|---|:--|\n| Monday | -4 |", "Firings: Day °C Monday -4"],
  ["- PETR4: -1,60%\n- my_name: 2 - 1", "PETR4: -1,60% my_name: 2 - 1"],
  ["1 note:\n1. *milk* | bread <b>", "1 note: 1. *milk* | bread <b>"],
  ["plain", "plain"],
])("%j reads %j", (text, line) => expect(inOneLine(text)).toBe(line));
