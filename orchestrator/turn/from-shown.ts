import { isDeepStrictEqual } from "node:util";
import type { FollowupRequest, IntentOutput } from "#shared/contracts/intent.ts";
import type { ShownAnswer, ShownItem } from "#shared/contracts/shown.ts";
import { foldPhrase } from "#shared/plain-text/fold.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { framesOf, withFrames } from "../planning/frames.ts";
import { gateOfFrame } from "../planning/gate-of-frame.ts";
import { missingEntities } from "../planning/missing-entities.ts";
import { obeyed } from "../planning/recipients.ts";
import { readYes } from "../understanding/read-yes.ts";
import { tokens } from "../understanding/text.ts";
import type { Understood } from "../understanding/understanding.ts";
import { isClear } from "./behind-lead.ts";
import { afterLead } from "./conversation/after-lead.ts";
import { nounsOf, wordsIn } from "./conversation/item-words.ts";
import {
  placesOf,
  type Reference,
  readNamed,
  readReference,
} from "./conversation/read-reference.ts";
import { withoutToo } from "./conversation/read-said.ts";
import { deedsIn } from "./conversation/said-words.ts";
import { saysOnlySend, saysOnlyThat, saysWhat } from "./conversation/says-only-that.ts";
import { smallWords } from "./conversation/small-words.ts";
import { followShown } from "./follow-shown.ts";
import { obeyControl } from "./obey-control.ts";
import { ofAnother, ofEarlier, repeats } from "./of-another.ts";
import { lastOfOne, ofItems, severalOf, withoutOnly } from "./of-items.ts";
import { ofAmount, ofListChange, withShown } from "./of-list-change.ts";
import { ofSameDeed } from "./of-same-deed.ts";
import { type Outcome, words } from "./outcome.ts";
import { pursue } from "./pursue.ts";
import { phrases } from "./reply/phrases.ts";
import { spokenOfLast } from "./spoken-of.ts";
import { takenUp } from "./taken-up.ts";
import { inLanguage, type Turn } from "./turn.ts";
import { hearAs } from "./understand-message.ts";
import { undoAsked } from "./undo-last.ts";

/**
 * A message about what was shown before: "a segunda", "as duas", "manda isso", "só as 3 primeiras", "compara com a gerdau".
 * undefined: it says all by itself, or names nothing that was shown.
 */
export async function fromShown(opened: Turn, heard: Understood): Promise<Outcome | undefined> {
  const spoken = await spokenOfLast(opened);
  const shown = opened.state.shown.map((answer) => withoutGoneFiles(answer, opened.startedAt));
  const newest = shown.at(-1);
  if (spoken !== undefined && spoken.at > (newest?.at ?? 0)) {
    const turn = inLanguage(opened, opened.entry.locale ?? heard.locale);
    const about = { ...turn, state: { ...turn.state, shown: [spoken] } };
    const asked = isWhole(turn, heard)
      ? undefined
      : takenUp(about, heard.intent, turn.entry.input_text, new Set());
    if (asked !== undefined && readsOnly(turn, asked)) return pursue(turn, asked, []);
  }
  if (newest === undefined) return undefined;
  const said = { ...opened, state: { ...opened.state, shown } };
  const turn = inLanguage(said, opened.entry.locale ?? heard.locale);
  const text = turn.entry.input_text;
  if (newest.acted && repeats(text, newest)) return obeyControl(turn, "redo");
  const again = shown.findLast((each) => !each.acted && repeats(text, each));
  if (again !== undefined && again.frames.length > 0)
    return pursue(turn, onceMore({ ...heard.intent, followups: again.followups }, again), []);
  const other = ofAnother(turn, heard.intent, newest);
  if (other !== undefined) return pursue(turn, other, []);
  const earlier = ofEarlier(turn, heard.intent);
  if (earlier !== undefined) return pursue(turn, earlier, []);
  const before = shownJustNow(turn, heard.intent);
  if (before !== undefined) return followShown(turn, heard.intent, before, before.text);
  const called = newest.frames.flatMap(({ primary_domain, goal }) => {
    const found = turn.snapshot.catalogue.goal(primary_domain, goal);
    return found === undefined ? [] : nounsOf(found);
  });
  const nouns = new Set([...wordsIn(shown.flatMap(({ items }) => items)), ...called]);
  const isOne = !newest.list && newest.items.length === 1;
  const read = readReference(text, nouns, isOne ? wordsIn(newest.items) : undefined);
  const isAnswer = read?.which === "that" && read.isAnswer === true;
  // "Quero isso em pdf" wishes for nothing else, whatever "isso" could be a name of.
  const isOwn =
    read !== undefined &&
    !isAnswer &&
    isOwnValue(turn, heard, text, read) &&
    followOf(turn, text, read, newest) === undefined;
  const reference = isOwn ? undefined : read;
  const amount = reference?.which === "places" ? undefined : ofAmount(turn, heard.intent, text);
  if (amount !== undefined) return pursue(turn, amount, []);
  if (reference !== undefined) {
    const named = await ofReference(turn, text, reference);
    if (named !== undefined) return named;
  }
  const changed = ofListChange(turn, heard.intent, text);
  if (changed !== undefined) return pursue(turn, changed, []);
  const follow = onlyFollows(turn, heard.intent)
    ? heard.intent
    : (behindDeed(turn, heard.intent, newest, text) ?? wishedFor(turn, text, newest));
  if (follow !== undefined && newest.whole)
    return followShown(turn, follow, newest, wholeOf(turn, newest));
  if (follow !== undefined && follow !== heard.intent && !newest.acted)
    return pursue(turn, onceMore(follow, newest), []);
  const joined =
    withShown(turn, heard.intent, text) ??
    (isWhole(turn, heard) && !leavesPlaceUnread(heard.intent, text, nouns)
      ? undefined
      : (takenUp(turn, heard.intent, text, nouns) ?? ofSameDeed(turn, text)));
  return joined && pursue(turn, joined, []);
}

