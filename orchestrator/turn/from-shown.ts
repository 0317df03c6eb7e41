import { isDeepStrictEqual } from "node:util";
import type { IntentOutput } from "#shared/contracts/intent.ts";
import type { ShownAnswer, ShownItem } from "#shared/contracts/shown.ts";
import { wording } from "#shared/language/words.ts";
import { foldPhrase } from "#shared/plain-text/fold.ts";
import {
  placesOf,
  type Reference,
  readNamed,
  readReference,
} from "../language/conversation/read-reference.ts";
import { withoutToo } from "../language/conversation/read-said.ts";
import { REFERENCE_WORDS_OF } from "../language/conversation/reference-words.ts";
import { endOfAny } from "../language/modifiers/languages.ts";
import { slice, tokens } from "../language/text.ts";
import { framesOf, intentWithout, withFrames } from "../planning/frames.ts";
import { gateOfFrame } from "../planning/gate-of-frame.ts";
import { missingEntities } from "../planning/missing-entities.ts";
import type { Understood } from "../understanding/understanding.ts";
import { askOfAll } from "./ask-of-all.ts";
import { isClear } from "./behind-lead.ts";
import { nounsOf, wordsIn } from "./conversation/words-in.ts";
import {
  behindDeed,
  followOf,
  isWanted,
  linesOf,
  onceMore,
  onlyFollows,
  wholeOf,
  wishedFor,
} from "./follow-of.ts";
import { followShown } from "./follow-shown.ts";
import { obeyControl } from "./obey-control.ts";
import { ofAnother, ofEarlier, repeats } from "./of-another.ts";
import { lastOfOne, ofItems, severalOf } from "./of-items.ts";
import { ofAmount, ofListChange, withShown } from "./of-list-change.ts";
import { ofSameDeed } from "./of-same-deed.ts";
import { type Outcome, words } from "./outcome.ts";
import { pursue } from "./pursue.ts";
import { phrases } from "./reply/phrases.ts";
import { spokenOfLast } from "./spoken-of-last.ts";
import { namedAmongShown, takenUp } from "./taken-up.ts";
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
      : (takenUp(about, heard.intent, turn.entry.input_text, new Set()) ?? named(turn, spoken));
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
  const pointed = namedAmongShown(turn, heard.intent, text);
  if (pointed !== undefined) return pursue(turn, pointed, []);
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
  const found = joined ?? (isWhole(turn, heard) ? undefined : ofItsDomain(turn, heard, newest));
  return found && pursue(turn, found, []);
}

/** "Is it still there?" may be asked of any domain that keeps things: it is asked of the one that was spoken of last. */
function ofItsDomain(
  { snapshot: { catalogue, understanding }, entry }: Turn,
  { intent }: Understood,
  newest: ShownAnswer,
): IntentOutput | undefined {
  const text = entry.input_text;
  const own = newest.items[0]?.domain ?? newest.frames[0]?.primary_domain;
  const which = readNamed(text, new Set())?.which ?? "that";
  if (which !== "that" || tokens(text).length > MOST_POINTING) return undefined;
  for (const { domain, spec } of catalogue.goals) {
    const frame = domain === own ? understanding.frameOf(domain, spec.goal, text) : undefined;
    if (frame === undefined || frame.confidence < SURE || (frame.doubts ?? []).length > 0) continue;
    if (Object.keys(frame.entities).length > 0) continue;
    const certain = { ...frame, confidence: Math.max(frame.confidence, POINTED) };
    const { effect } = gateOfFrame(certain, [], catalogue);
    if (effect !== "read" || missingEntities(certain, catalogue).length > 0) continue;
    return withFrames({ ...intent, tier: "elliptical" }, [certain]);
  }
  return undefined;
}
const MOST_POINTING = 8;
const SURE = 0.9;
const POINTED = 0.97;

/** "Just open it" behind "should I delete the contract?": the request with the words that were said before. */
function named(turn: Turn, { items: [item] }: ShownAnswer): IntentOutput | undefined {
  const text = turn.entry.input_text;
  const at = readReference(text, new Set());
  if (item === undefined || at?.which !== "that") return undefined;
  const articles = ["", ...REFERENCE_WORDS_OF[turn.locale].articles.slice(0, 2)];
  const heard = articles
    .map((article) => `${article} ${item.said_as}`.trimStart())
    .map((name) => hearAs(turn, `${text.slice(0, at.start)}${name}${text.slice(at.end)}`))
    .find((each) => isWhole(turn, each));
  return heard && { ...heard.intent, original_query: text };
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

/** "E não só no telegram como também num pdf": what was shown, in both ways. */
export function inBothWays(turn: Turn): Turn {
  const text = turn.entry.input_text;
  const words = tokens(text);
  const begin = words.findIndex((_, at) => endOfAny("not_only", words, at) !== undefined);
  const from = begin < 0 ? undefined : endOfAny("not_only", words, begin);
  if (from === undefined || turn.state.shown.length === 0) return turn;
  const also = words.findIndex(
    (_, at) => at > from && endOfAny("but_also", words, at) !== undefined,
  );
  const to = also < 0 ? undefined : endOfAny("but_also", words, also);
  if (to === undefined || to >= words.length) return turn;
  const { and } = phrases(turn.locale);
  const halves = [slice(text, words, from, also), text.slice(words[to]?.start)];
  const [one = [], other = []] = halves.map((half) => [half, `${SEND[turn.locale]} ${half}`]);
  const both = one.flatMap((first) => other.map((second) => `${first} ${and} ${second}`));
  const input_text = both.find((each) => {
    const { rest, followups } = turn.snapshot.understanding.followupsIn(each);
    return rest === "" && followups.length > 1;
  });
  return input_text === undefined ? turn : { ...turn, entry: { ...turn.entry, input_text } };
}

/** Before where something goes, where nothing else says so. */
const SEND = wording("wordings.send");

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

/** "Save it" behind an empty list: there is nothing to be kept or sent. */
const isEmpty = ({ list, items, acted }: ShownAnswer): boolean =>
  list && items.length === 0 && !acted;

const nothingInIt = ({ locale }: Turn, { original_query }: IntentOutput): Outcome =>
  words(
    "clarification",
    phrases(locale).nothingInIt,
    intentWithout(original_query, "none", "an empty list was shown"),
  );

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
    if (follow !== undefined && newest !== undefined && isEmpty(newest))
      return nothingInIt(turn, follow);
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
  if (intent === undefined) return undefined;
  const reads = readsOnly(turn, intent);
  if (isThey && answer !== newest && !reads) return undefined;
  // "Tell my wife it's on its way" is for someone else.
  if (reads && (intent.doubts ?? []).some(({ reason }) => reason === "addressed")) return undefined;
  const isNamedTogether = isThey || reference.which === "that";
  const asked = isNamedTogether ? askOfAll(turn, intent, items) : undefined;
  if (asked !== undefined) return asked;
  return pursue(turn, intent, []);
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
