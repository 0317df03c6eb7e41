import { parseExample } from "#shared/contracts/annotated-example.ts";
import type { GoalFrame, IntentOutput } from "#shared/contracts/intent.ts";
import { inLocale, type Locale } from "#shared/contracts/names.ts";
import type { ShownAnswer, ShownItem } from "#shared/contracts/pending.ts";
import { sayIn } from "#shared/messages/say.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { isSameText } from "../language/conversation/naming.ts";
import { readingOf } from "../language/reading.ts";
import { framesOf, withFrames } from "../planning/frames.ts";
import { gateOfFrame } from "../planning/gate.ts";
import { isItem } from "./conversation/words-in.ts";
import type { Turn } from "./turn.ts";
import { hearAs } from "./understand-message.ts";

/** The sentence with the named things in their places, as their domain's goals take them. */
export function ofItems(
  turn: Turn,
  text: string,
  { start, end }: { start: number; end: number },
  items: readonly ShownItem[],
): IntentOutput | undefined {
  const [first] = items;
  if (first === undefined) return undefined;
  const and = sayIn("replies", turn.locale)("and");
  const names = items.map(({ said_as }) => said_as);
  const { catalogue } = turn.snapshot;
  // A symbol that no one says may break the sentence: then known ones stand in its place while it is read.
  const specimens = specimensOf(catalogue, first, items.length, turn.locale);
  const addresses = items.flatMap(({ entities }) => Object.values(entities).filter(isAddress));
  const places = addresses.length === items.length ? addresses.map(String) : [];
  const { before, behind } = readingOf(text).naming.around({ start, end });
  // What is to be done with it stands behind it.
  const isFirst = before.trim() === "" && readingOf(behind).deeds.size > 0;
  const read = [names, specimens, places]
    .flatMap((stand) => (stand.length > 1 ? [stand, stand.slice(0, 1)] : [stand]))
    .filter((stand) => stand.length > 0)
    .flatMap((stand) => {
      const name = stand.join(` ${and} `);
      const plain = { stand, whole: `${before}${name}${behind}` };
      const turned = { stand, whole: `${behind.replace(/^[\s,]+|[\s,.!]+$/g, "")} ${name}` };
      return isFirst ? [plain, turned] : [plain];
    })
    .flatMap(({ stand, whole }) => {
      const { intent } = hearAs(turn, whole);
      if (saysMore(turn, intent, whole, stand)) return [];
      const detail = items.map(({ label }) => label).join("; ");
      const evidence = [...intent.evidence, { kind: "shown", detail }];
      return withItems(turn, { ...intent, original_query: text, evidence }, items, stand) ?? [];
    });
  return read.toSorted((a, b) => b.confidence - a.confidence)[0];
}

/**
 * It asks for something else than the goal does: what is only named is not looked up again.
 * Of what changes something its own gate holds this.
 */
export function saysMore(
  { snapshot: { catalogue, understanding } }: Turn,
  intent: IntentOutput,
  text: string,
  stand: readonly string[] = [],
): boolean {
  const named = stand.join("\n");
  // What one says to have meant is asked for.
  const said = readingOf(text).withoutMeant;
  return framesOf(intent).some(
    (frame) =>
      gateOfFrame(frame, [], catalogue).effect === "read" &&
      understanding
        .besideGoal(frame.primary_domain, frame.goal, said)
        .some((each) => !readingOf(each).isWithin(named)),
  );
}

/** These words say when. */
export const saysWhen = ({ modifiers = [] }: IntentOutput, at: { start: number; end: number }) =>
  modifiers
    .filter(({ kind }) => kind === "time" || kind === "recurrence")
    .some(({ span: { start, end } }) => start < at.end && at.start < end);

/** What an address leads to is the same for every domain; a number is its domain's own. */
export const isAddress = (value: unknown): boolean =>
  typeof value === "string" && /^https?:\/\/\S+$/.test(value);

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
  const isOwn = frame.primary_domain === first.domain;
  if (!isOwn && gateOfFrame(frame, [], snapshot.catalogue).effect === "external") return undefined;
  if (others.some(({ goal }) => goal !== frame.goal)) return undefined;
  const schema = snapshot.catalogue.goal(frame.primary_domain, frame.goal)?.spec.entities_schema;
  const name = Object.keys(first.entities).find(
    (each) =>
      Object.hasOwn(frame.entities, each) &&
      schema !== undefined &&
      (isOwn || isAddress(first.entities[each])),
  );
  if (schema === undefined || name === undefined) return undefined;
  const values = items.flatMap(({ entities }) => entities[name] ?? []);
  const { doubts: before = [], ...plain } = frame;
  const given = (value: GoalFrame["entities"][string], doubts: typeof before): GoalFrame => {
    // What joins the things stands there because they are several.
    const left = doubts.filter(({ reason }) => reason !== "compound");
    const entities = { ...frame.entities, [name]: value };
    return { ...plain, entities, ...(left.length > 0 && { doubts: left }) };
  };
  if (schema[name]?.multiple === true) {
    const said = [frame.entities[name] ?? []].flat();
    const own = said.filter(
      (value) =>
        !stand.some((each) => isSameText(each, String(value))) &&
        !items.some((item) => isItem(item, String(value))),
    );
    const all = [...values, ...own].filter((value) => typeof value !== "boolean");
    return withFrames(intent, [given(all.length === 1 ? (all[0] ?? "") : all, before)]);
  }
  const doubts = [...before, ...others.flatMap((other) => other.doubts ?? [])];
  const frames = values.map((value) => given(value, doubts));
  return withFrames(intent, frames);
}

/** Answers that showed fewer each: those that are so many together, as one list. */
export function lastOfOne(shown: readonly ShownAnswer[], count: number): ShownAnswer | undefined {
  let from = shown.length;
  let sum = 0;
  while (sum < count && from > 0) {
    from -= 1;
    sum += shown[from]?.items.length ?? 0;
    if (shown[from]?.items.length === 0) return undefined;
  }
  const last = shown.slice(from);
  const items = last.flatMap((each) => each.items);
  const [first] = last;
  const isOfOne = last.length > 1 || items.length === 1;
  const isOneKind = items.every(({ domain }) => domain === items[0]?.domain);
  if (first === undefined || items.length !== count || !isOfOne || !isOneKind) return undefined;
  const text = last.map((each) => each.text).join("\n");
  const outside = [...new Set(last.flatMap((each) => each.outside))];
  return { ...first, items, text, outside, list: true };
}

/** The things of the newest answer, or of the last two that showed one each. */
export function severalOf(shown: readonly ShownAnswer[]): ShownAnswer | undefined {
  const newest = shown.at(-1);
  return newest !== undefined && newest.items.length > 1 ? newest : lastOfOne(shown, PAIR);
}

const PAIR = 2;

/** Values that a domain's own examples have for what an item is: a sentence with one of these is read without fail. Pure. */
function specimensOf(
  catalogue: Catalogue,
  { domain, entities }: ShownItem,
  count: number,
  locale: Locale,
): string[] {
  const found = new Set<string>();
  for (const { domain: of, spec } of catalogue.goals) {
    if (of !== domain) continue;
    for (const example of inLocale(spec.hints.examples ?? {}, locale) ?? [])
      for (const { name, value } of parseExample(example).entities)
        if (Object.hasOwn(entities, name) && /^\p{L}{3,}$/u.test(value)) found.add(value);
    if (found.size >= count) break;
  }
  return [...found].slice(0, count);
}
