import { globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { wordFigures } from "./word-figures.ts";

// Words of a natural language belong into the files of their language, and a text is read once: what is left of the old way only falls.

/** As they are. A change that lowers one lowers it here. */
const MOST = {
  lines: 41_248,
  deciding: 673,
  tables: 3,
  words: 12,
  tokenising_calls: 169,
  rehearing_calls: 44,
  quoted_comments: 87,
  literal_comparisons: 74,
};
/** Of a figure: who lowers it by more says so. */
const SLACK = 0.05;

const files = globSync("{shared,orchestrator}/**/*.ts").map((file) => ({
  file,
  text: readFileSync(file, "utf8"),
}));
const figures = wordFigures(files);

it.each(Object.entries(MOST))("%s: at most %i, and no far fewer", (name, most) => {
  const figure = Object.entries(figures).find(([each]) => each === name)?.[1];
  expect(figure).toBeLessThanOrEqual(most);
  expect(figure).toBeGreaterThanOrEqual(Math.floor(most * (1 - SLACK)));
});

it("counts tables, what decides by them, and what cuts a text into words", () => {
  const text = `
    const BEFORE = new Set("the my your".split(" "));
    /** A name: "the dog". */
    const isNamed = (words) => BEFORE.has(words[0].word) && words[1].word !== "one";
    export const read = (text) => isNamed(tokens(text));`;
  expect(wordFigures([{ file: "orchestrator/turn/read.ts", text }])).toMatchObject({
    tables: 1,
    words: 3,
    deciding: 2,
    literal_comparisons: 1,
    tokenising_calls: 1,
    quoted_comments: 1,
  });
});

it("what only speaks, tests and other rooms are not counted", () => {
  const text = `export const OPENINGS = new Set("hello there".split(" "));`;
  const elsewhere = [
    "orchestrator/turn/reply/greet.ts",
    "orchestrator/engine/a.ts",
    "orchestrator/turn/a.test.ts",
  ];
  expect(wordFigures(elsewhere.map((file) => ({ file, text })))).toMatchObject({ tables: 0 });
});
