import { expect, it } from "vitest";
import { isOnlyCourtesy, withoutCourtesy } from "./courtesy.ts";
import { tokens } from "./text.ts";

it.each([
  ["oi, bom dia! vai chover, por favor?", "vai chover"],
  ["hi there, is it raining? thanks", "is it raining"],
  ["vai chover", "vai chover"],
  ["o guarda-chuva fica no lugar certo", "o guarda chuva fica no lugar certo"],
  ["por favor", "por favor"],
])("%s asks: %s", (text, rest) => {
  const words = tokens(text);
  const { from, to } = withoutCourtesy(words);
  expect(
    words
      .slice(from, to)
      .map(({ word }) => word)
      .join(" "),
  ).toBe(rest);
});

it.each([
  ["bom dia", true],
  ["oi, tudo bem? obrigado!", true],
  ["bom dia, vai chover?", false],
  ["dia", false],
])("%s is courtesy alone: %s", (text, alone) => expect(isOnlyCourtesy(tokens(text))).toBe(alone));
