import { wordSet } from "#shared/language/words.ts";
import { CONNECTIVES } from "../words/connectives.ts";
import { deedOf, deedSet } from "../words/deeds.ts";
import { opensQuestion } from "../words/questions.ts";
import { LEADERS } from "../words/separators.ts";
import { isOfDeed, movesSomething } from "./is-of-deed.ts";
import { endOfAny, endsAsPast, isAnnounced, isOnAndOn, type Language } from "./languages.ts";
import type { Mark } from "./mark.ts";
import type { Group } from "./phrase-table.ts";
import {
  clauseEnd,
  endsAt,
  jointBefore,
  opensClause,
  opensSentence,
  pauseBefore,
  type Scene,
} from "./scene.ts";
import { sparingAt, TOUCHES } from "./sparing-at.ts";

type Value = Mark["value"];
/** A phrase of a group, from a word up to another. */
export type Phrase = { readonly group: Group; readonly at: number; readonly to: number };
/** A verb that asks stands among so many words of its clause. */
const ASKED_WITHIN = 4;

/** A phrase at its place. */
type Place = {
  readonly scene: Scene;
  readonly lang: Language;
  readonly phrase: Phrase;
  readonly marks: readonly Mark[];
};

const hasBefore = ({ scene, phrase }: Place): boolean => phrase.at > scene.edges.from;
const opens = ({ scene, marks, phrase }: Place): boolean => opensClause(scene, marks, phrase.at);
const isFirst = ({ scene, marks, phrase }: Place): boolean =>
  opensSentence(scene, marks, phrase.at);
const isLast = ({ scene, phrase }: Place): boolean => endsAt(scene, phrase.to);
const isWord = ({ phrase: { at, to } }: Place): boolean => to - at === 1;
const saysThere = (group: Group, { lang, scene, phrase }: Place): boolean =>
  lang.table.endOf(group, scene.words, phrase.at) !== undefined;

/** Where the phrases of a group say something, and what, if it depends on the place; the others do anywhere. */
export const STANDS: Partial<Record<Group, (place: Place) => Value | boolean>> = {
  plain: () => "plain",
  polite_questions: (place) => place.scene.asks && opens(place),
  polite_openings: (place) =>
    opens(place) &&
    !isMindingNothing(place) &&
    !isOfPlan(place) &&
    !isToSomebody(place) &&
    !(place.scene.asks && isWhetherEver(place)),
  negating: (place) => opens(place) && (isFirst(place) || "left_out"),
  tags: (place) =>
    hasBefore(place) &&
    isLast(place) &&
    pauseBefore(place.scene, place.phrase.at) &&
    (place.scene.asks || !saysThere("negators", place)),
  retractions: (place) => hasBefore(place) && isLastNo(place) && !isFirst(place),
  corrections: (place) =>
    !isNumberSign(place) &&
    hasBefore(place) &&
    !isLast(place) &&
    !isFirst(place) &&
    pauseBefore(place.scene, place.phrase.at) &&
    (!isWord(place) || pauseBefore(place.scene, place.phrase.to)),
  slips: (place) => hasBefore(place) && !isLast(place) && !isFirst(place),
  slips_between: (place) =>
    hasBefore(place) && !isFirst(place) && LEADERS.has(wordAt(place, place.phrase.to)),
  sparing: (place) => !isLast(place) && sparedAt(place),
  without: (place) => !isOnAndOn(place.scene.words, place.phrase.at) && !isInTitle(place),
  without_thing: (place) => !isNumberSign(place) && isNoMore(place),
  purposes: (place) =>
    hasBefore(place) &&
    !isFirst(place) &&
    (!isLedByThat(place) || goesAlone(place)) &&
    (wordAt(place, place.phrase.at) !== "to" ||
      (endOfAny("oneself", place.scene.words, place.phrase.at + 1) === undefined &&
        !movesSomething(place.scene.words.slice(0, place.phrase.at)))),
  leaving: (place) => hasBefore(place) && isLeftOut(place),
  exceptions: (place) =>
    !isBeforeVerb(place) && ((hasBefore(place) && !isFirst(place)) || pauseLater(place)),
  exceptions_of_all: (place) =>
    !isBeforeVerb(place) && saysAll(place.scene, place.lang, place.phrase.at),
  reporting: (place) =>
    (!saysThere("tellers", place) || opens(place)) &&
    !(saysThere("oneself", place) && isGiven(place)) &&
    (!isPlanOfOther(place) || isFirst(place)),
  asking: (place) =>
    !(isWord(place) && deedOf(wordAt(place, place.phrase.at)) === "look") &&
    (place.scene.asks || !isJoint(place)) &&
    (opens(place) || !saysThere("conditions", place)),
  already: ({ scene, phrase }) => endsAsPast(scene.words[phrase.to]?.word ?? ""),
  negators: ({ scene, phrase, marks }) => polarityAt(scene, phrase, marks),
  opening_conditions: opens,
  recurrences: (place) =>
    isNamedInside(place)
      ? false
      : !isWord(place) || isLast(place) || beginsFreely(place.scene, place.marks, place.phrase),
  times: ({ scene, phrase, marks }) => timeStands(scene, phrase, marks),
  dates: (place) =>
    timeStands(place.scene, place.phrase, place.marks) && (isBeforeDeed(place) ? "later" : true),
  backgrounds: (place) => isFirst(place) && isBackground(place),
  conditions: ({ scene, lang, phrase, marks }) =>
    conditionAt(scene, lang, phrase, opensClause(scene, marks, phrase.at)) ?? false,
};

