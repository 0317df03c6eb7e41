import type { GoalFrame, IntentOutput } from "#shared/contracts/intent.ts";
import type { ShownAnswer, ShownItem } from "#shared/contracts/shown.ts";
import { foldPhrase } from "#shared/plain-text/fold.ts";
import { deedsIn } from "../language/conversation/few-words.ts";
import {
  endOfPhrase,
  smallPhrases,
  withoutBegin,
  withoutEnd,
} from "../language/conversation/small-words.ts";
import { endOfAny, endsAsPast } from "../language/modifiers/languages.ts";
import { tokens } from "../language/text.ts";
import { framesOf, withFrames } from "../planning/frames.ts";
import { gateOfFrame } from "../planning/gate-of-frame.ts";
import { specimensOf } from "./conversation/specimens.ts";
import { isItem } from "./of-list-change.ts";
import { phrases } from "./reply/phrases.ts";
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
  const { and } = phrases(turn.locale);
  const names = items.map(({ said_as }) => said_as);
  const { catalogue } = turn.snapshot;
  // A symbol that no one says may break the sentence: then known ones stand in its place while it is read.
  const specimens = specimensOf(catalogue, first, items.length, turn.locale);
  const addresses = items.flatMap(({ entities }) => Object.values(entities).filter(isAddress));
  const places = addresses.length === items.length ? addresses.map(String) : [];
  const before = withoutOnly(text.slice(0, start));
  // "... que eu já fui" is a reason, and no part of a name that stands before it.
  const behind = withoutReason(text.slice(end));
  // "*A segunda* pode apagar", "*second one* please delete": what is to be done with it stands behind it.
  const isFirst = before.trim() === "" && deedsIn(behind).size > 0;
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
 * "Should I return it?" behind an order asks for something else than the order: what is only named is not looked up again.
 * Of what changes something its own gate holds this.
 */
export function saysMore(
  { snapshot: { catalogue, understanding } }: Turn,
  intent: IntentOutput,
  text: string,
  stand: readonly string[] = [],
): boolean {
  const named = new Set(stand.flatMap((each) => tokens(each).map(({ word }) => word)));
  // "I meant the second" asks for it.
  const said = withoutBegin(MEANT, text);
  return framesOf(intent).some(
    (frame) =>
      gateOfFrame(frame, [], catalogue).effect === "read" &&
      understanding
        .besideGoal(frame.primary_domain, frame.goal, said)
        .some((each) => tokens(each).some(({ word }) => !named.has(word))),
  );
}

const MEANT = smallPhrases("meant");

/** What an address leads to is the same for every domain; a number is its domain's own. */
const isAddress = (value: unknown): boolean =>
  typeof value === "string" && /^https?:\/\/\S+$/.test(value);

const REASON = smallPhrases("reason");
const SPEAKER = smallPhrases("speaker");

function withoutReason(behind: string): string {
  const words = tokens(behind);
  const told = endOfAny("already", words, 0);
  // "..., já paguei"
  const isDone = told !== undefined && words.length === told + 1;
  if (isDone && endsAsPast(words[told]?.word ?? "")) return "";
  const at = endOfPhrase(REASON, words, 0);
  const next = at === undefined ? undefined : words[endOfPhrase(SPEAKER, words, at) ?? at];
  const isNext = /^\s*$/.test(behind.slice(0, words[0]?.start));
  return next === undefined || !isNext ? behind : `, ${behind.slice(next.start)}`;
}

const ONLY = smallPhrases("only");

/** "apaga só a segunda" names one, and leaves nothing out that was to be done. */
export function withoutOnly(before: string): string {
  const plain = withoutEnd(ONLY, before);
  return plain === before ? before : `${plain.trimEnd()} `;
}

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
    const whole = given(all.length === 1 ? (all[0] ?? "") : all);
    const { doubts: before = [], ...plain } = whole;
    const left = before.filter(({ reason }) => reason !== "compound");
    return withFrames(intent, [left.length > 0 ? { ...plain, doubts: left } : plain]);
  }
  const doubts = [...(frame.doubts ?? []), ...others.flatMap((other) => other.doubts ?? [])];
  // What joins the things stands there because they are several.
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

/** "As três" behind answers that showed fewer each: those that are so many together, as one list. */
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

/** "Elas": the things of the newest answer, or of the last two that showed one each. */
export function severalOf(shown: readonly ShownAnswer[]): ShownAnswer | undefined {
  const newest = shown.at(-1);
  return newest !== undefined && newest.items.length > 1 ? newest : lastOfOne(shown, PAIR);
}

const PAIR = 2;
