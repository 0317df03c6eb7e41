import { wordSet } from "#shared/language/words.ts";
import { gapBefore, pauseBefore } from "../text.ts";
import { SMALL_NUMBERS } from "../values/number.ts";
import type { Sentence } from "../values/recogniser.ts";
import { isFunctionWord, opensQuestion } from "../words/common-words.ts";
import { CONNECTIVES, LEADERS } from "../words/connectives.ts";
import { deedOf, deedSet, isDeterminer } from "../words/deeds.ts";
import type { Group } from "../words/modifier-lexicon.ts";
import { isOfDeed, movesSomething } from "./is-of-deed.ts";
import { endOfAny, endsAsPast, isAnnounced, isOnAndOn, type Language } from "./languages.ts";
import type { Mark } from "./mark.ts";
import { clauseEnd, endsAt, jointBefore, opensClause, opensSentence, type Scene } from "./scene.ts";
import { isNotDone, isPast, tellsAt } from "./tells-at.ts";

const TOWARDS = wordSet("words.towards");
const REFLEXIVE = wordSet("words.reflexive");

/** A cue from a word up to another, in a language. */
export type Place = {
  readonly scene: Scene;
  readonly lang: Language;
  readonly at: number;
  readonly to: number;
  /** What was read before it. */
  readonly marks: readonly Mark[];
};
export type Condition = (place: Place) => boolean;

const isAlso =
  (group: Group): Condition =>
  ({ lang, scene, at }) =>
    lang.table.endOf(group, scene.words, at) !== undefined;
const isBefore =
  (group: Group): Condition =>
  ({ lang, scene, to }) =>
    lang.table.endOf(group, scene.words, to) !== undefined;
const next = ({ scene, to }: Place): string => scene.words[to]?.word ?? "";
const isBehind: Condition = ({ scene, at }) => at > scene.edges.from;
const opens: Condition = ({ scene, marks, at }) => opensClause(scene, marks, at);
const isFirst: Condition = ({ scene, marks, at }) => opensSentence(scene, marks, at);
const isLast: Condition = ({ scene, to }) => endsAt(scene, to);
const isWord: Condition = ({ at, to }) => to - at === 1;
const isPausedBehind: Condition = ({ scene, to }) => pauseBefore(scene, to);

/**
 * What a rule may ask about the place of its cue, by the words that its file says it with. None knows a word, only
 * classes of words.
 */
