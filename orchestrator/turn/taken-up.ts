import type { EntityValue, GoalFrame, IntentOutput } from "#shared/contracts/intent.ts";
import type { ShownItem } from "#shared/contracts/pending.ts";
import { isCalled, isIndefinite } from "../language/conversation/naming.ts";
import { type Reading, readingOf } from "../language/reading.ts";
import { placesOf, saidWith } from "../language/said-with.ts";
import { framesOf, withFrames } from "../planning/frames.ts";
import { gateOfFrame } from "../planning/gate.ts";
import { type MissingEntity, missingEntities } from "../planning/missing-entities.ts";
import { isItem } from "./conversation/words-in.ts";
import { isAddress, lastOfOne, ofItems, saysMore, saysWhen, severalOf } from "./of-items.ts";
import type { Turn } from "./turn.ts";

/** Longer messages say what they are about. */
const MOST_WORDS = 12;
const MOST_BARE_WORDS = 7;
/** So likely is the goal of what only lacks what was shown, and so certain is it with that. */
const LIKELY = 0.75;
const ELLIPTICAL = 0.97;
/** More of a list are hardly all meant. */
const MOST_MEANT = 5;

/**
 * A message that is no clear request by itself, with what was shown before in the place of its small word, or of what it
 * leaves out.
 * Shape: only what may act as it then stands; undefined otherwise
 */
export function takenUp(
  turn: Turn,
  heard: IntentOutput,
  text: string,
  nouns: ReadonlySet<string>,
): IntentOutput | undefined {
  const reading = readingOf(text);
  const values = Object.values(heard.entities).map(String);
  if (reading.isLongerThan(MOST_WORDS) || reading.hasOwnText || isIndefinite(text, values))
    return undefined;
  // What is for someone else is looked up for nobody.
  if ((heard.modifiers ?? []).some(({ kind }) => kind === "addressee")) return undefined;
  return (
    byPlace(turn, heard, text, nouns) ??
    byLabel(turn, text) ??
    byGap(turn, heard, text) ??
    bareRequest(turn, heard, text)
  );
}

/** A thing of what was shown that the message names in its own way, whatever its words could mean elsewhere. */
export function namedAmongShown(turn: Turn, heard: IntentOutput, text: string) {
  const told = byNameTold(turn, text);
  if (told !== undefined) return told;
  const labelled = readingOf(text).hasOwnText ? undefined : byLabel(turn, text);
  return labelled?.primary_domain === heard.primary_domain ? undefined : labelled;
}

/** What is told beside a request names what this points to. */
function byNameTold(turn: Turn, text: string): IntentOutput | undefined {
  const asks = (said: Reading) =>
    !said.isLongerThan(MOST_BARE_WORDS) && said.naming.pointer()?.which === "that";
  const clause = readingOf(text).clauseThat(turn.locale, asks);
  const at = clause?.naming.pointer();
  if (clause === undefined || at === undefined) return undefined;
  const names = readingOf(text.replace(clause.text, " ")).naming.words.filter(
    ({ length }) => length >= SHORTEST_NAME,
  );
  const isNamed = ({ label }: ShownItem) => names.some((word) => isCalled(label, word));
  const items = turn.state.shown.findLast((answer) => answer.items.some(isNamed))?.items ?? [];
  const [item, ...others] = items.filter(isNamed);
  if (item === undefined || others.length > 0) return undefined;
  const intent = acting(turn, ofItems(turn, clause.text, at, [item]), [item]);
  return intent && { ...intent, original_query: text };
}

const SHORTEST_NAME = 3;

