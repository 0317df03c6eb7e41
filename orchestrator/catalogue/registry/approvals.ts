import { canonicalJson, isJsonObject, ownValue } from "#shared/contracts/json.ts";
import type { Capability, Goal, Manifest } from "#shared/contracts/manifest.ts";
import { visibleText } from "#shared/plain-text/clean-text.ts";
import type { Log } from "../../ports/log.ts";
import { addressesOfGoal } from "../catalogue.ts";
import type { ApprovedManifests } from "./approved-manifests.ts";
import { manifestDigest } from "./build-catalogue.ts";
import { asksLess } from "./stand-ins.ts";

/** A manifest that waits for the operator's word. */
export type Held = { version: string; digest: string; changes: string[] };

const MOST_TOLD = 5;
/** Of one manifest, in a list of domains. */
const MOST_KEPT = 100;

export type Approvals = ReturnType<typeof openApprovals>;

/**
 * Domains that others run are taken at their word once, when they are first seen. A manifest that changes what the last
 * one promised waits until the operator says yes to that very manifest; what may change freely is a short list.
 */
export function openApprovals(kept: ApprovedManifests, log: Log) {
  const waiting = new Map<string, Held & { manifest: Manifest }>();
  /** Digests that the operator said yes to. */
  const approved = new Set<string>();

  return {
    /**
     * What was taken of the domain, where this manifest says the same. Two that say the same may still differ in the order
     * of their keys, which decides between equals: the order that was taken counts.
     */
    asTaken(manifest: Manifest): Manifest {
      const before = kept.find(manifest.domain);
      return before !== undefined && manifestDigest(before) === manifestDigest(manifest)
        ? before
        : manifest;
    },
    /** Why a manifest has to wait; undefined: it need not. */
    objectionTo(manifest: Manifest): string | undefined {
      const { domain, version } = manifest;
      waiting.delete(domain);
      const before = kept.find(domain);
      if (before === undefined || before === manifest) return undefined;
      const changes = changedPromises(before, manifest);
      if (changes.length === 0) return undefined;
      const seen = manifestDigest(manifest);
      if (approved.has(seen)) return undefined;
      const unkept = changes.length - MOST_KEPT;
      const most = changes.slice(0, MOST_KEPT);
      const shown = unkept > 0 ? [...most, `and ${unkept} more changes`] : most;
      waiting.set(domain, { version, digest: seen, changes: shown, manifest });
      const told = changes.slice(0, MOST_TOLD).join("; ");
      const more = changes.length - MOST_TOLD;
      return `it waits for approval: ${told}${more > 0 ? `; and ${more} more` : ""}; \`regente domains approve ${domain}\` takes it`;
    },
    /** What was in force of a domain when the process before this one ended. */
    lastTaken: (domain: string) => kept.find(domain),
    /** It came into force: the next one is compared with it. */
    taken(manifest: Manifest): void {
      const { domain } = manifest;
      if (kept.find(domain) === manifest) return;
      kept.keep(manifest).catch((err: unknown) => {
        log.error({ err, domain }, "what a domain promises could not be kept for the next start");
      });
    },
    /** The operator let go of the domain: one of that name is a new one. Rejects when that cannot be kept. */
    forget(domain: string): Promise<void> {
      waiting.delete(domain);
      return kept.forget(domain);
    },
    heldOf(domain: string): Held | undefined {
      const held = waiting.get(domain);
      if (held === undefined) return undefined;
      const { manifest: _, ...told } = held;
      return told;
    },
    /** The manifest that waits, as its domain shows it. */
    heldManifest: (domain: string) => waiting.get(domain)?.manifest,
    /** False: nothing of that digest waits. */
    approve(domain: string, seen: string): boolean {
      const held = waiting.get(domain);
      if (held?.digest !== seen) return false;
      approved.add(seen);
      log.info({ domain, digest: seen, changes: held.changes }, "a manifest was approved");
      return true;
    },
  };
}

/** `ofWords`: it decides what people say to come here, not what is done then. */
type Change = { told: string; ofWords: boolean };

/** Fields that hold words for people and models to read or to say. */
const WORDS: ReadonlySet<string> = new Set([
  "hints",
  "description",
  "question",
  "synonyms",
  "lists",
  "rules",
]);
/** What follows others by its words fires by them: these are no mere words. */
const FOLLOWUP = "followup";

const MOST_DEPTH = 8;
const MOST_NAMED = 2;
const MOST_CHARS = 60;

/**
 * Every difference between two values, by where it is.
 * Shape: `send_report: timeout_ms 5000 -> 100`, `ASK: hints.examples.en now has "a", "b" and 3 more`
 */
function changesIn(before: unknown, after: unknown, of: string): Change[] {
  return differences(before, after, []).map(({ path, told }) => {
    const ofWords = path.some((key) => WORDS.has(key)) && !path.includes(FOLLOWUP);
    return { told: of === "" ? told : `${of}: ${told}`, ofWords };
  });
}

type Difference = { path: readonly string[]; told: string };

function differences(before: unknown, after: unknown, path: readonly string[]): Difference[] {
  if (isJsonObject(before) && isJsonObject(after) && path.length < MOST_DEPTH)
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
      differences(ownValue(before, key), ownValue(after, key), [...path, key]),
    );
  if (textOf(before) === textOf(after)) return [];
  return [{ path, told: `${path.map(shown).join(".")} ${describe(before, after)}` }];
}

function describe(before: unknown, after: unknown): string {
  if (after === undefined) return "is gone";
  if (Array.isArray(before) && Array.isArray(after)) {
    const known = new Set(before.map(textOf));
    const fresh = after.filter((each) => !known.has(textOf(each)));
    const named = fresh.slice(0, MOST_NAMED).map(quoted).join(", ");
    const more = fresh.length - MOST_NAMED;
    if (fresh.length > 0) return `now has ${named}${more > 0 ? ` and ${more} more` : ""}`;
    return before.length > after.length ? "has less" : "stands in another order";
  }
  return before === undefined
    ? `is new: ${quoted(after)}`
    : `${quoted(before)} -> ${quoted(after)}`;
}

/** A part of a manifest in one short line, without what no one can see. */
const quoted = (value: unknown): string => cut(visibleText(textOf(value)).replaceAll("\n", " "));
const shown = (key: string): string => (/^\w{1,60}(-\w+)?$/.test(key) ? key : quoted(key));
const cut = (text: string): string =>
  text.length > MOST_CHARS ? `${text.slice(0, MOST_CHARS)}...` : text;

const textOf = (value: unknown): string => (value === undefined ? "" : canonicalJson(value));

/**
 * Of the manifest itself: nothing but people, and the author, ever reads them. Its description is in the help, which models
 * that call tools read as well.
 */
const HARMLESS: ReadonlySet<string> = new Set(["$schema", "version", "metadata"]);
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
    ...(asksLess(now, old) ? [say(`confirm ${old.confirm} -> ${now.confirm}`)] : []),
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
const newGoal = (goal: Goal): string =>
  `the goal ${goal.goal} is new (leads to ${[...new Set(addressesOfGoal(goal))].join(", ")})`;

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
