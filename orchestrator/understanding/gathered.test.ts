import { expect, it } from "vitest";
import { tokens } from "../language/text.ts";
import { buildLexicon } from "./entities/lexicon.ts";
import { gathered } from "./gathered.ts";

const lexicon = buildLexicon();
for (const [at, name] of ["nordea", "volvo", "ericsson"].entries())
  lexicon.add(tokens(name), at, undefined);
const read = (text: string) => gathered({ text, words: tokens(text) }, lexicon).text;

it("names that are counted behind them are what is asked about", () => {
  expect(read("check Nordea, Volvo and Ericsson and compare the three")).toBe(
    "compare Nordea, Volvo and Ericsson",
  );
  expect(read("nordea e volvo, compara as duas aí")).toBe("compara nordea e volvo aí");
});

it.each([
  "check Nordea and Volvo and compare the three",
  "price of Nordea and Volvo, then compare both",
  "compare the two",
])("%s: stays as it was said", (text) => expect(read(text)).toBe(text));
