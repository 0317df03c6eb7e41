import { isDeepStrictEqual } from "node:util";
import type { Effect } from "#shared/contracts/capability.ts";
import type { GoalFrame, IntentOutput } from "#shared/contracts/intent.ts";
import type { ShownAnswer, ShownItem } from "#shared/contracts/pending.ts";
import { sayIn } from "#shared/messages/say.ts";
import type { CatalogueGoal } from "../catalogue/catalogue.ts";
import { nounsOfName, plainText } from "../language/conversation/naming.ts";
import { type Reference, readingOf } from "../language/reading.ts";
import { placesOf, saidWith } from "../language/said-with.ts";
import { framesOf, intentWithout } from "../planning/frames.ts";
import { gateOfFrame } from "../planning/gate.ts";
import type { Understood } from "../understanding/understanding.ts";
import { namesOf, numberedIn, wordsIn } from "./conversation/words-in.ts";
import {
  behindDeed,
  followOf,
  followShown,
  isWanted,
  linesOf,
  onceMore,
  onlyFollows,
  wholeOf,
  wishedFor,
} from "./follow-of.ts";
import { failedLast, obeyControl } from "./obey-control.ts";
import { ofAnother, ofEarlier, repeats } from "./of-another.ts";
import { lastOfOne, ofItems, saysWhen, severalOf } from "./of-items.ts";
import { ofAmount, ofListChange, withShown } from "./of-list-change.ts";
import { askOfAll, ofSameDeed } from "./of-same-deed.ts";
import { type Outcome, words } from "./outcome.ts";
import { pursue } from "./pursue.ts";
import { type SpokenOf, spokenOfLast } from "./spoken-of-last.ts";
import { lacks, namedAmongShown, takenUp } from "./taken-up.ts";
import { inLanguage, saying, spokenIn, type Turn } from "./turn.ts";
import { hearAs, isClear } from "./understand-message.ts";
import { undoAsked } from "./undo-last.ts";

/**
 * A message about what was shown before.
 * undefined: it says all by itself, or names nothing that was shown.
 */