const BY_NAME = {
  behind: isBehind,
  "opens the sentence": isFirst,
  "opens a clause": opens,
  "ends the sentence": isLast,
  "ends the text": ({ scene, to }) => to >= scene.words.length,
  "ends it but for what takes back": takesBackLast,
  "is one word": isWord,
  "is an ordinary no": ({ scene, at, to }) =>
    to - at === 1 && !NEVER.has(scene.words[at]?.word ?? ""),
  "is a title": isTitle,
  "is an accented word or asked with": ({ scene, at }) => scene.asks || !isPlainJoint(scene, at),
  "is of a verb that looks": ({ scene, at, to }) =>
    to - at === 1 && deedOf(scene.words[at]?.word ?? "") === "look",
  "is of a verb that minds": (place) =>
    isWord(place) && MINDS.has(place.scene.words[place.at]?.word ?? "") && !isNotDone(next(place)),
  "is a time": isTime,
  "is a recurrence": (place) => !isWord(place) || isLast(place) || beginsFreely(place),
  "is of an event": ({ scene, to }) => OF_EVENTS.has(scene.words[to - 1]?.word ?? ""),
  "goes on and on": ({ scene, at }) => isOnAndOn(scene.words, at),
  "is attached": ({ scene: { text, words }, at }) => text[(words[at]?.start ?? 0) - 1] === "-",
  "in a question": ({ scene }) => scene.asks,
  "in its own language": ({ scene, lang }) => lang.locale === scene.locale,
  "behind a pause": ({ scene, at }) => pauseBefore(scene, at),
  "before a pause": isPausedBehind,
  "before a pause within a word or two": ({ scene, to }) =>
    !pauseBefore(scene, to) && (pauseBefore(scene, to + 1) || pauseBefore(scene, to + 2)),
  "with a pause later": ({ scene, to }) => clauseEnd(scene, to - 1) < scene.words.length,
  "behind a pause or what joins": isApart,
  "behind an embedding": isEmbedded,
  "behind what is negated inside": ({ marks }) =>
    marks.some(({ kind, value }) => kind === "polarity" && value === "partly"),
  "behind what announces": ({ scene, at }) => isAnnounced(scene.words, at),
  "behind what sends or tells": ({ scene, at }) =>
    ["send", "tell"].includes(deedOf(scene.words[at - 1]?.word ?? "") ?? ""),
  "behind that": isLedByThat,
  "behind all": isOfAll,
  "is where something goes": ({ scene: { words }, at }) =>
    TOWARDS.has(words[at]?.word ?? "") &&
    (endOfAny("oneself", words, at + 1) !== undefined || movesSomething(words.slice(0, at))),
  "beside one that goes": (place) => sparesOf(place) === true,
  "beside several that go": (place) => sparesOf(place) === "left_out_of_all",
  "of one that goes": isOfOne,
  "between alike": isBetweenAlike,
  "between figures": isBetweenFigures,
  "behind an echo": ({ scene, at }) => echoBefore(scene, at) !== undefined,
  "before a name": (place) => LEADERS.has(next(place)),
  "before the past": (place) => endsAsPast(next(place)),
  "before one's own": (place) =>
    TOWARDS.has(place.scene.words[place.to - 1]?.word ?? "") && isBefore("possessives")(place),
  "before a deed": (place) => deedOf(next(place)) !== undefined,
  "before a deed, for oneself": ({ scene, to }) =>
    deedOf(scene.words[endOfAny("oneself", scene.words, to) ?? to]?.word ?? "") !== undefined,
  "before a request": beginsFreely,
  "before a request behind a pause": isBackground,
  "before what is told": isTold,
  "before a negated verb": isBeforeVerb,
  "before what is out": isLeftOut,
  "before a reflexive past": ({ scene: { words }, at }) =>
    REFLEXIVE.has(words[at]?.word ?? "") &&
    opensQuestion(words[0]?.word ?? "") &&
    endsAsPast(words[at + 1]?.word ?? ""),
  "before <tellers>": isBefore("tellers"),
  "before <inverts>": isBefore("inverts"),
  "before <wishes>": isBefore("wishes"),
  "of a teller inside": (place) => isAlso("tellers")(place) && !opens(place),
  "also <oneself>": isAlso("oneself"),
  "also <conditions>": isAlso("conditions"),
  "also <negators>": isAlso("negators"),
  "asks with a no": asksWithNo,
  "asks a verb again": ({ scene, at, to }) =>
    scene.asks &&
    pauseBefore(scene, at) &&
    endsAt(scene, to + 1) &&
    scene.words.slice(0, at).some(({ word }) => word === scene.words[to]?.word),
} satisfies Record<string, Condition>;

export const CONDITIONS: ReadonlyMap<string, Condition> = new Map(Object.entries(BY_NAME));

export const isFigure = (word = ""): boolean =>
  /^\d/.test(word) || (SMALL_NUMBERS.has(word) && !isDeterminer(word));
function isBetweenFigures({ scene: { words }, at, to }: Place): boolean {
  return isFigure(words[at - 1]?.word) && isFigure(words[to]?.word);
}

/** A figure and another one, or a word of a name that was just said. */
function isBetweenAlike(place: Place): boolean {
  const { at } = place;
  const { words } = place.scene;
  const word = next(place);
  if (isBetweenFigures(place)) return true;
  const before = words.slice(Math.max(0, at - MOST_BACK), at);
  return !isFunctionWord(word) && before.some((each) => each.word === word);
}

/**
 * A word said again by itself, right before a place. Pure.
 * Shape: where it stands
 */
export function echoBefore({ text, words }: Pick<Scene, "text" | "words">, at: number) {
  const from = at - 1;
  const word = words[from]?.word ?? "";
  const before = words.slice(Math.max(0, from - MOST_BACK), from);
  const isSaidAgain = !isFunctionWord(word) && before.some((each) => each.word === word);
  return isSaidAgain && pauseBefore({ text, words }, from) ? from : undefined;
}
const MOST_BACK = 5;

function sparesOf({ scene, at, to }: Place): Mark["value"] | boolean {
  const value = sparingAt(scene, at);
  const isTouched = scene.words.slice(at, to).some(({ word }) => TOUCHES.has(word));
  return !(isTouched && value !== true) && value;
}

