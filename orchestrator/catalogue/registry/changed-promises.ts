import { canonicalJson } from "#shared/contracts/json.ts";
import type { Capability, Goal, Manifest } from "#shared/contracts/manifest.ts";
import { type Change, changesIn } from "./changes-in.ts";

/** From the most careful to the least. */
const CONFIRM: readonly Capability["confirm"][] = ["always", "auto", "never"];

/** Of the manifest itself: nothing but people, and the author, ever reads them. */
const HARMLESS: ReadonlySet<string> = new Set(["$schema", "version", "description", "metadata"]);
const COMPARED_BY_NAME: ReadonlySet<string> = new Set(["capabilities", "goals", "confidence_gate"]);

/** The capability's fields that are compared by what is more careful; every other one may not change at all. */
const GUARDS: ReadonlySet<string> = new Set<keyof Capability>([
  "effect",
  "confirm",
  "trust",
  "repeat",
  "kind",
  "requires",
]);

/**
 * How a manifest asks for more trust than the one before it, one sentence each, the gravest first. Every change is one,
 * also of a field that is not known here, but for a short list: texts of the manifest itself that only people read,
 * guards that become stricter, and what is taken away. Words (examples, templates, synonyms, descriptions) count, for
 * they decide which sentences come here, with which values, and what a model takes a capability to be for.
 * Cost: one pass over both manifests
 */
export function changedPromises(before: Manifest, after: Manifest): string[] {
  const capabilities = byName(
    before.capabilities,
    after.capabilities,
    ({ capability }) => capability,
  );
  const goals = byName(before.goals, after.goals, ({ goal }) => goal);
  return [
    ...capabilities.fresh.map((each) =>
      grave(`${each.capability} is new (effect ${effectOf(each)})`),
    ),
    ...capabilities.kept.flatMap(([old, now]) => changesOfCapability(old, now)),
    ...fallbackGoals(before, after).map((goal) =>
      grave(`${goal} takes what no other goal covers, at any confidence`),
    ),
    ...goals.fresh
      .filter(({ fallback }) => fallback === undefined)
      .map((each) => grave(newGoal(each))),
    ...loweredGate(before, after),
    ...goals.kept.flatMap(([old, now]) => changesIn(old, now, now.goal)),
    // The first of several that could follow, or be meant, is taken.
    ...(capabilities.inOrder && goals.inOrder ? [] : [grave("they stand in another order")]),
    ...changesIn(withoutKnown(before), withoutKnown(after), ""),
  ]
    .toSorted((a, b) => Number(a.ofWords) - Number(b.ofWords))
    .map(({ told }) => told);
}

const grave = (told: string): Change => ({ told, ofWords: false });

function changesOfCapability(old: Capability, now: Capability): Change[] {
  const say = (change: string) => grave(`${now.capability}: ${change}`);
  const dropped = old.requires.filter((scope) => !now.requires.includes(scope));
  return [
    ...(effectOf(old) === effectOf(now)
      ? []
      : [say(`effect ${effectOf(old)} -> ${effectOf(now)}`)]),
    ...(CONFIRM.indexOf(now.confirm) > CONFIRM.indexOf(old.confirm)
      ? [say(`confirm ${old.confirm} -> ${now.confirm}`)]
      : []),
    ...(old.trust === "untrusted" && now.trust === "trusted"
      ? [say("its answers count as trusted")]
      : []),
    ...(old.repeat === "once" && now.repeat === "keyed" ? [say("repeat once -> keyed")] : []),
    ...(old.kind === now.kind ? [] : [say(`kind ${old.kind} -> ${now.kind}`)]),
    ...dropped.map((scope) => say(`does not require ${scope} any more`)),
    ...changesIn(without(old, GUARDS), without(now, GUARDS), now.capability),
  ];
}

const effectOf = ({ effect }: Capability): string => effect ?? "external";

/** A new goal reaches capabilities by new words, also those that were there before. */
const newGoal = ({ goal, capability, entities_schema, plan }: Goal): string => {
  const mapped = Object.values(entities_schema).flatMap(({ capability_map = {} }) =>
    Object.values(capability_map).flat(),
  );
  const reached = new Set([
    ...(capability ? [capability] : []),
    ...mapped,
    ...(plan?.may_use ?? []),
  ]);
  return `the goal ${goal} is new (leads to ${[...reached].join(", ")})`;
};

function fallbackGoals(before: Manifest, after: Manifest): string[] {
  const exempt = new Set(fallbacksOf(before));
  return fallbacksOf(after).filter((goal) => !exempt.has(goal));
}

const fallbacksOf = ({ goals }: Manifest): string[] =>
  goals.flatMap(({ goal, fallback }) => (fallback === undefined ? [] : [goal]));

function loweredGate(before: Manifest, after: Manifest): Change[] {
  const [from, to] = [gateOf(before), gateOf(after)];
  const lowered = to < from ? [grave(`it acts at a confidence of ${to}, no more ${from}`)] : [];
  const others = [before, after].map((each) => without(each.confidence_gate, GATES));
  return [...lowered, ...changesIn(others[0], others[1], "confidence_gate")];
}

const GATES: ReadonlySet<string> = new Set(["threshold", "exempt"]);

/** An exempt domain acts at any confidence. */
const gateOf = ({ confidence_gate: gate }: Manifest): number =>
  "threshold" in gate ? gate.threshold : 0;

type ByName<T> = {
  fresh: T[];
  /** Of both, as they were and as they are. */
  kept: [old: T, now: T][];
  /** Those of both stand in one order. */
  inOrder: boolean;
};

function byName<T>(
  before: readonly T[],
  after: readonly T[],
  nameOf: (item: T) => string,
): ByName<T> {
  const known = new Map(before.map((each) => [nameOf(each), each]));
  const fresh: T[] = [];
  const kept: [T, T][] = [];
  for (const now of after) {
    const old = known.get(nameOf(now));
    if (old === undefined) fresh.push(now);
    else kept.push([old, now]);
  }
  const names = new Set(kept.map(([, now]) => nameOf(now)));
  const stood = before.map(nameOf).filter((name) => names.has(name));
  return { fresh, kept, inOrder: canonicalJson(stood) === canonicalJson([...names]) };
}

const withoutKnown = (manifest: Manifest) => without(without(manifest, HARMLESS), COMPARED_BY_NAME);

const without = (value: object, names: ReadonlySet<string>) =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.has(name)));