export async function fromShown(opened: Turn, heard: Understood): Promise<Outcome | undefined> {
  if (await repeatsFailed(opened, heard)) return obeyControl(opened, "redo");
  const spoken = await spokenOfLast(opened);
  const shown = opened.state.shown.map((answer) => withoutGoneFiles(answer, opened.startedAt));
  const newest = shown.at(-1);
  const isSpokenOf = spoken !== undefined && spoken.at > (newest?.at ?? 0);
  const isFirst = isSpokenOf && (newest === undefined || spoken.isTaken !== true);
  const first = isFirst ? ofSpoken(opened, heard, spoken) : undefined;
  if (first !== undefined) return first;
  if (newest === undefined) return undefined;
  const said = { ...opened, state: { ...opened.state, shown } };
  const turn = inLanguage(said, opened.entry.locale ?? heard.locale);
  const text = turn.entry.input_text;
  if (newest.acted && repeats(text, newest)) return obeyControl(turn, "redo");
  const again = shown.findLast((each) => !each.acted && repeats(text, each));
  if (again !== undefined && again.frames.length > 0)
    return pursue(turn, onceMore({ ...heard.intent, followups: again.followups }, again), []);
  const other = ofAnother(turn, heard.intent, newest) ?? ofEarlier(turn, heard.intent);
  if (other !== undefined) return pursue(turn, other, []);
  const before = shownJustNow(turn, heard.intent);
  if (before !== undefined) return followShown(turn, heard.intent, before, before.text);
  const pointed = namedAmongShown(turn, heard.intent, text);
  if (pointed !== undefined) return pursue(turn, pointed, []);
  const shownBy = new Set(newest.items.map(({ domain }) => domain));
  const isCalledBy = ({ domain, spec }: CatalogueGoal) =>
    shownBy.has(domain) ||
    newest.frames.some((frame) => frame.primary_domain === domain && frame.goal === spec.goal);
  const called = turn.snapshot.catalogue.goals
    .filter(isCalledBy)
    .flatMap((goal) => [...namesOf(goal), ...numberedIn(goal, newest.items)]);
  const nouns = new Set([...wordsIn(shown.flatMap(({ items }) => items)), ...called]);
  const isOne = !newest.list && newest.items.length === 1;
  const read = readingOf(text).naming.pointer(nouns, isOne ? wordsIn(newest.items) : undefined);
  const isAnswer = read?.which === "that" && read.isAnswer === true;
  // A wish for what was shown wishes for nothing else, whatever its pointer could be a name of.
  const isOwn =
    read !== undefined &&
    !isAnswer &&
    isOwnValue(turn, heard, text, read) &&
    followOf(turn, text, read, newest) === undefined;
  const reference = isOwn ? undefined : read;
  const amount = reference?.which === "places" ? undefined : ofAmount(turn, heard.intent, text);
  if (amount !== undefined) return pursue(turn, amount, []);
  if (reference !== undefined) {
    const named = await ofReference(turn, heard, reference, nouns);
    if (named !== undefined) return named;
  }
  const changed = ofListChange(turn, heard.intent, text);
  if (changed !== undefined) return pursue(turn, changed, []);
  const follow = onlyFollows(turn, heard.intent)
    ? heard.intent
    : (behindDeed(turn, heard.intent, newest, text) ?? wishedFor(turn, text, newest));
  if (follow !== undefined && isEmpty(newest)) return nothingInIt(turn, heard.intent);
  if (follow !== undefined && newest.whole)
    return followShown(turn, follow, newest, wholeOf(turn, newest));
  if (follow !== undefined && follow !== heard.intent && !newest.acted)
    return pursue(turn, onceMore(follow, newest), []);
  const joined =
    withShown(turn, heard.intent, text) ??
    (isWhole(turn, heard) && !leavesPlaceUnread(heard.intent, text, nouns)
      ? undefined
      : (takenUp(turn, heard.intent, text, nouns) ?? ofSameDeed(turn, text)));
  if (joined !== undefined) return pursue(turn, joined, []);
  return isSpokenOf && !isFirst ? ofSpoken(opened, heard, spoken) : undefined;
}

/** What failed is asked for again. What its domain has answered may have a way of its own to be done again. */
async function repeatsFailed(turn: Turn, heard: Understood): Promise<boolean> {
  const text = turn.entry.input_text;
  const failed = readingOf(text).onceMore && (await failedLast(turn));
  const isOwn = failed?.isAnswered === true && isClear(turn, heard);
  return failed !== undefined && !isOwn && repeats(text, failed);
}

/** What was spoken of is meant, though no answer showed it. */
function ofSpoken(opened: Turn, heard: Understood, spoken: SpokenOf): Promise<Outcome> | undefined {
  const turn = inLanguage(opened, opened.entry.locale ?? heard.locale);
  if (isWhole(turn, heard)) return undefined;
  const about = { ...turn, state: { ...turn.state, shown: [spoken] } };
  const asked = takenUp(about, heard.intent, turn.entry.input_text, new Set());
  const effects: readonly Effect[] = spoken.isTaken === true ? ["read", "write"] : ["read"];
  const may = asked && gatesOf(turn, asked).every(({ effect }) => effects.includes(effect));
  return may === true ? pursue(turn, asked, []) : undefined;
}

const gatesOf = ({ snapshot }: Turn, intent: IntentOutput) =>
  framesOf(intent).map((frame) => gateOfFrame(frame, intent.followups, snapshot.catalogue));

/** A place of a list that is left unread is meant, and no more of the list. */
const leavesPlaceUnread = (
  { tier }: IntentOutput,
  text: string,
  nouns: ReadonlySet<string>,
): boolean => tier === "elliptical" && readingOf(text).naming.named(nouns)?.which === "places";