/** Of several things that is not known to be one of its own. */
function sparedAt(place: Place): Value | boolean {
  const { scene, phrase } = place;
  const value = sparingAt(place);
  const isTouched = scene.words.slice(phrase.at, phrase.to).some(({ word }) => TOUCHES.has(word));
  return !(isTouched && value !== true) && value;
}

const isNumberSign = ({ scene: { text, words }, phrase: { to } }: Place): boolean =>
  words[to - 1]?.word === "no" && /^\.\s*\d/.test(text.slice(words[to - 1]?.end, words[to]?.end));

/** In the middle of a sentence, written as a name with what follows. */
const isInTitle = ({ scene, phrase: { at, to } }: Place): boolean => {
  const { text, words } = scene;
  const isCapital = (place: number) =>
    /\p{Lu}/u.test(text[words[place]?.start ?? text.length] ?? "");
  const isLed = at > 0 && !isCapital(at - 1) && !pauseBefore(scene, at);
  return isLed && isCapital(at) && isCapital(to);
};

const isLedByThat = (place: Place): boolean => {
  const { at } = place.phrase;
  const before = wordAt(place, at - 1) === "eu" ? at - 2 : at - 1;
  return wordAt(place, at) === "que" || wordAt(place, before) === "que";
};

/** Of one thing it is why, of several it says which. */
function goesAlone({ scene: { words }, phrase }: Place): boolean {
  const verb = words.findIndex(({ word }) => deedOf(word) === "remove");
  const said = words.slice(verb + 1, phrase.at);
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

/** It asks politely, unless what denies stands before it. */
const isMindingNothing = (place: Place): boolean =>
  isWord(place) &&
  MINDS.has(wordAt(place, place.phrase.at)) &&
  !/ing$/.test(wordAt(place, place.phrase.to));

/** For whom it is. */
const isToSomebody = ({ scene: { words }, phrase: { to } }: Place): boolean =>
  words[to - 1]?.word === "to" && endOfAny("possessives", words, to) !== undefined;

/** It asks what is to be, and not for it. */
const isOfPlan = (place: Place): boolean =>
  isWord(place) &&
  wordAt(place, place.phrase.at) === "vai" &&
  wordAt(place, place.phrase.at - 1) === "nao";

/** It asks what is never done; without its mark it asks for it, as the Irish do. */
const isWhetherEver = (place: Place): boolean =>
  wordAt(place, place.phrase.to - 1) === "ever" && wordAt(place, place.phrase.to - 2) === "you";

const MINDS = wordSet("verbs.minding");

/** Without its accent, and where nothing is asked, it only joins. */
const isJoint = ({ scene: { text, words }, phrase: { at } }: Place): boolean =>
  words[at]?.word === "e" && /^e$/i.test(text.slice(words[at]?.start, words[at]?.end));

/** What others are to do is no one's to be done here. */
const isPlanOfOther = (place: Place): boolean =>
  wordAt(place, place.phrase.to - 1) === "to" && wordAt(place, place.phrase.to - 2) === "going";

const isGiven = (place: Place): boolean =>
  ["send", "tell"].includes(deedOf(wordAt(place, place.phrase.at - 1)) ?? "");

const wordAt = ({ scene }: Place, at: number): string => scene.words[at]?.word ?? "";

/** Nothing follows but what takes it back once more: "... *esquece*, deixa". */
function isLastNo({ scene, phrase }: Place): boolean {
  let at = phrase.to;
  while (!endsAt(scene, at)) {
    const next =
      endOfAny("retractions", scene.words, at) ?? endOfAny("interjections", scene.words, at);
    if (next === undefined) return false;
    at = next;
  }
  return true;
}

const isLeftOut = ({ scene: { words }, phrase: { to } }: Place): boolean =>
  words
    .slice(to, to + MOST_LEFT_OUT)
    .some((_, next) => next > 0 && endOfAny("out", words, to + next) !== undefined);

const MOST_LEFT_OUT = 6;

/** Behind a request, something that is not wanted with it. */
function isNoMore(place: Place): Value | boolean {
  if (!hasBefore(place) || isFirst(place)) return isNoThing(place) && "negated";
  return (
    !isLast(place) &&
    !isAnnounced(place.scene.words, place.phrase.at) &&
    !pauseBefore(place.scene, place.phrase.to)
  );
}

/** It begins with what is not wanted, in this very language. */
function isNoThing({ scene, lang, phrase: { to } }: Place): boolean {
  const isPause = (at: number) => pauseBefore(scene, at);
  return lang.locale === scene.locale && !isPause(to) && (isPause(to + 1) || isPause(to + 2));
}

/** What is written as a name only ends like a verb. */
const isNamedInside = ({ scene: { text, words }, phrase: { at, to } }: Place): boolean =>
  words
    .slice(at + 1, to)
    .some(({ word, start }) => /(?:ing|ndo)$/.test(word) && /\p{Lu}/u.test(text[start] ?? ""));

/** A request that is not wanted, and nothing left out of a list. */
const isBeforeVerb = ({ scene: { words }, phrase: { to } }: Place): boolean =>
  endOfAny("negators", words, to - 1) === to &&
  (deedOf(words[to]?.word ?? "") !== undefined || endOfAny("wishes", words, to) !== undefined);

/** What is asked for with its verb is to be done then. */
const isBeforeDeed = (place: Place): boolean => {
  const { scene, phrase } = place;
  const next = endOfAny("oneself", scene.words, phrase.to) ?? phrase.to;
  return isFirst(place) && deedOf(scene.words[next]?.word ?? "") !== undefined;
};

/** Behind the pause it is asked for. */
function isBackground({ scene, phrase }: Place): boolean {
  const next = clauseEnd(scene, phrase.to - 1);
  const told = scene.words.slice(phrase.to, next);
  if (told.some(({ word }) => CHANGES.has(deedOf(word)))) return false;
  const pause = scene.text.slice(scene.words[next - 1]?.end, scene.words[next]?.start);
  if (pause.includes(":")) return false;
  return scene.words
    .slice(next, next + ASKED_WITHIN)
    .some(({ word }) => (deedOf(word) !== undefined || opensQuestion(word)) && !endsAsPast(word));
}

const CHANGES = deedSet("send", "keep", "remove", "create", "restore");

/** What is left out is said first, and a pause follows. */
const pauseLater = ({ scene, phrase }: Place): boolean =>
  clauseEnd(scene, phrase.to - 1) < scene.words.length;

/** An exception needs something that it is taken from. */
function saysAll({ words }: Scene, { table }: Language, at: number): boolean {
  for (let before = 0; before < at; before++)
    if (table.endOf("universals", words, before) !== undefined) return true;
  return false;
}

/** A request follows, and no noun. */
const beginsFreely = (scene: Scene, marks: readonly Mark[], { at, to }: Phrase): boolean =>
  opensClause(scene, marks, at) &&
  (pauseBefore(scene, to) ||
    endOfAny("harmless", scene.words, to) !== undefined ||
    deedOf(scene.words[to]?.word ?? "") !== undefined);

/** What a negator governs: the request, what is left out beside it, or something inside. */
function polarityAt(scene: Scene, { at, to }: Phrase, marks: readonly Mark[]): Value {
  const opens = opensSentence(scene, marks, at);
  const isMereNo = to - at === 1 && !NEVER.has(scene.words[at]?.word ?? "");
  if (opens && isMereNo && !endsAt(scene, to) && pauseBefore(scene, to)) return "courtesy";
  if (opens && isTold(scene, to)) return "courtesy";
  if (isEcho(scene, { at, to }) || asksWithNo(scene, { at, to }, marks)) return "courtesy";
  const isSecond =
    !opens && marks.some((mark) => mark.kind === "polarity" && mark.value === "partly");
  if (opens || (endsAt(scene, to) && !isSecond)) return "negated";
  // What joins them stands before the courtesy.
  const from =
    marks.findLast(({ to: end, value }) => end === at && value === "courtesy")?.from ?? at;
  return pauseBefore(scene, from) ||
    jointBefore(scene, marks, from) < from ||
    isJointItself(scene, at)
    ? "left_out"
    : "partly";
}

const NEVER = wordSet("words.never");

/** What was not is told first, and no deed that could be asked for. */
const isTold = (scene: Scene, at: number): boolean => {
  const word = scene.words[at]?.word ?? "";
  const end = clauseEnd(scene, at);
  return (
    endsAsPast(word) &&
    !/(?:[ai]d[oa]|ndo|ara|aria|arei)$/.test(word) &&
    end < scene.words.length &&
    !scene.words.slice(at, end).some((each) => isOfDeed(each.word))
  );
};

/** A verb that is asked back asks for it once more. */
const isEcho = (scene: Scene, { at, to }: Pick<Phrase, "at" | "to">): boolean =>
  scene.asks &&
  pauseBefore(scene, at) &&
  endsAt(scene, to + 1) &&
  scene.words.slice(0, at).some(({ word }) => word === scene.words[to]?.word);

/** A question that begins so ends so, and asks for it. */
const asksWithNo = (
  scene: Scene,
  { at, to }: Pick<Phrase, "at" | "to">,
  marks: readonly Mark[],
): boolean =>
  scene.asks &&
  endsAt(scene, to) &&
  marks.some(
    ({ value, from, to: end }) =>
      value === "courtesy" &&
      end < at &&
      from <= scene.edges.from + 1 &&
      scene.words.slice(from, end).some((_, no) => endOfAny("negators", scene.words, from + no)),
  );

/** It joins and negates. */
const isJointItself = ({ words }: Scene, at: number): boolean =>
  endOfAny("joints", words, at) !== undefined;

/** A number alone is an hour only where nothing is counted by it: "às 9" and not "as 3 primeiras". */
function timeStands(scene: Scene, { at, to }: Phrase, marks: readonly Mark[]): boolean {
  const { words, text } = scene;
  const last = words[to - 1];
  if (to - at === 1 && CONNECTIVES.has(words[at]?.word ?? "") && at > 0 && !endsAt(scene, to))
    return !opensClause(scene, marks, at);
  if (to - at === 1 && isJointItself(scene, at)) return endsAt(scene, to);
  if (to - at === 1 && endOfAny("joints", words, at - 1) !== undefined) return endsAt(scene, to);
  // Things that are read, and no hour without its accent.
  if (to - at === 2 && last !== undefined && READS.has(deedOf(words[at - 1]?.word ?? "")))
    return /\u00e0/i.test(text.slice(words[at]?.start, last.start)) || /^\d{3}/.test(last.word);
  if (to - at > 2 || last === undefined || !/^\d{1,2}$/.test(last.word)) return true;
  const isAccented = /[\u00c0-\u00ff]/.test(text.slice(words[at]?.start, words[at]?.end));
  const next = words[to];
  const isOfTime = marks.some((mark) => mark.kind === "time" && mark.to === at);
  return (
    isAccented ||
    isOfTime ||
    endOfAny("saying", words, to) !== undefined ||
    next === undefined ||
    endsAt(scene, to) ||
    pauseBefore(scene, to) ||
    jointBefore(scene, marks, to + 1) <= to
  );
}

const READS = deedSet("compare", "look", "show", "read");

/** Behind a question's first word and a name, before a verb in the past. */
const isReflexive = (words: Scene["words"], at: number): boolean =>
  words[at]?.word === "se" &&
  opensQuestion(words[0]?.word ?? "") &&
  endsAsPast(words[at + 1]?.word ?? "");

/** It asks, and sets no condition. */
function conditionAt(
  { words, text }: Scene,
  { table }: Language,
  { at, to }: Phrase,
  opens: boolean,
): Value | undefined {
  const word = words[at];
  if (word !== undefined && text[word.start - 1] === "-") return undefined;
  if (to - at > 1) return "when_true";
  for (let before = Math.max(0, at - 3); before < at; before++)
    if (table.endOf("embeds", words, before) === at) return "plain";
  if (!opens && word !== undefined && isReflexive(words, at)) return "plain";
  if (!opens && table.endOf("tellers", words, to) !== undefined) return "when_true";
  return table.endOf("inverts", words, to) === undefined ? "when_true" : "asked_about";
}
