import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Manifest, manifestSchema } from "#shared/contracts/manifest.ts";
import { buildCatalogue } from "../orchestrator/catalogue/registry/build-catalogue.ts";
import { comparable } from "../orchestrator/quality/evaluation/labelled.ts";
import { buildUnderstanding } from "../orchestrator/understanding/understand.ts";
import type { Figure } from "./figures.ts";
import { median, percentile } from "./measure.ts";

/** A sentence of one to three requests: what it asks for, and the values of slots. */
export type MixedSentence = {
  readonly text: string;
  readonly goals: readonly string[];
  /** Values of slots, by their places among the words. */
  readonly slots: readonly { readonly name: string; readonly from: number; readonly to: number }[];
  readonly words: readonly string[];
};

/** The gate of what only reads. */
const GATE = 0.94;
/** As many as a manifest may hold: all of the corpus's sentences of one request. */
const EXAMPLES = 2000;

/**
 * Sentences in the form of MixSNIPS: a line for each word with its slot (B-, I- or O), a line with the goals, joined by
 * "#", and an empty line.
 */
export function readMixed(text: string): MixedSentence[] {
  return text.split(/\n\s*\n/).flatMap((block) => {
    const lines = block.split("\n").map((line) => line.trim().split(/\s+/));
    const words: string[] = [];
    const tags: string[] = [];
    let goals: string[] = [];
    for (const [word = "", tag] of lines) {
      if (word === "") continue;
      if (tag === undefined) goals = word.split("#");
      else {
        words.push(word);
        tags.push(tag);
      }
    }
    return words.length === 0 || goals.length === 0
      ? []
      : [{ text: words.join(" "), goals, words, slots: spansOf(tags) }];
  });
}

function spansOf(tags: readonly string[]): MixedSentence["slots"] {
  const spans: { name: string; from: number; to: number }[] = [];
  for (const [at, tag] of tags.entries()) {
    const name = tag.slice(2);
    const last = spans.at(-1);
    if (tag.startsWith("B-")) spans.push({ name, from: at, to: at + 1 });
    else if (tag.startsWith("I-") && last?.name === name && last.to === at) last.to = at + 1;
  }
  return spans;
}

/** Goals learnt from sentences of one request alone, in the order of the file. */
export function manifestOfSingles(sentences: readonly MixedSentence[]): Manifest {
  const singles = sentences.filter(({ goals }) => goals.length === 1);
  const byGoal = Map.groupBy(singles, ({ goals }) => goals[0] ?? "");
  return manifestSchema.parse({
    manifest_version: "1",
    domain: "mixed",
    version: "1.0.0",
    description: { en: "Mixed requests" },
    capabilities: [{ capability: "answer", effect: "read" }],
    goals: [...byGoal].map(([goal, own]) => {
      const learnt = own.slice(0, EXAMPLES);
      const names = new Set(learnt.flatMap(({ slots }) => slots.map(({ name }) => name)));
      return {
        goal,
        description: { en: goal },
        capability: "answer",
        entities_schema: Object.fromEntries([...names].map((name) => [name, {}])),
        hints: { examples: { en: learnt.map(annotated) } },
      };
    }),
  });
}

function annotated({ words, slots }: MixedSentence): string {
  const plain = words.map((word) => word.replace(/[[\]()]/g, ""));
  for (const { name, from, to } of slots) {
    plain[from] = `[${plain[from]}`;
    plain[to - 1] = `${plain[to - 1]}](${name})`;
  }
  return plain.join(" ");
}

type Scored = {
  readonly goals: boolean;
  readonly slots: boolean;
  readonly acts: boolean;
  readonly found: number;
  readonly expected: number;
  readonly common: number;
  readonly ms: number;
};

const sameList = (a: readonly string[], b: readonly string[]): boolean =>
  a.toSorted().join("\n") === b.toSorted().join("\n");

/** MixSNIPS: several requests in a sentence, learnt from sentences of one alone. `MIXSNIPS` names a folder with train.txt and test.txt. */
export async function measureMixed(): Promise<Figure[]> {
  const folder = process.env["MIXSNIPS"];
  if (folder === undefined) {
    process.stdout.write("left out: MIXSNIPS names no folder with train.txt and test.txt\n");
    return [];
  }
  const [train, test] = await Promise.all(
    ["train.txt", "test.txt"].map(async (file) =>
      readMixed(await readFile(join(folder, file), "utf8")),
    ),
  );
  return figuresOf(scoreMixed(manifestOfSingles(train ?? []), test ?? []));
}

export function scoreMixed(manifest: Manifest, test: readonly MixedSentence[]): Scored[] {
  const understanding = buildUnderstanding(buildCatalogue([manifest]));
  understanding.calibrate();
  return test.map(({ text, goals, words, slots }) => {
    const start = performance.now();
    const { intent } = understanding.understand(text, { lastFrame: null });
    const ms = performance.now() - start;
    const frames = [intent, ...intent.also];
    const said = frames.flatMap(({ entities }) =>
      Object.entries(entities).flatMap(([name, value]) =>
        [value].flat().map((each) => `${name}=${comparable(String(each))}`),
      ),
    );
    const meant = slots.map(
      ({ name, from, to }) => `${name}=${comparable(words.slice(from, to).join(" "))}`,
    );
    return {
      goals: sameList(
        frames.flatMap(({ goal }) => goal ?? []),
        goals,
      ),
      slots: sameList(said, meant),
      acts: frames.every(
        ({ goal, confidence, doubts = [] }) =>
          goal !== null && confidence >= GATE && doubts.length === 0,
      ),
      found: said.length,
      expected: meant.length,
      common: inCommon(said, meant),
      ms,
    };
  });
}

function inCommon(said: readonly string[], meant: readonly string[]): number {
  const left = [...meant];
  return said.filter((each) => {
    const at = left.indexOf(each);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  }).length;
}

function figuresOf(scored: readonly Scored[]): Figure[] {
  const percent = (is: (each: Scored) => boolean) =>
    (100 * scored.filter(is).length) / Math.max(1, scored.length);
  const sum = (of: (each: Scored) => number) => scored.reduce((all, each) => all + of(each), 0);
  const f1 = (200 * sum(({ common }) => common)) / (sum((each) => each.found + each.expected) || 1);
  const times = scored.map(({ ms }) => ms);
  return [
    {
      id: "M1",
      what: "requests all right",
      measured: percent(({ goals }) => goals),
      unit: "%",
      target: { atLeast: 96 },
    },
    { id: "M2", what: "slot F1", measured: f1, unit: "%", target: { atLeast: 75 } },
    {
      id: "M3",
      what: "requests and slots all right",
      measured: percent(({ goals, slots }) => goals && slots),
      unit: "%",
      target: { atLeast: 60 },
    },
    {
      id: "M4",
      what: "acted on wrongly",
      measured: percent(({ goals, acts }) => acts && !goals),
      unit: "%",
      target: { atMost: 1 },
    },
    {
      id: "M5",
      what: "a sentence, p50",
      measured: median(times) * 1000,
      unit: "us",
      target: { atMost: 1000 },
    },
    {
      id: "M5",
      what: "a sentence, p99",
      measured: percentile(times, 0.99) * 1000,
      unit: "us",
      target: { atMost: 10_000 },
    },
    {
      id: "M6",
      what: "acted on",
      measured: percent(({ acts }) => acts),
      unit: "%",
      target: { atLeast: 0 },
    },
  ];
}
