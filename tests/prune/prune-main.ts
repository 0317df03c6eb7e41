/**
 * `npm run prune`: the functions of the rooms that read, without which no judged sentence and no variant comes out otherwise.
 * Each is switched off for the sentences in which it said anything; what it gives then is what it gives where it finds
 * nothing. A guard may be here too: whoever takes one away says what else holds what it held.
 *   npm run prune                   all of them: most of an hour on two cores
 *   npm run prune -- plainer        those whose file or name has this in it
 *   MOST=3 npm run prune            also those that at most so many sentences need, with the sentences
 */
import { readdirSync, readFileSync } from "node:fs";
import { z } from "zod";
import { installSwitches } from "./switches.ts";

const root = new URL("../../", import.meta.url);
const switches = installSwitches(root, (file) =>
  /^orchestrator\/(?:understanding|language)\/(?!.*\.(?:test|fixture|contract)\.ts$)/.test(file),
);
// Loaded with their functions switched.
const { shipped } = await import("../every-word-counts/shipped.ts");
const { draftOf, wouldAct } = await import("../../orchestrator/quality/evaluation/safety-net.ts");
const { variantsOf } = await import("../../orchestrator/quality/evaluation/variants.ts");

/** Of the variants, every so manieth. */
const STEP = 60;
const most = Number(process.env["MOST"] ?? 0);
const only = process.argv[2] ?? "";
const { catalogue, understanding } = shipped();

const turn = z.object({ text: z.string() });
const row = z.union([
  z.object({ turns: z.array(turn) }),
  turn.transform((one) => ({ turns: [one] })),
]);

function sentences(): string[] {
  const folder = new URL("../every-word-counts/judged/", import.meta.url);
  const judged = readdirSync(folder)
    .flatMap((name) => readFileSync(new URL(name, folder), "utf8").split("\n"))
    .filter((line) => line !== "")
    .flatMap((line) => row.parse(JSON.parse(line)).turns.map(({ text }) => text));
  const variants = [...variantsOf(catalogue)].filter((_, at) => at % STEP === 0);
  return [...new Set([...judged, ...variants.map(({ text }) => text)])];
}

/** What a sentence comes to, in one text; a fault is an outcome as well. */
function outcomeOf(text: string): string {
  switches.forget();
  try {
    const { intent } = understanding.understand(text, { lastFrame: null });
    const draft = draftOf(text, understanding, catalogue);
    const { goal, entities, also, followups, modifiers = [] } = intent;
    const kinds = modifiers.map(({ kind, value }) => [kind, value]);
    const frames = also.map((each) => [each.goal, each.entities]);
    const then = followups.map(({ capability, phrase }) => [capability, phrase]);
    const acts = wouldAct(draft, catalogue);
    return JSON.stringify([draft?.leads, acts, goal, entities, frames, then, kinds]);
  } catch (fault) {
    return String(fault);
  }
}

/** What a function gives where it finds nothing, by what it has given; undefined: it always gives something. */
const NOTHING = [
  { is: (value: unknown) => value === false, instead: () => false },
  { is: (value: unknown) => value === undefined, instead: () => undefined },
  { is: (value: unknown) => value === null, instead: () => null },
  { is: (value: unknown) => Array.isArray(value) && value.length === 0, instead: () => [] },
  {
    is: (value: unknown, argument: unknown) => value === argument,
    instead: (argument: unknown) => argument,
  },
] as const;

const all = sentences();
const nothings = switches.names.map(() => new Set<number>());
const saidIn = switches.names.map(() => new Set<number>());
let now = 0;
switches.heard = ({ id, value, argument }) => {
  const nothing = NOTHING.findIndex(({ is }) => is(value, argument));
  if (nothing < 0) saidIn[id]?.add(now);
  else nothings[id]?.add(nothing);
};
const before = all.map((text, at) => {
  now = at;
  return outcomeOf(text);
});
switches.heard = undefined;
console.info(`${all.length} sentences, ${switches.names.length} functions`);

let found = 0;
for (const [id, name] of switches.names.entries()) {
  const [nothing] = [...(nothings[id] ?? [])].toSorted();
  const instead = nothing === undefined ? undefined : NOTHING[nothing]?.instead;
  const places = [...(saidIn[id] ?? [])];
  if (!name.includes(only) || instead === undefined) continue;
  switches.off = { id, instead };
  const needing: string[] = [];
  for (const place of places) {
    const text = all[place] ?? "";
    if (outcomeOf(text) !== before[place]) needing.push(text);
    if (needing.length > most) break;
  }
  switches.off = undefined;
  if (needing.length > most) continue;
  found += 1;
  console.info(`${name}: said something in ${places.length}, needed by ${needing.length}`);
  for (const text of needing) console.info(`    ${text}`);
}
console.info(`${found} functions that at most ${most} sentences need`);