const readsOnly = ({ snapshot }: Turn, { followups, ...intent }: IntentOutput): boolean =>
  framesOf({ ...intent, followups }).every(
    (frame) => gateOfFrame(frame, followups, snapshot.catalogue).effect === "read",
  );

/** "Só da segunda, 1 ano" behind a list is no more of the list: the second is meant. */
const leavesPlaceUnread = (
  { tier }: IntentOutput,
  text: string,
  nouns: ReadonlySet<string>,
): boolean => tier === "elliptical" && readNamed(text, nouns)?.which === "places";

/** It may act, and lacks nothing. */
function isWhole(turn: Turn, heard: Understood): boolean {
  const lacks = framesOf(heard.intent).some(
    (frame) => missingEntities(frame, turn.snapshot.catalogue).length > 0,
  );
  return !lacks && isClear(turn, heard);
}

/** "Send it on telegram too": the turn without the word behind it, where what was shown is all that it speaks of. */
export function withoutTail(turn: Turn): Turn {
  const input_text = withoutToo(turn.entry.input_text);
  const isSame = input_text === turn.entry.input_text || turn.state.shown.length === 0;
  if (isSame || readReference(input_text, new Set())?.which !== "that") return turn;
  return { ...turn, entry: { ...turn.entry, input_text } };
}

/** How long the files of an answer are there to be used again, milliseconds: less than their links last. */
const FILES_LAST_MS = 20 * 60 * 60 * 1000;

/** Without its files an answer is not all of what was shown. */
const withoutGoneFiles = (answer: ShownAnswer, now: number): ShownAnswer =>
  answer.files === undefined || now - (answer.at ?? 0) <= FILES_LAST_MS
    ? answer
    : { ...answer, whole: false };

/** How long what was shown is as good as new, milliseconds. */
const JUST_NOW_MS = 2 * 60 * 1000;

/** "Salva o status do 1003 como nota": what it names was shown just now, and is not looked up again. */
function shownJustNow(turn: Turn, intent: IntentOutput): ShownAnswer | undefined {
  const [frame, ...others] = framesOf(intent);
  const { followups } = intent;
  const { catalogue } = turn.snapshot;
  // Where the words stand inside of what is to be done with them they name something, and ask for nothing.
  const isObject = followups.length > 0 && followups.every(({ phrase }) => phrase.includes(AROUND));
  if (frame === undefined || others.length > 0 || !isObject) return undefined;
  if (!followups.every((each) => isWanted(each, catalogue))) return undefined;
  return turn.state.shown.findLast(({ frames: [own, ...more], whole, acted, at = 0 }) => {
    const isSame = own?.primary_domain === frame.primary_domain && own.goal === frame.goal;
    const isNew = whole && !acted && turn.startedAt - at <= JUST_NOW_MS;
    return isSame && isNew && more.length === 0 && isDeepStrictEqual(own.entities, frame.entities);
  });
}

/** Between the two halves of a follow-up that stands around something. */
const AROUND = " … ";