/** In the middle of a sentence, written as a name with what follows. */
function isTitle({ scene, at, to }: Place): boolean {
  const { text, words } = scene;
  const isCapital = (place: number) =>
    /\p{Lu}/u.test(text[words[place]?.start ?? text.length] ?? "");
  return at > 0 && !isCapital(at - 1) && !pauseBefore(scene, at) && isCapital(at) && isCapital(to);
}

function isLedByThat({ scene: { words }, at }: Place): boolean {
  const before = words[at - 1]?.word === "eu" ? at - 2 : at - 1;
  return words[at]?.word === "que" || words[before]?.word === "que";
}

/** Of one thing it is why, of several it says which. */
function isOfOne({ scene: { words }, at }: Place): boolean {
  const verb = words.findIndex(({ word }) => deedOf(word) === "remove");
  const said = words.slice(verb + 1, at);
  const [first, ...others] = said.slice(said.findIndex(({ word }) => !THERE.has(word)));
  return (
    verb >= 0 &&
    first !== undefined &&
    ONE.has(first.word) &&
    !others.some(({ word }) => SEVERAL.has(word) || CONNECTIVES.has(word))
  );
}

const THERE = wordSet("words.around-a-plan");
const ONE = wordSet("words.one-of-several");
const SEVERAL = wordSet("words.several");
const MINDS = wordSet("verbs.minding");
const NEVER = wordSet("words.never");
const OF_EVENTS = wordSet("words.of-events");

/** Without its accent it only joins. */
const isPlainJoint = ({ text, words }: Scene, at: number): boolean =>
  words[at]?.word === "e" && /^e$/i.test(text.slice(words[at]?.start, words[at]?.end));

/** Nothing follows but what takes it back once more, or tells why. */
function takesBackLast({ scene, at: from, to }: Place): boolean {
  let at = to;
  const rest = scene.words.slice(to);
  const isWhy =
    /[,;.!\u2026]/.test(gapBefore(scene, from)) &&
    pauseBefore(scene, to) &&
    rest.some((_, place) => tellsAt(scene, rest, place)) &&
    rest.every(({ word }) => deedOf(word) === undefined || isPast(word, scene.locale));
  if (isWhy) return true;
  while (!endsAt(scene, at)) {
    const end =
      endOfAny("retractions", scene.words, at) ?? endOfAny("interjections", scene.words, at);
    if (end === undefined) return false;
    at = end;
  }
  return true;
}

function isLeftOut({ scene: { words }, to }: Place): boolean {
  return words
    .slice(to, to + MOST_LEFT_OUT)
    .some((_, away) => away > 0 && endOfAny("out", words, to + away) !== undefined);
}

const MOST_LEFT_OUT = 6;

/** A request that is not wanted, and nothing left out of a list. */
function isBeforeVerb({ scene: { words }, to }: Place): boolean {
  return (
    endOfAny("negators", words, to - 1) === to &&
    (deedOf(words[to]?.word ?? "") !== undefined || endOfAny("wishes", words, to) !== undefined)
  );
}

/** Behind the pause it is asked for. */
function isBackground({ scene, scene: { words, text }, to }: Place): boolean {
  const end = clauseEnd(scene, to - 1);
  const deeds = words.slice(to, end).map(({ word }) => deedOf(word));
  const isVerb = TO.has(words[to - 1]?.word ?? "") && !READS.has(deeds[0]);
  // A deed that is not wanted is no background.
  if (isVerb || deeds.some((deed) => deed !== undefined && !READS.has(deed))) return false;
  if (gapBefore({ text, words }, end).includes(":")) return false;
  return words
    .slice(end, end + ASKED_WITHIN)
    .some(({ word }) => (deedOf(word) !== undefined || opensQuestion(word)) && !endsAsPast(word));
}

const ASKED_WITHIN = 4;
const TO = wordSet("words.to-before-verbs");

/** An exception needs something that it is taken from. */
function isOfAll({ scene: { words }, lang: { table }, at }: Place): boolean {
  return words.slice(0, at).some((_, before) => table.endOf("universals", words, before));
}

/** A request follows, and no noun. */
function beginsFreely(place: Place): boolean {
  const { scene, to } = place;
  return (
    opens(place) &&
    (pauseBefore(scene, to) ||
      endOfAny("harmless", scene.words, to) !== undefined ||
      deedOf(next(place)) !== undefined)
  );
}

