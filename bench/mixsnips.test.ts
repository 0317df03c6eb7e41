import { expect, it } from "vitest";
import { manifestOfSingles, readMixed, scoreMixed } from "./mixsnips.ts";

const tagged = (text: string, goals: string): string =>
  `${text
    .split(" ")
    .map((word) => word.replace("/", " "))
    .join("\n")}\n${goals}\n`;
const single = (text: string, goal: string) =>
  tagged(text.replace(/(\S+)$/, "$1/B-thing").replace(/(^|\s)([^/\s]+)(?=\s)/g, "$1$2/O"), goal);
const things = ["roses", "tulips", "daisies", "lilies", "ferns"];
const train = readMixed(
  [
    ...things.map((thing) => single(`please water the ${thing}`, "Water")),
    ...things.map((thing) => single(`cut back some ${thing}`, "Prune")),
    tagged("water/O the/O roses/B-thing and/O prune/O them/O", "Water#Prune"),
  ].join("\n"),
);

it("goals are learnt from sentences of one request alone, with the places of their values", () => {
  const { goals } = manifestOfSingles(train);
  expect(goals.map(({ goal, hints }) => [goal, hints.examples?.en?.[0]])).toEqual([
    ["Water", "please water the [roses](thing)"],
    ["Prune", "cut back some [roses](thing)"],
  ]);
});

it("a sentence of several requests is right when each of them is found, with its values", () => {
  const test = readMixed(
    tagged(
      "please/O water/O the/O tulips/B-thing and/O cut/O back/O some/O ferns/B-thing",
      "Water#Prune",
    ),
  );
  expect(scoreMixed(manifestOfSingles(train), test)).toMatchObject([
    { goals: true, slots: true, found: 2, expected: 2, common: 2 },
  ]);
});
