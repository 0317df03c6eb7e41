import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { draftOf } from "../../orchestrator/quality/evaluation/safety-net.ts";
import { variantsOf } from "../../orchestrator/quality/evaluation/variants.ts";
import { areSameSchedules, type Came, written } from "./came.ts";
import { readMirrors } from "./mirrors.ts";
import { shipped } from "./shipped.ts";

/** What came of something that was said, when it was last looked at and kept. */
export type Golden = Came & {
  id: string;
  /** Of the people who judged it; absent where nobody did. */
  verdict?: string;
  /** In a difference, and not in the file. */
  text?: string;
};

const FILE = new URL("golden.jsonl", import.meta.url);

export const readGolden = (): Golden[] =>
  readFileSync(FILE, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Golden);

/** One line each, so that a difference of two versions is a difference of lines. */
export const writeGolden = (rows: readonly Golden[]): void =>
  writeFileSync(FILE, `${rows.map((row) => JSON.stringify(withoutText(row))).join("\n")}\n`);

const withoutText = ({ text: _, ...row }: Golden): Golden => row;

/** About 12,000 of the 227,000 variants of the net. */
const NET_STEP = 19;

/** Where each variant of the net, and each mirror, leads. */
export function goldenOfNet(): Golden[] {
  const { catalogue } = shipped();
  const variants = [...variantsOf(catalogue)].filter((_, at) => at % NET_STEP === 0);
  return [
    ...variants.map(({ text }) => ({ id: `net:${digestOf(text)}`, text, ...leadOf(text) })),
    ...readMirrors().map(({ text }) => ({ id: `mirror:${digestOf(text)}`, text, ...leadOf(text) })),
  ];
}

const digestOf = (text: string): string =>
  createHash("sha256").update(text).digest("hex").slice(0, 12);

function leadOf(text: string): Came {
  const { catalogue, understanding } = shipped();
  const draft = draftOf(text, understanding, catalogue);
  if (draft?.leads !== "plan") return { outcome: draft?.leads ?? "nowhere", done: [], effects: [] };
  const { steps } = draft.plan;
  const effects = steps.filter(
    ({ domain, capability }) => catalogue.capability(domain, capability)?.effect !== "read",
  );
  return {
    outcome: "plan",
    done: steps.map(({ capability, params }) => `${capability} ${written(params)}`),
    effects: effects.map(({ capability }) => capability),
  };
}

/** What is another than it was. `worse` and `better` are by the people who judged it, or by an effect that nobody judged. */
export type Difference = {
  kind: "worse" | "better" | "other" | "new";
  before?: Golden;
  after: Golden;
};

export function differences(before: readonly Golden[], after: readonly Golden[]): Difference[] {
  const known = new Map(before.map((row) => [row.id, row]));
  return after.flatMap((row): Difference[] => {
    const old = known.get(row.id);
    if (old === undefined) return [{ kind: "new", after: row }];
    return isSame(old, row) ? [] : [{ kind: kindOf(old, row), before: old, after: row }];
  });
}

const BEST_FIRST = ["right", "asked", "wrong", "false_effect"];

function kindOf(before: Golden, after: Golden): Difference["kind"] {
  if (after.verdict === undefined) {
    const isNew = after.effects.some((effect) => !before.effects.includes(effect));
    return isNew ? "worse" : "other";
  }
  const [was, is] = [before, after].map(({ verdict = "" }) => BEST_FIRST.indexOf(verdict));
  if (was === is || was === undefined || is === undefined) return "other";
  return is > was ? "worse" : "better";
}

const isSame = (one: Golden, other: Golden): boolean =>
  one.verdict === other.verdict &&
  one.outcome === other.outcome &&
  one.done.join("\n") === other.done.join("\n") &&
  one.effects.join() === other.effects.join() &&
  areSameSchedules(one.scheduled, other.scheduled);

/** A difference in words: what was said, what came of it, and what comes of it now. */
export const sayDifference = ({ kind, before, after }: Difference): string =>
  [
    `${kind}: ${after.id} ${after.text ?? ""}`,
    ...[before, after].map((row) => (row === undefined ? "" : `    ${sayRow(row)}`)),
  ].join("\n");

const sayRow = ({ verdict = "", outcome, done, scheduled }: Golden): string =>
  [verdict, outcome, ...done, ...(scheduled ?? []).map((line) => `scheduled: ${line}`)]
    .filter((part) => part !== "")
    .join(" | ");
