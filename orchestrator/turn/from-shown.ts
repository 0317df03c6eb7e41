import { isDeepStrictEqual } from "node:util";
import type { GoalFrame, IntentOutput } from "#shared/contracts/intent.ts";
import type { ShownAnswer, ShownItem } from "#shared/contracts/shown.ts";
import { foldPhrase } from "#shared/plain-text/fold.ts";
import { framesOf, withFrames } from "../planning/frames.ts";
import { gateOfFrame } from "../planning/gate-of-frame.ts";
import type { Understood } from "../understanding/understanding.ts";
import { wordsIn } from "./conversation/item-words.ts";
import { readAmount } from "./conversation/read-amount.ts";
import { readListChange } from "./conversation/read-list-change.ts";
import { placesOf, type Reference, readReference } from "./conversation/read-reference.ts";
import { withoutToo } from "./conversation/read-said.ts";
import { readWith } from "./conversation/read-with.ts";
import { specimensOf } from "./conversation/specimens.ts";
import { followShown } from "./follow-shown.ts";
import { type Outcome, words } from "./outcome.ts";
import { pursue } from "./pursue.ts";
import { phrases } from "./reply/phrases.ts";
import { inLanguage, type Turn } from "./turn.ts";
import { hearAs } from "./understand-message.ts";

/**
 * A message about what was shown before: "a segunda", "as duas", "manda isso", "só as 3 primeiras", "compara com a gerdau".
 * undefined: it says all by itself, or names nothing that was shown.
 */
export async function fromShown(opened: Turn, heard: Understood): Promise<Outcome | undefined> {
  const { shown } = opened.state;
  const newest = shown.at(-1);
  if (newest === undefined) return undefined;
  const turn = inLanguage(opened, opened.entry.locale ?? heard.locale);
  const text = turn.entry.input_text;
  const nouns = wordsIn(shown.flatMap(({ items }) => items));
  const read = readReference(text, nouns);
  const isAnswer = read?.which === "that" && read.isAnswer === true;
  const isOwn = read !== undefined && !isAnswer && isOwnValue(turn, heard, text, read);
  const reference = isOwn ? undefined : read;
  const amount = reference?.which === "places" ? undefined : ofAmount(turn, heard.intent, text);
  if (amount !== undefined) return pursue(turn, amount, []);
  const changed = ofListChange(turn, heard.intent, text);
  if (changed !== undefined) return pursue(turn, changed, []);
  if (reference !== undefined) {
    const named = await ofReference(turn, text, reference);
    if (named !== undefined) return named;
  }
  const follow = onlyFollows(turn, heard.intent)
    ? heard.intent
    : behindDeed(turn, heard.intent, newest, text);
  if (follow !== undefined && newest.whole)
    return followShown(turn, follow, newest, newest.acted ? toldBy(newest) : newest.text);
  const joined = withShown(turn, heard.intent, text);
  return joined && pursue(turn, joined, []);
}

/** "Send it on telegram too": the turn without the word behind it, where what was shown is all that it speaks of. */
export function withoutTail(turn: Turn): Turn {
  const input_text = withoutToo(turn.entry.input_text);
  const isSame = input_text === turn.entry.input_text || turn.state.shown.length === 0;
  if (isSame || readReference(input_text, new Set())?.which !== "that") return turn;
  return { ...turn, entry: { ...turn.entry, input_text } };
}

/** A clear request with the words in a value of its own names nothing: "salva o filme O Segundo Sol". */
function isOwnValue(turn: Turn, { intent }: Understood, text: string, at: Reference): boolean {
  const [frame] = framesOf(intent);
  if (frame === undefined || intent.tier === "elliptical") return false;
  if (!gateOfFrame(frame, intent.followups, turn.snapshot.catalogue).passed) return false;
  const name = foldPhrase(text.slice(at.start, at.end));
  const values = Object.values(frame.entities).flat();
  // A number that a goal of another domain takes is its own: "abre o pdf 1" behind a list of shares.
  const listed = turn.state.shown.findLast(({ list }) => list)?.items[0]?.domain;
  const ends = (value: unknown) => typeof value === "number" && name.endsWith(` ${value}`);
  if (listed !== frame.primary_domain && values.some(ends)) return true;
  const held = values.map((value) => foldPhrase(String(value))).filter((value) => value !== "");
  if (held.some((value) => value === name || name.endsWith(` ${value}`))) return false;
  const isWhole = at.which === "that" || at.which === "all";
  return isWhole || held.some((value) => ` ${value} `.includes(` ${name} `));
}

