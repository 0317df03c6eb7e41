import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { z } from "zod";
import { localeSchema } from "#shared/contracts/names.ts";
import { comparisons } from "#shared/contracts/schedule-rule.ts";
import { readTime } from "../../orchestrator/language/time/read-time.ts";
import type { TimeReading } from "../../orchestrator/language/time/reading.ts";

const reading = z.object({
  kind: z.enum(["at", "after", "every", "when", "ask", "none"]),
  instants: z.array(z.string()).nullable().default(null),
  condition: z
    .object({
      op: z.enum(comparisons),
      value: z.number().nullable(),
      percent: z.number().nullable(),
    })
    .nullish(),
});
const phrase = reading.extend({
  id: z.string(),
  lang: localeSchema,
  text: z.string(),
  now: z.string(),
  zone: z.string(),
  /** What is right as well. */
  also: z.array(reading.partial()).default([]),
});
type Wanted = z.infer<typeof reading>;

const MINUTE_MS = 60_000;
const SAME: Partial<Record<string, string>> = { at: "once", after: "once" };
const kindOf = (kind: string): string => SAME[kind] ?? kind;

function isRight(wanted: Wanted, got: TimeReading): boolean {
  if (kindOf(wanted.kind) !== kindOf(got.kind)) return false;
  if (["at", "after", "every"].includes(wanted.kind) && wanted.instants !== null) {
    const most = Math.min(wanted.instants.length, got.instants.length);
    if (most === 0 && wanted.instants.length > 0) return false;
    for (let at = 0; at < most; at++)
      if (Math.abs(Date.parse(wanted.instants[at] ?? "") - (got.instants[at] ?? 0)) > MINUTE_MS)
        return false;
  }
  const { condition } = wanted;
  if (condition === null || condition === undefined || wanted.kind !== "when") return true;
  const compared = got.condition?.comparison;
  const asSaid = { op: compared?.is, value: compared?.value, percent: compared?.percent };
  const isSameKind =
    asSaid.op === condition.op ||
    (condition.op === "reaches" && asSaid.op === "above") ||
    (condition.op === "changes" && (asSaid.op === "moves" || asSaid.op === "becomes"));
  return (
    isSameKind &&
    (condition.value === null || condition.value === asSaid.value) &&
    (condition.percent === null || condition.percent === asSaid.percent)
  );
}

const phrasesOf = (name: string) =>
  readFileSync(new URL(`judged/${name}.jsonl`, import.meta.url), "utf8")
    .trim()
    .split("\n")
    .map((line) => phrase.parse(JSON.parse(line)));

it.each([
  ["people who had not seen the grammar", "time-phrases", 326],
  ["other people who had not", "further-time-phrases", 100],
  ["everyday speech, with instants from another program", "everyday-time-phrases", 649],
  ["two further judges", "unseen-time-phrases", 247],
  ["a judge of the seventh set", "seventh-time-phrases", 99],
  ["a judge of the eighth set", "eighth-time-phrases", 100],
  ["a judge of the ninth set", "ninth-time-phrases", 100],
  ["a judge of the tenth set", "tenth-time-phrases", 98],
  ["a judge of the eleventh set", "eleventh-time-phrases", 100],
  ["a judge of the twelfth set", "twelfth-time-phrases", 100],
  ["a judge of the thirteenth set", "thirteenth-time-phrases", 92],
  ["one more, with both halves of what is said twice a day", "fresh-time-phrases", 66],
])("reads the phrases of %s, and none silently wrong", (_whose, name, least) => {
  const phrases = phrasesOf(name);
  const judged = phrases.map((wanted) => {
    const got = readTime(wanted.text, Date.parse(wanted.now), wanted.zone, wanted.lang);
    const others = wanted.also.map((also) => reading.parse({ ...wanted, instants: null, ...also }));
    const ways = [wanted, ...others];
    const isSafe = got.kind === "ask" || got.kind === "none";
    const told = ways.some((way) => isRight(way, got)) ? "right" : isSafe ? "asked" : "wrong";
    return { id: wanted.id, text: wanted.text, told };
  });
  const asked = judged.filter(({ told }) => told === "asked");
  expect(judged.filter(({ told }) => told === "wrong")).toEqual([]);
  expect(judged.length - asked.length, JSON.stringify(asked)).toBeGreaterThanOrEqual(least);
});