/** A clear request with the words in a value of its own names nothing: "salva o filme O Segundo Sol". */
function isOwnValue(turn: Turn, { intent }: Understood, text: string, at: Reference): boolean {
  const [frame] = framesOf(intent);
  if (frame === undefined) return false;
  if (!gateOfFrame(frame, intent.followups, turn.snapshot.catalogue).passed) return false;
  const last = turn.state.last_frame;
  const isSame = frame.primary_domain === last?.primary_domain && frame.goal === last.goal;
  if (isSame && isDeepStrictEqual(frame.entities, last.entities)) return false;
  // "Read it" lacks what "it" is.
  if (missingEntities(frame, turn.snapshot.catalogue).length > 0) return false;
  const name = foldPhrase(text.slice(at.start, at.end));
  const values = Object.values(frame.entities).flat();
  // "Apaga essa nota" of which nothing is read is about what was shown.
  const { entities_schema = {} } =
    turn.snapshot.catalogue.goal(frame.primary_domain, frame.goal)?.spec ?? {};
  if (values.length === 0 && Object.keys(entities_schema).length > 0) return false;
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
  const isThey = reference.which === "they";
  const newest = shown.at(-1);
  const isWhole =
    reference.which === "that" ||
    reference.which === "all" ||
    (isThey && severalOf(shown) === newest);
  if (isWhole) {
    const follow = newest && followOf(turn, text, reference, newest);
    if (newest?.whole === false && follow !== undefined && !newest.acted)
      return pursue(turn, onceMore(follow, newest), []);
    if (newest?.whole === true && follow !== undefined)
      return followShown(turn, follow, newest, wholeOf(turn, newest));
  }
  // "Esse último" of one thing that was just shown is that one.
  const isLast = reference.which === "places" && reference.places.every((at) => at === -1);
  const isOfOne = isLast && shown.at(-1)?.acted === true && shown.at(-1)?.items.length === 1;
  const answer = isThey
    ? severalOf(shown)
    : isWhole
      ? shown.findLast(({ items }) => items.length > 0)
      : ((reference.which === "count" ? lastOfOne(shown, reference.count) : undefined) ??
        (isOfOne ? shown.at(-1) : shown.findLast(({ list }) => list)));
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
  const follow = followOf(turn, text, reference, answer);
  if (follow !== undefined) {
    const { files: _, ...some } = answer;
    const isOne = answer.items.length === 1 && !answer.list;
    return followShown(turn, follow, isOne ? answer : some, linesOf(answer, items));
  }
  if (reference.which === "all") return undefined;
  const undone = await undoNamed(turn, text, reference, items);
  if (undone !== undefined) return undone;
  const intent = ofItems(turn, text, reference, items);
  // "Delete them" behind two answers: whether both are meant is not said.
  if (isThey && answer !== newest && intent !== undefined && !readsOnly(turn, intent))
    return undefined;
  return intent && pursue(turn, intent, []);
}

/** "Traz de volta a segunda": of what was just deleted, what that had been called. */
async function undoNamed(
  turn: Turn,
  text: string,
  { start, end }: Reference,
  items: readonly ShownItem[],
): Promise<Outcome | undefined> {
  const plain = `${text.slice(0, start)}${phrases(turn.locale).it}${text.slice(end)}`;
  const labels = items.map(({ label }) => label);
  return undoAsked(turn, hearAs(turn, plain), labels);
}

/** The sentence as nothing but a follow-up to what is named: "manda a segunda no telegram" is "manda no telegram". */
function followOf(
  turn: Turn,
  text: string,
  { start, end }: Reference,
  answer: ShownAnswer,
): IntentOutput | undefined {
  const { that, it } = phrases(turn.locale);
  const before = withoutOnly(text.slice(0, start));
  const behind = text.slice(end);
  const said = [that, it, ""].map((word) =>
    `${word === "" ? before.trimEnd() : before}${word}${behind}`.trim(),
  );
  return (
    said.map((each) => hearAs(turn, each).intent).find((intent) => onlyFollows(turn, intent)) ??
    wishedFor(turn, said[0] ?? "", answer) ??
    said.map((each) => goalOfThat(turn, each, answer)).find((intent) => intent !== undefined)
  );
}

/** "Manda isso pra mim no telegram": a goal whose text is what was shown, as what it does to follow an answer. */
function goalOfThat(turn: Turn, text: string, { outside }: ShownAnswer): IntentOutput | undefined {
  const { understanding, catalogue } = turn.snapshot;
  const { intent } = hearAs(turn, text);
  const [frame, ...others] = framesOf(intent);
  if (frame === undefined || others.length > 0 || intent.followups.length > 0) return undefined;
  if ((intent.modifiers ?? []).length > 0 || frame.confidence < SURELY) return undefined;
  const schema = catalogue.goal(frame.primary_domain, frame.goal)?.spec.entities_schema ?? {};
  const isOfThat = Object.entries(schema).every(([name, { required }]) => {
    const value = Object.hasOwn(frame.entities, name) ? frame.entities[name] : undefined;
    return value === undefined || (required && saysOnlyThat(String(value)));
  });
  const follow = isOfThat
    ? understanding.followupOf(frame.primary_domain, frame.goal, text)
    : undefined;
  if (follow === undefined || !isWanted(follow, catalogue)) return undefined;
  const { effect } = catalogue.capability(follow.domain, follow.capability) ?? {};
  // What others wrote is kept in the way that is said.
  return outside.length > 0 && effect === "write" ? undefined : { ...intent, followups: [follow] };
}

