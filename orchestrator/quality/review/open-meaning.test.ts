import { expect, it } from "vitest";
import type { Alternative } from "#shared/contracts/intent.ts";
import { testCatalogue } from "../../catalogue/catalogue.fixture.ts";
import type { SentenceEncoder } from "../../ports/sentence-encoder.ts";
import { buildUnderstanding } from "../../understanding/understand.ts";
import { doJob } from "./jobs.ts";
import { openMeaning } from "./open-meaning.ts";

/** What words mean, by hand: each group is one direction. */
const MEANINGS = [
  "tide tides ebb flood water level sea high low",
  "boat boats ship ships vessel vessels fleet craft moored docked",
  "crew sailors sailor captain people hands staff aboard",
  "fuel diesel petrol gas tank litres refuel",
  "weather wind storm rain gale forecast sky",
  "price fee cost charge tariff pay berth mooring",
].map((words) => words.split(" "));
const toyEncoder: SentenceEncoder = {
  name: "toy",
  encode: (texts) =>
    Promise.resolve(
      texts.map((text) => {
        const said = text.toLowerCase().match(/[a-z]+/g) ?? [];
        const vector = Float32Array.from(
          MEANINGS,
          (words) => said.filter((word) => words.includes(word)).length,
        );
        const length = Math.hypot(...vector);
        return length === 0 ? vector : vector.map((value) => value / length);
      }),
    ),
};

const FORMS = [
  "show me the #",
  "what about the # today",
  "tell me of the #",
  "# please",
  "I need the #",
  "how is the #",
];
const KNOWN = [
  "tide level",
  "boats moored",
  "crew aboard",
  "diesel tank",
  "wind forecast",
  "berth fee",
];
const catalogue = testCatalogue({
  domain: "harbour",
  goals: KNOWN.map((about, at) => ({
    goal: `ASK_${at}`,
    description: { en: about },
    capability: "look",
    hints: {
      examples: {
        en: FORMS.flatMap((form) =>
          [about, ...about.split(" ")].map((words) => form.replace("#", words)),
        ),
      },
    },
  })),
  capabilities: [{ capability: "look", effect: "read" }],
});
const understanding = buildUnderstanding(catalogue);
const quiet = { info: () => {}, warn: () => {}, error: () => {} };

/** Meanings that were learnt, with the jobs done in this process. */
async function learnt() {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const meaning = openMeaning({
    encoder: toyEncoder,
    aside: (job) => Promise.resolve(doJob(job)),
    log: { ...quiet, info: resolve, warn: resolve, error: resolve },
  });
  meaning.onChange({ catalogue, understanding });
  await promise;
  return meaning;
}
const byWords = (text: string): Alternative[] =>
  understanding.understand(text, { lastFrame: null }).candidates;

it("a sentence whose words no example has leads to the goal that it means", async () => {
  const { read } = await learnt();
  for (const [text, goal] of [
    ["which vessels are docked", "ASK_1"],
    ["any gale or storm coming", "ASK_4"],
    ["how many sailors and hands", "ASK_2"],
  ] as const) {
    const meant = await read(catalogue, text, byWords(text));
    expect(meant).toMatchObject({ domain: "harbour", goal });
    expect(meant?.confidence).toBeGreaterThan(0.5);
  }
});

it("what nothing is known of, and another catalogue, is left to the words", async () => {
  const { read } = await learnt();
  expect(await read(catalogue, "xyzzy", [])).toBeUndefined();
  const other = testCatalogue({
    domain: "other",
    goals: [],
    capabilities: [{ capability: "look", effect: "read" }],
  });
  expect(await read(other, "which vessels are docked", [])).toBeUndefined();
});

it("a sentence between two goals is less certain than one of a single goal", async () => {
  const { read } = await learnt();
  const clear = await read(catalogue, "which vessels", byWords("which vessels"));
  const torn = await read(catalogue, "vessels sailors", byWords("vessels sailors"));
  expect(torn?.confidence).toBeLessThan(clear?.confidence ?? 0);
});

it("until it is learnt nothing is read, and a failing encoder is only logged", async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const meaning = openMeaning({
    encoder: { name: "broken", encode: () => Promise.reject(new Error("out of memory")) },
    aside: (job) => Promise.resolve(doJob(job)),
    log: { ...quiet, error: resolve },
  });
  meaning.onChange({ catalogue, understanding });
  expect(await promise).toMatchObject({ err: { message: "out of memory" } });
  expect(await meaning.read(catalogue, "which vessels", [])).toBeUndefined();
});