/** What the words name, though they go on behind the name. */
function byPlace(
  turn: Turn,
  heard: IntentOutput,
  text: string,
  nouns: ReadonlySet<string>,
): IntentOutput | undefined {
  const { shown } = turn.state;
  const named = readingOf(text).naming.named(nouns);
  if (named === undefined) return undefined;
  const { start, end } = named;
  // A count may as well say when, unless it is asked which of so many.
  const { asksWhich } = readingOf(text.slice(0, start));
  if (saysWhen(heard, named) && !(named.which === "count" && asksWhich)) return undefined;
  const isThat = named.which === "that";
  const answer =
    named.which === "they"
      ? severalOf(shown)
      : isThat
        ? shown.at(-1)
        : ((named.which === "count" ? lastOfOne(shown, named.count) : undefined) ??
          shown.findLast(({ list }) => list));
  if (answer === undefined || named.which === "all") return undefined;
  if (isThat && answer.items.length !== 1) return undefined;
  const items = placesOf(named, answer.items.length)?.flatMap((at) => answer.items[at] ?? []);
  if (named.which === "they" && (items?.length ?? 0) > MOST_MEANT) return undefined;
  if (items === undefined) return undefined;
  const plain = acting(turn, ofItems(turn, text, named, items), items);
  if (plain !== undefined || !named.isOf) return plain;
  const of = saidWith(turn.locale, "of", "");
  const whole = `${text.slice(0, start)}${of}${text.slice(start)}`;
  const at = { start: start + of.length, end: end + of.length };
  const intent = acting(turn, ofItems(turn, whole, at, items), items);
  return intent && { ...intent, original_query: text };
}

/** The one of what was shown whose label has the words that name it. */
function byLabel(turn: Turn, text: string): IntentOutput | undefined {
  for (const { start, end, words } of readingOf(text).naming.labelled) {
    for (const { items } of turn.state.shown.toReversed()) {
      const named = items.filter(({ label }) => words.every((word) => isCalled(label, word)));
      if (named.length > 1) break;
      if (named.length === 0) continue;
      const intent = acting(turn, ofItems(turn, text, { start, end }, named), named);
      if (intent !== undefined) return intent;
    }
  }
  return undefined;
}

/** Values that it needs; else what the one thing shown last is to its goal, where no words name another. */
function missingOf({ snapshot: { catalogue }, state }: Turn, frame: GoalFrame) {
  const missing = missingEntities(frame, catalogue);
  const { items: [item, ...others] = [], acted } = state.shown.at(-1) ?? {};
  if (missing.length > 0 || item === undefined) return missing;
  const of = catalogue.goal(frame.primary_domain, frame.goal)?.spec.entities_schema ?? {};
  const isOfItem = (name: string) => Object.hasOwn(item.entities, name);
  const said = Object.keys(frame.entities);
  const isNamed = said.some((name) => isOfItem(name) || of[name]?.type === "string");
  // What only looks may look at more than that.
  const mayMean = acted === true || gateOfFrame(frame, [], catalogue).effect !== "read";
  const isMeant = mayMean && others.length === 0 && item.domain === frame.primary_domain;
  const own = Object.entries(of).filter(([name]) => isMeant && !isNamed && isOfItem(name));
  return own.map(([entity, schema]) => ({ entity, schema }));
}
export const lacks = (turn: Turn, frame: GoalFrame) => missingOf(turn, frame).length > 0;

/** A goal that is clear but for what it is about: that is what was shown last. */
function byGap(turn: Turn, heard: IntentOutput, text: string): IntentOutput | undefined {
  const { snapshot, state } = turn;
  const [frame, ...others] = framesOf(heard);
  if (frame === undefined || others.length > 0 || saysMore(turn, heard, text)) return undefined;
  const [gap, ...more] = missingOf(turn, frame);
  if (gap === undefined || more.length > 0) return undefined;
  const { entity, schema } = gap;
  const isSeveral = schema.multiple === true;
  const said = [frame.entities[entity] ?? []].flat().filter((each) => typeof each !== "boolean");
  const newest = state.shown.at(-1);
  const before =
    isSeveral && said.length === 0 && newest?.items.length === 1
      ? lastOfOne(state.shown, schema.at_least ?? 1)
      : newest;
  const items = (before?.items ?? []).filter(
    (item) => !said.some((value) => isItem(item, String(value))),
  );
  const isMeant = isSeveral ? items.length <= MOST_MEANT : items.length === 1;
  const taken = items.map((item) => valueFor(item, frame.primary_domain, gap));
  if (!isMeant || items.length === 0 || taken.includes(undefined)) return undefined;
  const values = taken.flatMap((each) => each ?? []).filter((each) => typeof each !== "boolean");
  const [only] = values;
  const all = [...values, ...said];
  const value = isSeveral && all.length > 1 ? all : only;
  if (value === undefined) return undefined;
  const isLikely = frame.confidence >= LIKELY && (frame.doubts ?? []).length === 0;
  const isRead = gateOfFrame(frame, heard.followups, snapshot.catalogue).effect === "read";
  // What it is about speaks for what only reads.
  const confidence = isRead && isLikely ? Math.max(frame.confidence, ELLIPTICAL) : frame.confidence;
  const given = { ...frame, entities: { ...frame.entities, [entity]: value }, confidence };
  return acting(turn, told(withFrames(heard, [given]), items), items);
}