/** What is to be done with the things that are named, or that there are not so many. */
async function ofReference(
  turn: Turn,
  text: string,
  reference: Reference,
): Promise<Outcome | undefined> {
  const { shown } = turn.state;
  const isWhole = reference.which === "that" || reference.which === "all";
  if (isWhole) {
    const newest = shown.at(-1);
    const follow = followOf(turn, text, reference);
    if (newest?.whole === true && follow !== undefined)
      return followShown(turn, follow, newest, newest.text);
  }
  const answer = isWhole
    ? shown.findLast(({ items }) => items.length > 0)
    : (lastOfOne(shown, reference) ?? shown.findLast(({ list }) => list));
  if (answer === undefined) return undefined;
  if (reference.which === "that" && answer.items.length !== 1) return undefined;
  // "Everything" may be more than was shown.
  if (reference.which === "all" && answer.acted) return undefined;
  const places = placesOf(reference, answer.items.length);
  if (places === undefined) {
    const intent = hearAs(turn, text).intent;
    return words("clarification", phrases(turn.locale).shownOnly(answer.items.length), intent);
  }
  const items = places.map((at) => answer.items[at]).filter((item) => item !== undefined);
  const follow = followOf(turn, text, reference);
  if (follow !== undefined) return followShown(turn, follow, answer, linesOf(answer, items));
  if (reference.which === "all") return undefined;
  const intent = ofItems(turn, text, reference, items);
  return intent && pursue(turn, intent, []);
}

/** "As duas" behind two answers that showed one thing each: these, as one list. */
function lastOfOne(shown: readonly ShownAnswer[], reference: Reference): ShownAnswer | undefined {
  if (reference.which !== "count") return undefined;
  const last = shown.slice(-reference.count);
  const items = last.flatMap((each) => each.items);
  const [first] = last;
  const isOfOne = last.every((each) => each.items.length === 1 && !each.acted);
  const isOneKind = items.every(({ domain }) => domain === items[0]?.domain);
  if (first === undefined || items.length !== reference.count || !isOfOne || !isOneKind)
    return undefined;
  const text = last.map((each) => each.text).join("\n");
  const outside = [...new Set(last.flatMap((each) => each.outside))];
  return { ...first, items, text, outside, list: true };
}

/** The sentence as nothing but a follow-up to what is named: "manda a segunda no telegram" is "manda no telegram". */
function followOf(turn: Turn, text: string, { start, end }: Reference): IntentOutput | undefined {
  const { that, it } = phrases(turn.locale);
  const before = text.slice(0, start);
  const behind = text.slice(end);
  const said = [that, it, ""].map(
    (word) => `${word === "" ? before.trimEnd() : before}${word}${behind}`,
  );
  return said
    .map((each) => hearAs(turn, each.trim()).intent)
    .find((intent) => onlyFollows(turn, intent));
}

/** Nothing but a follow-up: it takes up the last goal as it was. */
function onlyFollows({ state }: Turn, intent: IntentOutput): boolean {
  const last = state.last_frame;
  if (last === null || intent.followups.length === 0 || intent.tier !== "elliptical") return false;
  const isAgain = intent.goal === last.goal && isDeepStrictEqual(intent.entities, last.entities);
  return isAgain && intent.followups.every(({ doubts = [] }) => doubts.length === 0);
}

/** "Send it on telegram" behind a deed: nothing is done again, its answer is what is sent. */
function behindDeed(
  { snapshot: { understanding } }: Turn,
  heard: IntentOutput,
  { acted }: ShownAnswer,
  text: string,
): IntentOutput | undefined {
  const { rest, followups } = understanding.followupsIn(text);
  const isOnly = acted && rest === "" && followups.every(({ doubts = [] }) => doubts.length === 0);
  return isOnly && followups.length > 0 ? { ...heard, followups: [...followups] } : undefined;
}

