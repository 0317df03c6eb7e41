import fc from "fast-check";
import { expect, it } from "vitest";
import { parseExample, patternOf } from "./annotated-example.ts";

it.each([
  ["plain words", "quanto tá a petro", "quanto tá a petro"],
  ["one mark", "preço da [petro](symbol_text)", "preço da petro"],
  ["a mark with its value", "as [altas](direction:GAINERS) de hoje", "as altas de hoje"],
  ["marks side by side", "[Vale](a)[Petro](b)", "ValePetro"],
  ["brackets that mark nothing", "o disco [ao vivo] (1994)", "o disco [ao vivo] (1994)"],
  ["a mark without a name", "play [hello]() now", "play [hello]() now"],
  ["a mark that never ends", "preço da [petro](symbol_text", "preço da [petro](symbol_text"],
  ["a mark inside another", "[a [petro](x)", "[a petro"],
  ["nothing at all", "", ""],
])("%s", (_case, annotated, text) => expect(parseExample(annotated).text).toBe(text));

it("says what each mark is called, means, and covers", () => {
  const example = parseExample("maiores [altas](direction:GAINERS) do [Brasil](market_text)");
  expect(example.entities).toEqual([
    { name: "direction", value: "GAINERS", said: "altas", start: 8, end: 13 },
    { name: "market_text", value: "Brasil", said: "Brasil", start: 17, end: 23 },
  ]);
});

it("keeps every value of an entity that is marked more than once", () => {
  const { entities } = parseExample("preço de [PETR4](symbol_text) e [VALE3](symbol_text)");
  expect(entities.map(({ value }) => value)).toEqual(["PETR4", "VALE3"]);
});

it("has the said words of each entity at its offsets, whatever the text", () => {
  const piece = fc.constantFrom("[", "]", "(", ")", ":", "[é 1](n)", "[b](n:V)", "ção ", "📈");
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const { text, entities } = parseExample(pieces.join(""));
      for (const { said, start, end } of entities) expect(text.slice(start, end)).toBe(said);
    }),
  );
});

it.each([
  ["could [Neptune](body_text) be visible tonight", "could {body_text} be visible tonight"],
  [
    "[PETR4](symbol_text) ou [VALE3](other_text), qual sobe mais",
    "{symbol_text} ou {other_text}, qual sobe mais",
  ],
  ["cai [água](kind:RAIN) em [Natal](place_text)?", "cai {kind} em {place_text}?"],
  ["show me everything", undefined],
  ["show [Vega](body_text)", undefined],
  ["compare stocks [PETR4](symbol_text) [VALE3](other_text)", undefined],
  ["compare the [PETR4](symbol_text) with [VALE3](symbol_text)", undefined],
  ["what (if any) is [Vega](body_text)", undefined],
])("%s with any other values is %s", (example, pattern) => {
  expect(patternOf(example)).toBe(pattern);
});
