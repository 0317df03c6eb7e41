import { weekdayOf } from "#shared/calendar/days.ts";
import { WEEKDAYS } from "#shared/calendar/names.ts";
import type { GoalFrame, IntentOutput } from "#shared/contracts/intent.ts";
import type { PendingAction, PendingOption } from "#shared/contracts/pending.ts";
import { foldPhrase } from "#shared/plain-text/fold.ts";
import { endOfAny } from "../modifiers/languages.ts";
import { isNo, readYes } from "../read-yes.ts";
import { tokens } from "../text.ts";
import { deedOf } from "../words/deeds.ts";
import { endOf } from "../words/phrases.ts";
import { hasOwnText } from "./few-words.ts";
import { isLastPlace, placeOf } from "./reference-words.ts";
import { smallPhrases, smallWords, withoutEnd } from "./small-words.ts";

/** The open question, as far as an answer to it is read by it. */
export type Asked = Pick<PendingAction, "kind" | "options" | "question">;

/** What a message says about the open question; undefined: nothing, it is about something else. */
export type Answer =
  | { said: "option"; option: PendingOption }
  | { said: "yes" }
  | { said: "no" }
  | { said: "number_out_of_range" }
  /** Several of the options, where only one can be taken. */
  | { said: "several"; options: readonly number[] }
  | undefined;

const UNKNOWING = smallPhrases("unknowing");
const NOTHING = smallPhrases("nothing");

/** Nothing but words that give no answer, one of them said to be none. */
function saysNothing(folded: string): boolean {
  const said = folded.split(" ").map((word) => ({ word }));
  let isUnknown = said.length > 1;
  for (let at = 0; at < said.length; ) {
    const unknowing = endOf(UNKNOWING, said, at);
    const end = Math.max(unknowing ?? 0, endOf(NOTHING, said, at) ?? 0);
    if (end === 0) return false;
    isUnknown ||= unknowing === end;
    at = end;
  }
  return isUnknown;
}

const SEVERAL = smallWords("several");
const POLITELY = smallPhrases("politely");
const AND = smallWords("and");

const AROUND = smallWords("aroundChoice");
/** A filler beside a place is a choice when it stands alone. */
const ONE = "one";

/** The option's place that the words name, counted from 0; "a 12ª" may lie past the end. */
function placeNamed(folded: string, count: number): number | undefined {
  const words = folded
    .replace(/[.,;:!?()]/g, " ")
    .split(" ")
    .filter(Boolean);
  // A preposition of one language is a refusal of another, behind a choice.
  if (words.length > 1 && words.at(-1) === "no") return undefined;
  const telling = words.filter((word) => !AROUND.has(word));
  const [word, ...rest] = telling.length > 0 ? telling : words.filter((each) => each === ONE);
  if (word === undefined || rest.length > 0) return undefined;
  const digits = /^#?(\d{1,4})(?:st|nd|rd|th|a|o|ª|º)?$/.exec(word)?.[1];
  if (digits !== undefined) return Number(digits) - 1;
  return isLastPlace(word) ? count - 1 : placeOf(word);
}

/** What an option may be called by: its label, the parts of it, the values it stands for, and the weekday of a day. */
function namesOf(option: PendingOption): string[] {
  const values = Object.values(option.params ?? {}).filter((value) => typeof value === "string");
  const days = values.map(weekdayOf);
  const weekdays = [...WEEKDAYS].flatMap(([name, day]) => (days.includes(day) ? name : []));
  return [option.label, ...option.label.split(/\s*[·|()–—]\s*/), ...values, ...weekdays]
    .map(foldPhrase)
    .filter(Boolean);
}

/** The one option that the words name; several or none give undefined. */
function optionNamed(folded: string, options: readonly PendingOption[]): PendingOption | undefined {
  if (folded.length < 2) return undefined;
  const only = (found: PendingOption[]) => (found.length === 1 ? found[0] : undefined);
  const exact = options.filter((option) => namesOf(option).includes(folded));
  if (exact.length > 0) return only(exact);
  const bare = folded
    .split(/[ -]/)
    .filter((word) => !AROUND.has(word))
    .join(" ");
  if (bare.length < 2) return undefined;
  const named = options.filter((option) =>
    namesOf(option).some((name) => name === bare || ` ${name} `.includes(` ${bare} `)),
  );
  if (named.length > 0) return only(named);
  // Words of its name in another order.
  const said = bare.split(" ");
  return only(
    options.filter((option) => {
      const own = new Set(namesOf(option).flatMap((name) => name.split(/[^\p{L}\d]+/u)));
      return said.every((word) => own.has(word));
    }),
  );
}