/** What a deed was done with, where it is one thing. */
const toldBy = ({ items: [item, ...more], text }: ShownAnswer): string =>
  item !== undefined && more.length === 0 ? item.label : text;

/** The lines of the answer that show these, each its label where no line does. */
function linesOf({ text }: ShownAnswer, items: readonly ShownItem[]): string {
  const lines = text.split("\n");
  return items.map(({ label }) => lines.find((each) => each.includes(label)) ?? label).join("\n");
}

/** The sentence with the named things in their places, as their domain's goals take them. */
function ofItems(
  turn: Turn,
  text: string,
  { start, end }: Reference,
  items: readonly ShownItem[],
): IntentOutput | undefined {
  const [first] = items;
  if (first === undefined) return undefined;
  const { and } = phrases(turn.locale);
  const names = items.map(({ said_as }) => said_as);
  const { catalogue } = turn.snapshot;
  // A symbol that no one says may break the sentence: then known ones stand in its place while it is read.
  const specimens = specimensOf(catalogue, first, items.length, turn.locale);
  const before = text.slice(0, start).replace(ONLY, " ");
  const read = [names, specimens]
    .flatMap((stand) => (stand.length > 1 ? [stand, stand.slice(0, 1)] : [stand]))
    .filter((stand) => stand.length > 0)
    .flatMap((stand) => {
      const { intent } = hearAs(turn, `${before}${stand.join(` ${and} `)}${text.slice(end)}`);
      const detail = items.map(({ label }) => label).join("; ");
      const evidence = [...intent.evidence, { kind: "shown", detail }];
      return withItems(turn, { ...intent, original_query: text, evidence }, items, stand) ?? [];
    });
  return read.toSorted((a, b) => b.confidence - a.confidence)[0];
}

/** "apaga só a segunda" names one, and leaves nothing out that was to be done. */
const ONLY = /\s(?:só|so|somente|apenas|only|just)\s+$/i;

/** The intent with the things themselves in the entity that stands for them; each a goal of its own where it takes one. */
function withItems(
  { snapshot }: Turn,
  intent: IntentOutput,
  items: readonly ShownItem[],
  stand: readonly string[],
): IntentOutput | undefined {
  const [frame, ...others] = framesOf(intent);
  const [first] = items;
  if (frame === undefined || first === undefined) return undefined;
  if (frame.primary_domain !== first.domain) return undefined;
  if (others.some(({ goal }) => goal !== frame.goal)) return undefined;
  const schema = snapshot.catalogue.goal(frame.primary_domain, frame.goal)?.spec.entities_schema;
  const name = Object.keys(first.entities).find(
    (each) => Object.hasOwn(frame.entities, each) && schema !== undefined,
  );
  if (schema === undefined || name === undefined) return undefined;
  const values = items.flatMap(({ entities }) => entities[name] ?? []);
  const given = (value: GoalFrame["entities"][string]): GoalFrame => ({
    ...frame,
    entities: { ...frame.entities, [name]: value },
  });
  if (schema[name]?.multiple === true) {
    const said = [frame.entities[name] ?? []].flat();
    const stood = stand.map(foldPhrase);
    const own = said.filter(
      (value) =>
        !stood.includes(foldPhrase(String(value))) &&
        !items.some((item) => isItem(item, String(value))),
    );
    const all = [...values, ...own].filter((value) => typeof value !== "boolean");
    return withFrames(intent, [given(all.length === 1 ? (all[0] ?? "") : all)]);
  }
  const doubts = [...(frame.doubts ?? []), ...others.flatMap((other) => other.doubts ?? [])];
  const kept = doubts.filter(({ reason }) => reason !== "compound");
  const frames = values.map((value) => ({
    ...given(value),
    ...(kept.length > 0 ? { doubts: kept } : { doubts: undefined }),
  }));
  return withFrames(
    intent,
    frames.map(({ doubts: left, ...each }) =>
      left === undefined ? each : { ...each, doubts: left },
    ),
  );
}