/** Beside a request, with the courtesy that stands before it. */
function isApart({ scene, marks, at }: Place): boolean {
  const from =
    marks.findLast(({ to: end, value }) => end === at && value === "courtesy")?.from ?? at;
  return (
    pauseBefore(scene, from) ||
    jointBefore(scene, marks, from) < from ||
    endOfAny("joints", scene.words, at) !== undefined
  );
}

/** What was not is told first, and no deed that could be asked for. */
function isTold({ scene, to }: Place): boolean {
  const word = scene.words[to]?.word ?? "";
  const end = clauseEnd(scene, to);
  return (
    endsAsPast(word) &&
    !/(?:[ai]d[oa]|ndo|ara|aria|arei)$/.test(word) &&
    end < scene.words.length &&
    !scene.words.slice(to, end).some((each) => isOfDeed(each.word))
  );
}

/** A question that begins so ends so, and asks for it. */
function asksWithNo({ scene, marks, at, to }: Place): boolean {
  return (
    scene.asks &&
    endsAt(scene, to) &&
    marks.some(
      ({ value, from, to: end }) =>
        value === "courtesy" &&
        end < at &&
        from <= scene.edges.from + 1 &&
        scene.words.slice(from, end).some((_, no) => endOfAny("negators", scene.words, from + no)),
    )
  );
}

function isEmbedded({ scene, lang, at }: Place): boolean {
  return [at - 3, at - 2, at - 1].some(
    (before) => before >= 0 && lang.table.endOf("embeds", scene.words, before) === at,
  );
}

/** A number alone is an hour only where nothing is counted by it. */
function isTime({ scene, at, to, marks }: Place): boolean {
  const { words, text } = scene;
  const last = words[to - 1];
  if (to - at === 1 && CONNECTIVES.has(words[at]?.word ?? "") && at > 0 && !endsAt(scene, to))
    return !opensClause(scene, marks, at);
  if (to - at === 1 && endOfAny("joints", words, at) !== undefined) return endsAt(scene, to);
  if (to - at === 1 && endOfAny("joints", words, at - 1) !== undefined) return endsAt(scene, to);
  // Things that are read, and no hour without its accent.
  if (to - at === 2 && last !== undefined && READS.has(deedOf(words[at - 1]?.word ?? "")))
    return /\u00e0/i.test(text.slice(words[at]?.start, last.start)) || /^\d{3}/.test(last.word);
  if (to - at > 2 || last === undefined || !/^\d{1,2}$/.test(last.word)) return true;
  return (
    /[\u00c0-\u00ff]/.test(text.slice(words[at]?.start, words[at]?.end)) ||
    marks.some((mark) => mark.kind === "time" && mark.to === at) ||
    endOfAny("saying", words, to) !== undefined ||
    endsAt(scene, to) ||
    pauseBefore(scene, to) ||
    jointBefore(scene, marks, to + 1) <= to
  );
}

const READS = deedSet("compare", "look", "show", "read");

/** What stays beside one thing that is to go; of several things it is left out, and that is for the user to say. */
export function sparingAt(
  { text, words }: Pick<Sentence, "text" | "words">,
  at: number,
): Mark["value"] | boolean {
  const before = words.slice(0, at);
  const verb = before.findIndex(({ word }) => deedOf(word) === "remove");
  if (verb < 0) return false;
  const said = before.slice(verb + 1);
  const isOfAll = said.some(
    (_, at) =>
      endOfAny("universals", said, at) !== undefined && !SPARED_FROM.has(said[at - 1]?.word ?? ""),
  );
  const isName = said.some(({ start }) => /[\p{Lu}"\u201c]/u.test(text[start] ?? ""));
  const first = said[0]?.word ?? "";
  const isOne = isName || ONE_OF_THEM.has(first) || !(MANY.test(first) || isDeterminer(first));
  return isOne && !isOfAll ? true : "left_out_of_all";
}

const SPARED_FROM = wordSet("words.spared-from");
/** Several, as far as one can see. */
const MANY = /s$|^\d/;
const ONE_OF_THEM = wordSet("words.one-of-them");

/** What is touched is a thing by itself, and hardly a part of what goes. */
export const TOUCHES = wordSet("verbs.touching");
