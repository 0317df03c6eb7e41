import { expect, it } from "vitest";
import { parseExample } from "#shared/contracts/annotated-example.ts";
import { locales } from "#shared/contracts/names.ts";
import { examplesOf, readGoalFiles } from "#shared/testing/goal-files.ts";
import { findMarket } from "./find-market.ts";
import { unknownPlaceIn } from "./place-in-sentence.ts";

it.each([
  ["maiores altas do japão", "japão"],
  ["biggest losers in Japan", "Japan"],
  ["altas da bolsa de Tóquio", "Tóquio"],
  ["as maiores quedas da África do Sul hoje", "África do Sul"],
  ["top gainers in the united kingdom", "united kingdom"],
  ["mercado alemão hoje", "alemão"],
  ["maiores altas do Brasil", undefined],
  ["top losers in the US", undefined],
  ["maiores altas dos Estados Unidos", undefined],
  ["swedish gainers", undefined],
  ["maiores altas", undefined],
  ["", undefined],
])("%j names %j", (sentence, place) => expect(unknownPlaceIn(sentence)).toBe(place));

it.each(locales)("no example of movers in %s names a place that is not known", (locale) => {
  const goal = readGoalFiles(new URL("../goals/", import.meta.url)).find(
    (each) => each.goal === "TOP_MOVERS",
  );
  const sentences = (goal ? examplesOf(goal, locale) : []).map(parseExample);
  expect(sentences.length).toBeGreaterThan(0);
  for (const { text, entities } of sentences) {
    const market = entities.find(({ name }) => name === "market_text")?.value;
    if (market === undefined || findMarket(market) !== undefined)
      expect(unknownPlaceIn(text), text).toBeUndefined();
  }
});