/** So certain must be which goal it is. */
const SURELY = 0.9;

/** Nothing but a follow-up: it takes up the last goal as it was. */
function onlyFollows({ state, snapshot }: Turn, intent: IntentOutput): boolean {
  const last = state.last_frame;
  if (last === null || intent.followups.length === 0 || intent.tier !== "elliptical") return false;
  const isAgain = intent.goal === last.goal && isDeepStrictEqual(intent.entities, last.entities);
  return isAgain && intent.followups.every((each) => isWanted(each, snapshot.catalogue));
}

/** Nothing speaks against it, and whom it is for is told by a name. */
const isWanted = (followup: FollowupRequest, catalogue: Catalogue): boolean =>
  (obeyed(followup, [followup], catalogue).doubts ?? []).length === 0;

/** "Quero isso em pdf", "salva num pdf", "guarda isso": a wish for what was shown, and how it is wanted. */
function wishedFor(turn: Turn, text: string, answer: ShownAnswer): IntentOutput | undefined {
  const { outside } = answer;
  const { understanding, catalogue } = turn.snapshot;
  const { intent, candidates } = hearAs(turn, text);
  const sending = sentOn(turn, text, answer);
  if (sending !== undefined) return { ...intent, followups: [sending] };
  if (readYes(text) !== undefined) return undefined;
  if ((intent.modifiers ?? []).length > 0) return undefined;
  const { rest, followups } = understanding.followupsIn(text);
  if (followups.length > 0)
    return saysOnlyThat(rest) && followups.every((each) => isWanted(each, catalogue))
      ? { ...intent, followups: [...followups] }
      : undefined;
  // What others wrote is kept in the way that is said.
  if (outside.length > 0 || !saysOnlyThat(text)) return undefined;
  if (!tokens(text).some(({ word }) => SAVES.has(word))) return undefined;
  // Of all that may be kept, what an answer becomes; nothing that leaves the house.
  const ways = candidates
    .flatMap(({ domain, goal }) => understanding.followupOf(domain, goal, text) ?? [])
    .filter(
      ({ domain, capability }) => catalogue.capability(domain, capability)?.effect === "write",
    );
  return ways.length === 1 ? { ...intent, followups: ways } : undefined;
}

/**
 * "Então manda pra mim", "ok, send it": what was shown is sent to who asks, in the one way there is to send it. The words
 * say what is sent, or the request before had spoken of sending.
 */
function sentOn(
  { snapshot }: Turn,
  text: string,
  { said }: ShownAnswer,
): FollowupRequest | undefined {
  const { understanding, catalogue } = snapshot;
  const lead = afterLead(text);
  if (lead?.refuses === true || !saysOnlySend(lead?.rest ?? text)) return undefined;
  const isSpokenOf = deedsIn(said).has("send");
  if (!isSpokenOf && !saysWhat(text)) return undefined;
  const ways = catalogue.goals.flatMap(
    ({ domain, spec }) => understanding.followupOf(domain, spec.goal, text) ?? [],
  );
  const [way, ...others] = ways.filter(
    ({ domain, capability }) => catalogue.capability(domain, capability)?.effect === "external",
  );
  return others.length === 0 && way !== undefined && isWanted(way, catalogue) ? way : undefined;
}

/** "No, keep it" leaves a thing as it is, and saves nothing. */
const SAVES = smallWords("saves");

/** What was not shown whole is asked for again with what is to follow it. */
const onceMore = (follow: IntentOutput, { frames }: ShownAnswer): IntentOutput =>
  withFrames(
    { ...follow, tier: "elliptical" as const },
    frames.map(({ doubts: _, ...frame }) => ({ ...frame, confidence: 1 })),
  );

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

/** The answer; of a deed what it was done with, where that is one thing. What followed a read is no deed with what was read. */
function wholeOf(
  { snapshot: { catalogue } }: Turn,
  { acted, frames: [frame], items: [item, ...more], text }: ShownAnswer,
): string {
  const isDeed =
    acted && frame !== undefined && gateOfFrame(frame, [], catalogue).effect !== "read";
  return isDeed && item !== undefined && more.length === 0 ? item.label : text;
}

/** The lines of the answer that show these, each its label where no line does. */
function linesOf({ text }: ShownAnswer, items: readonly ShownItem[]): string {
  const lines = text.split("\n");
  return items.map(({ label }) => lines.find((each) => each.includes(label)) ?? label).join("\n");
}