/** What a thing is to a goal's value: under that name in its own domain; an address leads to the same for every domain. */
function valueFor(
  { domain, entities, label }: ShownItem,
  of: string,
  { entity, schema }: MissingEntity,
): EntityValue | undefined {
  if (domain === of && Object.hasOwn(entities, entity)) return entities[entity];
  return schema.type === "url" ? [...Object.values(entities), label].find(isAddress) : undefined;
}

/** A request of which nothing is said but what is to be done. */
function bareRequest(turn: Turn, heard: IntentOutput, text: string): IntentOutput | undefined {
  const { shown } = turn.state;
  if ((shown.at(-1)?.items ?? []).length === 0) return undefined;
  if ((heard.modifiers ?? []).some(({ kind }) => kind !== "mood" && kind !== "amount"))
    return undefined;
  const bare = readingOf(text).bareRequest;
  if (bare === undefined) return undefined;
  const about = (items: readonly ShownItem[]) =>
    ["", saidWith(turn.locale, "of", "")].flatMap((of) => {
      const whole = `${bare.text} ${of}`;
      const at = { start: whole.length, end: whole.length };
      return acting(turn, ofItems(turn, whole, at, items), items) ?? [];
    });
  const [one, ...others] = shown.at(-1)?.items ?? [];
  const alone = one === undefined || others.length > 0 ? [] : about([one]);
  // A question may be about more than one.
  const several = bare.isQuestion ? (severalOf(shown)?.items ?? []) : [];
  const readings = alone.length > 0 || several.length > MOST_MEANT ? alone : about(several);
  const [best] = readings.toSorted((a, b) => b.confidence - a.confidence);
  if (best === undefined) return undefined;
  const [frame] = framesOf(best);
  const isRead = frame && gateOfFrame(frame, [], turn.snapshot.catalogue).effect === "read";
  // What changes something is about nothing but what was shown.
  return isRead === true || bare.isAll ? { ...best, original_query: text } : undefined;
}

const told = (intent: IntentOutput, items: readonly ShownItem[]): IntentOutput => ({
  ...intent,
  tier: "elliptical",
  evidence: [
    ...intent.evidence,
    { kind: "shown", detail: items.map(({ label }) => label).join("; ") },
  ],
});

/** The intent where it may act as it stands: it is about the things, and lacks nothing. */
function acting(
  turn: Turn,
  intent: IntentOutput | undefined,
  items: readonly ShownItem[],
): IntentOutput | undefined {
  const frames = intent === undefined ? [] : framesOf(intent);
  const { catalogue } = turn.snapshot;
  const isAbout = ({ entities }: GoalFrame) =>
    items.some((item) =>
      [...Object.values(item.entities), item.label].some((value) =>
        Object.values(entities).some((each) => [each].flat().includes(value as never)),
      ),
    );
  const mayAct = frames.every(
    (frame) =>
      isAbout(frame) &&
      gateOfFrame(frame, intent?.followups ?? [], catalogue).passed &&
      missingEntities(frame, catalogue).length === 0,
  );
  return frames.length > 0 && mayAct ? intent : undefined;
}