const isItem = ({ said_as, label, entities }: ShownItem, value: string): boolean =>
  foldPhrase(said_as).includes(foldPhrase(value)) ||
  foldPhrase(label).includes(foldPhrase(value)) ||
  Object.values(entities).some((each) => foldPhrase(String(each)) === foldPhrase(value));

/** "mais 5", "só as 3 primeiras": the last list with another count, where its goal has one. */
function ofAmount({ state, locale }: Turn, heard: IntentOutput, text: string) {
  const amount = readAmount(text);
  const answer = state.shown.findLast(({ limit, list }) => list && limit !== undefined);
  const [frame] = answer?.frames ?? [];
  if (amount === undefined || answer?.limit === undefined || frame === undefined) return undefined;
  const count = amount.more ? answer.items.length + amount.count : amount.count;
  const entities = { ...frame.entities, [answer.limit]: count };
  const { doubts: _, modifiers: _around, unread: _rest, ...kept } = heard;
  const evidence = [
    { kind: "last_goal", detail: `${frame.goal} again, with ${count} (${locale})` },
  ];
  return withFrames({ ...kept, tier: "elliptical" as const, evidence, followups: [] }, [
    { ...frame, entities, original_query: text },
  ]);
}

/** "add nvidia to that", "tira o bradesco": what was shown last once more, with more or fewer in its list. */
function ofListChange({ state, snapshot }: Turn, heard: IntentOutput, text: string) {
  const answer = state.shown.at(-1);
  const [frame] = answer?.frames ?? [];
  const change = readListChange(text);
  if (answer === undefined || frame === undefined || change === undefined || answer.acted)
    return undefined;
  const [other] = framesOf(heard);
  const isOwn = other !== undefined && other.goal !== frame.goal;
  if (isOwn && gateOfFrame(other, heard.followups, snapshot.catalogue).passed) return undefined;
  const schema = snapshot.catalogue.goal(frame.primary_domain, frame.goal)?.spec.entities_schema;
  const name = Object.keys(schema ?? {}).find(
    (each) => schema?.[each]?.multiple === true && Array.isArray(frame.entities[each]),
  );
  if (name === undefined) return undefined;
  const isDropped = (item: ShownItem) => change.drops.some((drop) => isItem(item, drop));
  const dropped = answer.items.filter(isDropped);
  if (dropped.length !== change.drops.length) return undefined;
  const left = answer.items
    .filter((item) => !isDropped(item))
    .flatMap(({ entities }) => entities[name] ?? [])
    .filter((each) => typeof each !== "boolean");
  const { doubts: _, modifiers: _around, unread: _rest, ...kept } = heard;
  const evidence = [{ kind: "last_goal", detail: `${frame.goal} again, with another list` }];
  return withFrames({ ...kept, tier: "elliptical" as const, evidence, followups: [] }, [
    { ...frame, entities: { ...frame.entities, [name]: [...left, ...change.adds] } },
  ]);
}

/** "compara com a gerdau": what was shown last is the other one. */
function withShown({ state, snapshot }: Turn, intent: IntentOutput, text: string) {
  const answer = state.shown.at(-1);
  const [item, ...more] = answer?.items ?? [];
  const [frame] = framesOf(intent);
  if (answer === undefined || item === undefined || frame === undefined) return undefined;
  // One more joins what was compared; of another list no one can tell which is meant.
  if (more.length > 0 && answer.frames[0]?.goal !== frame.goal) return undefined;
  if (!readWith(text) || frame.primary_domain !== item.domain) return undefined;
  const schema = snapshot.catalogue.goal(frame.primary_domain, frame.goal)?.spec.entities_schema;
  const name = Object.keys(item.entities).find(
    (each) => schema?.[each]?.multiple === true && Object.hasOwn(frame.entities, each),
  );
  if (name === undefined) return undefined;
  const before = [item, ...more]
    .flatMap(({ entities: shown }) => shown[name] ?? [])
    .filter((each) => typeof each !== "boolean");
  const others = [frame.entities[name] ?? []].flat().filter((each) => typeof each !== "boolean");
  const entities = { ...frame.entities, [name]: [...before, ...others] };
  return withFrames(intent, [{ ...frame, entities }]);
}