/**
 * Read a message as the answer to an open question, without a model.
 * Shape: a number, a place, a label or part of it, a yes, a no
 * A `fill` question has no options; whether a text fills it is the caller's to decide.
 */
export function readAnswer(text: string, pending: Asked): Answer {
  const folded = said(text);
  const { kind, options } = pending;
  if (isNo(folded) || saysNothing(folded)) return { said: "no" };
  const [only, other] = options;
  // A lone yes picks the only thing that was offered.
  if (kind === "confirm" || (only !== undefined && other === undefined)) {
    const yes = readYes(text, `${pending.question} ${only?.label ?? ""}`);
    if (yes === "taken_back") return { said: "no" };
    if (yes === "yes")
      return only === undefined || kind === "confirm"
        ? { said: "yes" }
        : { said: "option", option: only };
  }
  if (kind === "confirm" || only === undefined) return undefined;
  const label = foldPhrase(text);
  const same = options.filter((option) => foldPhrase(option.label) === label);
  if (same.length === 1 && same[0] !== undefined) return { said: "option", option: same[0] };
  // Asked back, or only quoted: nothing is chosen.
  if (/[?"“”«»`~<>]/.test(text)) return undefined;
  const having = optionHaving(folded, options);
  if (having !== undefined) return { said: "option", option: having };
  const several = severalNamed(folded, options.length);
  if (several !== undefined) {
    // All of something may be one of the options.
    const [option, more] = options.filter((each) => foldPhrase(each.label).startsWith(folded));
    return option !== undefined && more === undefined
      ? { said: "option", option }
      : { said: "several", options: several };
  }
  const named = optionNamed(folded, options);
  if (named !== undefined) return { said: "option", option: named };
  const asked = optionAsked(folded, options);
  if (asked !== undefined) return { said: "option", option: asked };
  const place = placeNamed(folded, options.length);
  if (place === undefined) return undefined;
  const option = options[place] ?? endingIn(place + 1, options);
  return option === undefined ? { said: "number_out_of_range" } : { said: "option", option };
}

/** A number that is no place, and the end of one name. */
function endingIn(count: number, options: readonly PendingOption[]): PendingOption | undefined {
  const endsSo = (name: string) => Number(/^\p{L}+(\d+)$/u.exec(name)?.[1]) === count;
  const found = options.filter((option) => namesOf(option).some(endsSo));
  return found.length === 1 ? found[0] : undefined;
}

/** A number that is no place. */
function optionHaving(folded: string, options: readonly PendingOption[]) {
  const telling = folded.split(" ").filter((word) => !AROUND.has(word));
  const [digits, ...others] = telling.filter((word) => !HAVING.has(word));
  const isSaid = telling.length > 1 && others.length === 0 && /^\d{1,4}$/.test(digits ?? "");
  return isSaid ? endingIn(Number(digits), options) : undefined;
}

/** The one option whose label does what is asked for, and nothing else is said. */
function optionAsked(folded: string, options: readonly PendingOption[]): PendingOption | undefined {
  const said = folded.split(" ").filter((word) => !AROUND.has(word) && !ITS.has(word));
  const deed = said.length === 1 ? deedOf(said[0] ?? "") : undefined;
  if (deed === undefined) return undefined;
  const doing = options.filter(
    ({ label }) => deedOf(foldPhrase(label).split(" ")[0] ?? "") === deed,
  );
  return doing.length === 1 ? doing[0] : undefined;
}

const ITS = smallWords("itsObject");
const HAVING = smallWords("having");

/** The places of several options, from 0. Some may lie past the end. */
function severalNamed(folded: string, count: number): number[] | undefined {
  if (SEVERAL.has(folded)) return Array.from({ length: count }, (_, at) => at);
  if (/^\d{1,2}(?: (?:(?:e|and|\+|&) )?\d{1,2})+$/.test(folded))
    return (folded.match(/\d+/g) ?? []).map((each) => Number(each) - 1);
  const said = folded.split(" ");
  const joints = said.flatMap((word, at) => (AND.has(word) ? [at] : []));
  const starts = [0, ...joints.map((at) => at + 1)];
  const parts = starts.map((start, at) => said.slice(start, joints[at]).join(" "));
  const places = parts.map((part) => placeNamed(part, count));
  const named = places.filter((place) => place !== undefined);
  return parts.length > 1 && named.length === parts.length ? named : undefined;
}

/** True for a text that says something only where a question is open. */
export function isOnlyAnswer(text: string): boolean {
  const folded = said(text);
  const place = placeNamed(folded, 1);
  return readYes(folded) === "yes" || isNo(folded) || (place !== undefined && folded.length > 0);
}

function said(text: string): string {
  const all = foldPhrase(text)
    .replace(/[,;:!?]+ ?/g, " ")
    .split(" ")
    .flatMap((word) => (word === "" ? [] : [{ word }]));
  const kept: string[] = [];
  for (let at = 0; at < all.length; ) {
    const polite = endOf(POLITELY, all, at);
    if (polite === undefined) kept.push(all[at]?.word ?? "");
    at = polite ?? at + 1;
  }
  return kept.join(" ");
}

/** What is still to follow once a question is answered. */
export type Following = Pick<IntentOutput, "followups" | "also">;

/** Lead to what is left out, or stand for it. */
const SMALL = smallWords("besideLeftOut");

/**
 * True for words that leave out something that was to follow, and say nothing else. Pure.
 * Shape: what is against the question itself, or says when or to whom, is more than that
 */
export function leavesOut(without: string, question: string, following: Following): boolean {
  const words = tokens(without);
  const named = new Set(phrasesOf(following).flatMap((phrase) => tokens(phrase).map(wordOf)));
  const asked = new Set(tokens(question.replace(/"(?:[^"\\]|\\.)*"|“[^”]*”/g, " ")).map(deedIn));
  const isOnly = following.followups.length + following.also.length === 1;
  let isNamed = false;
  for (let at = 0; at < words.length; ) {
    const word = words[at]?.word ?? "";
    const deed = deedOf(word);
    const isOfOne =
      deed !== undefined && (phrasesOf(following).some(has(deed)) || (isOnly && !asked.has(deed)));
    const isOwn = named.has(word) && !SMALL.has(word);
    const small = SMALL.has(word)
      ? at + 1
      : (endOfAny("negators", words, at) ?? endOfAny("courtesy", words, at));
    const isTold = isOwn || isOfOne;
    if (!isTold && small === undefined) return false;
    isNamed ||= isTold;
    at = isTold ? at + 1 : (small ?? at + 1);
  }
  return isNamed;
}

const wordOf = ({ word }: { word: string }): string => word;
const deedIn = ({ word }: { word: string }): string | undefined => deedOf(word);
const has = (deed: string) => (phrase: string) =>
  tokens(phrase).some((word) => deedIn(word) === deed);

const phrasesOf = ({ followups, also }: Following): string[] => [
  // What sends is often called after where it sends to.
  ...followups.map(({ phrase, capability }) => `${phrase} ${capability.replaceAll("_", " ")}`),
  ...also.map(({ original_query }: GoalFrame) => original_query),
];

const PLUS = smallWords("plus");
const TOO = smallPhrases("alongside");
const MOST_WORDS = 16;

/** A yes or a choice, its words, and what else it is said of. */
export type AnswerAndMore = {
  readonly answer: Extract<Answer, { said: "yes" | "option" }>;
  readonly said: string;
  readonly more: string;
};

/** Pure. Shape: undefined for a question, for a text of one's own, and where no answer stands before what joins the rest. */
export function readAnswerAndMore(text: string, asked: Asked): AnswerAndMore | undefined {
  const words = tokens(text, MOST_WORDS + 1);
  if (words.length > MOST_WORDS || text.includes("?") || hasOwnText(text)) return undefined;
  for (const [at, { word, start }] of words.entries()) {
    const next = words[at + 1];
    if (at === 0 || next === undefined || !PLUS.has(word)) continue;
    const said = text.slice(0, start).replace(/[\s,;.–—-]+$/, "");
    const answer = readAnswer(said, asked);
    if (answer?.said === "yes" || answer?.said === "option")
      return { answer, said, more: withoutEnd(TOO, text.slice(next.start)) };
  }
  return undefined;
}