/** It may act, and lacks nothing. */
function isWhole(turn: Turn, heard: Understood): boolean {
  return !framesOf(heard.intent).some((frame) => lacks(turn, frame)) && isClear(turn, heard);
}

/** The turn without a word for "too" behind it, where what was shown is all that it speaks of. */
export function withoutTail(turn: Turn): Turn {
  const input_text = readingOf(turn.entry.input_text).withoutToo;
  const isSame = input_text === turn.entry.input_text || turn.state.shown.length === 0;
  if (isSame || readingOf(input_text).naming.pointer()?.which !== "that") return turn;
  return saying(turn, input_text);
}

/** What was shown, in both of the ways that are named. */
export function inBothWays(turn: Turn): Turn {
  const { bothWays } = readingOf(turn.entry.input_text);
  if (bothWays === undefined || turn.state.shown.length === 0) return turn;
  const and = sayIn("replies", turn.locale)("and");
  const [one = [], other = []] = bothWays.map((half) => [
    half,
    saidWith(turn.locale, "send", half),
  ]);
  const both = one.flatMap((first) => other.map((second) => `${first} ${and} ${second}`));
  const input_text = both.find((each) => {
    const { rest, followups } = turn.snapshot.understanding.followupsIn(each);
    return rest === "" && followups.length > 1;
  });
  return input_text === undefined ? turn : saying(turn, input_text);
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

/** What it names was shown just now, and is not looked up again. */
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

/** A clear request with the words in a value of its own names nothing. */
function isOwnValue(turn: Turn, { intent }: Understood, text: string, at: Reference): boolean {
  const [frame] = framesOf(intent);
  if (frame === undefined) return false;
  if (!gateOfFrame(frame, intent.followups, turn.snapshot.catalogue).passed) return false;
  const last = turn.state.last_frame;
  const isSame = frame.primary_domain === last?.primary_domain && frame.goal === last.goal;
  if (isSame && isDeepStrictEqual(frame.entities, last.entities)) return false;
  // A request that lacks a value points to it.
  if (lacks(turn, frame)) return false;
  const name = plainText(text.slice(at.start, at.end));
  const values = Object.values(frame.entities).flat();
  // One of which no value is read is about what was shown.
  const { entities_schema = {} } =
    turn.snapshot.catalogue.goal(frame.primary_domain, frame.goal)?.spec ?? {};
  if (values.length === 0 && Object.keys(entities_schema).length > 0) return false;
  // A number that a goal of another domain takes is its own.
  const listed = turn.state.shown.findLast(({ list }) => list)?.items[0]?.domain;
  const ends = (value: unknown) => typeof value === "number" && name.endsWith(` ${value}`);
  if (listed !== frame.primary_domain && values.some(ends))
    return (
      gatesOf(turn, intent).every(({ effect }) => effect === "read") || namesOwn(turn, frame, name)
    );
  const held = values.map((value) => plainText(String(value))).filter((value) => value !== "");
  if (held.some((value) => value === name || name.endsWith(` ${value}`))) return false;
  // One of a list may be called otherwise than it is written.
  const { understanding } = turn.snapshot;
  const { primary_domain: domain, goal } = frame;
  const isCalled = ([entity, value]: [string, unknown]) =>
    understanding.valueOf(domain, goal, entity, name, spokenIn(turn))?.value === value;
  if (Object.entries(frame.entities).some(isCalled)) return false;
  const isWhole = at.which === "that" || at.which === "all";
  return isWhole || held.some((value) => ` ${value} `.includes(` ${name} `));
}

/** The words are the days of a clear request. */
function isOwnTime(turn: Turn, heard: Understood, { start, end }: Reference): boolean {
  const { snapshot, entry } = turn;
  const said = entry.input_text.slice(start, end);
  return (
    isWhole(turn, heard) &&
    framesOf(heard.intent).some(({ primary_domain: domain, goal, entities }) =>
      Object.entries(snapshot.catalogue.goal(domain, goal)?.spec.entities_schema ?? {}).some(
        ([entity, { type }]) =>
          (type === "period" || type === "date") &&
          Object.hasOwn(entities, entity) &&
          snapshot.understanding.valueOf(domain, goal, entity, said, spokenIn(turn))?.value ===
            entities[entity],
      ),
    )
  );
}

/** What is to be changed by its number is a thing of its own domain where it is called so; else it is one of what was shown. */
function namesOwn(turn: Turn, { primary_domain }: GoalFrame, name: string): boolean {
  const own = turn.snapshot.catalogue.goals
    .filter(({ domain }) => domain === primary_domain)
    .flatMap((goal) => [...namesOf(goal), ...numberedIn(goal)]);
  return nounsOfName(name).some((noun) => own.includes(noun));
}

/** Of an empty list there is nothing to be kept or sent. */
const isEmpty = ({ list, items, acted }: ShownAnswer): boolean =>
  list && items.length === 0 && !acted;

const nothingInIt = ({ locale }: Turn, { original_query }: IntentOutput): Outcome =>
  words(
    "clarification",
    sayIn("replies", locale)("nothing_in_it"),
    intentWithout(original_query, "none", "an empty list was shown"),
  );

/** What is to be done with the things that are named, or that there are not so many. */
async function ofReference(
  turn: Turn,
  heard: Understood,
  reference: Reference,
  nouns: ReadonlySet<string>,
): Promise<Outcome | undefined> {
  const text = turn.entry.input_text;
  const { shown } = turn.state;
  const isThey = reference.which === "they";
  const newest = shown.at(-1);
  const isWhole =
    reference.which === "that" ||
    reference.which === "all" ||
    (isThey && severalOf(shown) === newest);
  if (isWhole) {
    const follow = newest && followOf(turn, text, reference, newest);
    if (follow !== undefined && newest !== undefined && isEmpty(newest))
      return nothingInIt(turn, follow);
    if (newest?.whole === false && follow !== undefined && !newest.acted)
      return pursue(turn, onceMore(follow, newest), []);
    if (newest?.whole === true && follow !== undefined)
      return followShown(turn, follow, newest, wholeOf(turn, newest));
  }
  // The last of one thing that was just shown is that one.
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
  // All may be more than was shown.
  if (reference.which === "all" && answer.acted) return undefined;
  const places = placesOf(reference, answer.items.length);
  if (places === undefined) {
    if (saysWhen(heard.intent, reference) || isOwnTime(turn, heard, reference)) return undefined;
    const intent = hearAs(turn, text).intent;
    const say = sayIn("replies", turn.locale);
    const { length: count } = answer.items;
    return words(
      "clarification",
      count === 0 ? say("showed_none") : say("showed", { count }),
      intent,
    );
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
  if (intent === undefined) return undefined;
  // The words by themselves may be a goal that lacks what they point to.
  const gap = gatesOf(turn, intent).every(({ passed }) => passed)
    ? undefined
    : takenUp(turn, heard.intent, text, nouns);
  if (gap !== undefined) return pursue(turn, gap, []);
  // Behind two answers: whether both are meant is not said.
  const reads = gatesOf(turn, intent).every(({ effect }) => effect === "read");
  if (isThey && answer !== newest && !reads) return undefined;
  // What is for someone else is looked up for nobody.
  if (reads && (intent.doubts ?? []).some(({ reason }) => reason === "addressed")) return undefined;
  const isNamedTogether = isThey || reference.which === "that";
  const asked = isNamedTogether ? askOfAll(turn, intent, items) : undefined;
  return asked ?? pursue(turn, intent, []);
}

/** Of what was just deleted, what that had been called. */
async function undoNamed(
  turn: Turn,
  text: string,
  { start, end }: Reference,
  items: readonly ShownItem[],
): Promise<Outcome | undefined> {
  const plain = `${text.slice(0, start)}${sayIn("replies", turn.locale)("it")}${text.slice(end)}`;
  const labels = items.map(({ label }) => label);
  return undoAsked(turn, hearAs(turn, plain), labels);
}
