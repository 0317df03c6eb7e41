import type { Doubt, FollowupRequest } from "#shared/contracts/intent.ts";
import { DEFAULT_LOCALE } from "#shared/contracts/names.ts";
import { wordSet } from "#shared/language/words.ts";
import { isToldToDo, named } from "../../language/modifiers/addressee.ts";
import { contains, endOfAny, isStated } from "../../language/modifiers/languages.ts";
import type { Mark } from "../../language/modifiers/mark.ts";
import { reasonOf } from "../../language/modifiers/rule.ts";
import { pauseBefore, type Token, tokens } from "../../language/text.ts";
import type { Sentence } from "../../language/values/recogniser.ts";
import { isFunctionWord } from "../../language/words/common-words.ts";
import { type Deed, deedOf, deedSet } from "../../language/words/deeds.ts";
import type { FollowupFinder } from "../followups.ts";

/** A modifier with whom it is about; places in the whole text. */
export type Placed = {
  readonly mark: Pick<Mark, "kind" | "value" | "start" | "end" | "locale">;
  readonly to: "followup" | "left_out";
  readonly at: number;
};

/** A text without its follow-ups, which have their doubts, and without those that are not wanted. */
export type CutAround = {
  readonly rest: string;
  readonly followups: readonly FollowupRequest[];
  readonly placed: readonly Placed[];
  /** Nothing is to follow, and what is asked for is only shown. */
  readonly onlyShown?: true;
};

/** Cuts off what is not wanted to follow, and what modifies a follow-up. */
export function cutAround(
  sentence: Sentence,
  marks: readonly Mark[],
  finder: FollowupFinder,
): CutAround | undefined {
  const { text, words } = sentence;
  const unwanted = marks.findLast(({ kind }) => kind !== "courtesy");
  if (unwanted !== undefined && isPolite(marks, unwanted.to, words.length)) {
    const cut = withoutUnwanted(sentence, unwanted, marks, finder);
    if (cut !== undefined) return cut;
  }
  const refused = marks[0];
  if (refused?.value === "negated" && /^\W*$/u.test(text.slice(0, refused.start))) {
    const pause = text.slice(refused.end).search(/[,;.]\s/);
    const said = words.filter(
      ({ start, end }) => start >= refused.end && end <= refused.end + pause,
    );
    const mark = { ...refused, end: refused.end + pause };
    if (pause >= 0 && finder.named(text, said) !== undefined)
      return leavingOut(mark, text.slice(mark.end + 1).trimStart());
  }
  const tail = tailOf(sentence, marks);
  const first = tail[0];
  if (first !== undefined) {
    const cut = finder.atEnd(trimmed(text.slice(0, first.start)));
    if (cut.followups.length > 0) return modified(cut.rest, cut.followups, tail, text);
  }
  const politely = askedPolitely(sentence, marks, tail, finder);
  if (politely !== undefined) return politely;
  const between = finder.atEnd(text);
  const negated =
    between.followups.length === 0 ? undefined : negatedBefore(sentence, marks, between.rest);
  if (negated !== undefined && negated.mark.kind !== "polarity") {
    const rest = trimmed(text.slice(0, words[negated.from]?.start));
    return modified(rest, between.followups, [negated.mark], text);
  }
  if (negated !== undefined)
    return leavingOut(
      negated.mark,
      trimmed(text.slice(0, words[negated.from]?.start)),
      between.followups.slice(0, -1),
    );
  const before = between.followups.length === 0 ? [] : marksBefore(sentence, marks, between.rest);
  const begins = before[0];
  if (begins !== undefined)
    return modified(trimmed(text.slice(0, begins.start)), between.followups, before, text);
  return undefined;
}

const leavingOut = (
  mark: Placed["mark"],
  rest: string,
  followups: readonly FollowupRequest[] = [],
): CutAround => ({ rest, followups, placed: [{ mark, to: "left_out", at: 0 }] });

function isPolite(marks: readonly Mark[], from: number, to: number): boolean {
  const isCourtesy = (at: number) =>
    marks.some((mark) => mark.kind === "courtesy" && at >= mark.from && at < mark.to);
  for (let at = from; at < to; at++) if (!isCourtesy(at)) return false;
  return true;
}

const OF_A_FOLLOWUP: ReadonlySet<Mark["kind"]> = new Set(["polarity", "mood", "condition"]);

/** What is not wanted beside a request, at its end: a follow-up, or another request. */
function withoutUnwanted(
  sentence: Sentence,
  unwanted: Mark,
  marks: readonly Mark[],
  finder: FollowupFinder,
): CutAround | undefined {
  const { text, words } = sentence;
  const isOfRequest = unwanted.ofRequest === true;
  if (isOfRequest ? unwanted.kind !== "polarity" : unwanted.value !== "left_out") return undefined;
  const said = words.slice(unwanted.from, unwanted.to);
  if (isOfRequest && contains("only_shown", said))
    return {
      ...leavingOut(unwanted, withoutBreath(text.slice(0, unwanted.start))),
      onlyShown: true,
    };
  const named = said
    .map((_, at) => finder.named(text, said.slice(at)))
    .find((each) => each !== undefined);
  const isOwn = isAside(sentence, unwanted);
  if (named === undefined && (isOfRequest || !isOwn)) return undefined;
  const before = trimmed(text.slice(0, politelyFrom(marks, unwanted).start));
  const taken = named === undefined ? undefined : finder.atEnd(before);
  const isTakenBack = taken?.followups.at(-1)?.capability === named?.capability;
  // The request itself is not wanted.
  if (
    named !== undefined &&
    taken?.followups.length === 0 &&
    !isOwn &&
    saysAgain(sentence, unwanted)
  )
    // What only reads is told here; another request is taken back.
    return { ...leavingOut(unwanted, before), onlyShown: true };
  const rest = taken !== undefined && isTakenBack ? trimmed(taken.rest) : before;
  return leavingOut(unwanted, rest);
}

function politelyFrom(marks: readonly Mark[], first: Mark): Mark {
  const before = marks.find(({ to, value }) => to === first.from && value === "courtesy");
  return before === undefined ? first : politelyFrom(marks, before);
}

/**
 * A no, a question or a condition between a request and its follow-up, right before it or behind what joins the two: "...
 * but I don't want you to make a pdf of it". Shape: the first word that is not wanted
 */
function negatedBefore(
  { text, words }: Sentence,
  marks: readonly Mark[],
  rest: string,
): { from: number; mark: Mark } | undefined {
  const end = words.findLastIndex((word) => word.end <= rest.length) + 1;
  const isPaused = (at: number) => pauseBefore({ text, words }, at);
  const isJoint = (at: number) => endOfAny("joints", words, at) === at + 1;
  if (end === 0 || isJoint(end) || isPaused(end)) return undefined;
  // What someone else is to do is not done for them.
  const last = marks.findLast(
    ({ kind, from, to }) =>
      (to <= end && (OF_A_FOLLOWUP.has(kind) || (kind === "addressee" && isToldToDo(words, to)))) ||
      (kind === "condition" && from < end) ||
      (kind === "exception" && to === end),
  );
  if (last === undefined) return ofAnother({ text, words }, end, isPaused, isJoint);
  if (last.to === end && (last.kind === "polarity" || last.kind === "exception"))
    return { from: last.from, mark: { ...last, kind: "polarity" } };
  if (last.kind === "addressee" && last.to + 1 !== end) return undefined;
  let from = end - 1;
  while (from > 0 && !isPaused(from) && !isJoint(from)) from--;
  return last.from >= from && from > 0
    ? { from, mark: last }
    : ofAnother({ text, words }, end, isPaused, isJoint);
}

/**
 * Somebody else's deed, or one that is not asked for yet; a wish asks for it.
 */
function ofAnother(
  { text, words }: Pick<Sentence, "text" | "words">,
  end: number,
  isPaused: (at: number) => boolean,
  isJoint: (at: number) => boolean,
): { from: number; mark: Mark } | undefined {
  if (!SUBJECTS.has(words[end - 1]?.word ?? "")) return undefined;
  let from = end - 1;
  while (from > 0 && !isPaused(from) && !isJoint(from - 1)) from--;
  const said = words.slice(from, end - 1);
  if (from === 0 || said.length === 0) return undefined;
  if (contains("wishes", said)) return undefined;

  const start = words[from]?.start ?? 0;
  const place = { from, to: end, start, end: words[end - 1]?.end ?? text.length };
  return { from, mark: { kind: "mood", value: "supposed", ...place, locale: DEFAULT_LOCALE } };
}

const SUBJECTS = wordSet("words.subjects-of-followups");

/**
 * Another request that is not wanted beside one. The same again, of nothing else, takes the request back: that is no aside.
 */
export function isAside(
  { text, words }: Sentence,
  { from, to }: Pick<Mark, "from" | "to">,
): boolean {
  const before = words.slice(0, from);
  if (beginsText(text, words, from)) return false;
  const asked = before.map(({ word }) => deedOf(word)).find((deed) => deed !== undefined);
  const said = words.slice(from, to);
  if (said.some((_, at) => endOfAny("staying", said, at) === said.length)) return true;
  const at = said.findIndex(({ word }) => deedSaid(word) !== undefined);
  if (at < 0) return false;
  const isNew = ({ word }: Token) =>
    !isFunctionWord(word) && !before.some((each) => each.word === word);
  const object = said.slice(at + 1);
  const deed = deedSaid(said[at]?.word ?? "");
  return deed === asked ? object.some(isNew) : at > 0 || object.length > 0;
}

/** What is not wanted is what the request itself asks for: the same verb. */
const saysAgain = ({ words }: Sentence, { from, to }: Mark): boolean => {
  const deedIn = (said: readonly Token[]) =>
    said.map(({ word }) => deedOf(word)).find((deed) => deed !== undefined);
  const asked = deedIn(words.slice(0, from));
  return asked !== undefined && asked === deedIn(words.slice(from, to));
};

const deedSaid = (word: string): Deed | undefined =>
  deedOf(word) ?? deedOf(word.replace(/[ai]d[oa]s?$/, (end) => `${end[0] === "i" ? "i" : "a"}r`));

/** A text has begun before a place: behind a colon, or behind what announces it after a verb that takes one. */
function beginsText(text: string, words: readonly Token[], from: number): boolean {
  if (/:(?!\/\/)/.test(text.slice(0, words[from]?.start))) return true;
  return words.some(
    (_, at) =>
      at > 0 &&
      at <= from &&
      isStated(words, at) &&
      words
        .slice(Math.max(0, at - TAKEN_WITHIN), at)
        .some(({ word }) => TAKES_TEXT.has(deedOf(word))),
  );
}

const TAKEN_WITHIN = 6;
const TAKES_TEXT = deedSet("keep", "send", "tell", "write", "create");

/** A follow-up behind its courtesy, whatever the form of its verb. */
function askedPolitely(
  { text, words }: Sentence,
  marks: readonly Mark[],
  tail: readonly Mark[],
  finder: FollowupFinder,
): CutAround | undefined {
  const end = tail[0]?.from ?? words.length;
  // What stands inside a follow-up begins none.
  const plain = finder.atEnd(text);
  const begun = plain.followups.length === 0 ? text.length : plain.rest.length;
  for (const mark of marks) {
    if (mark.value !== "courtesy" || mark.from === 0 || mark.to >= end) continue;
    const between = tokens(text.slice(begun, mark.start));
    if (!between.every((_, at) => endOfAny("joints", between, at) !== undefined)) continue;
    if (marks.some(({ kind, from }) => kind !== "courtesy" && from >= mark.to && from < end))
      continue;
    const asked = words.slice(mark.to, end);
    if (asked.some((_, at) => DENYING.some((group) => endOfAny(group, asked, at) !== undefined)))
      continue;
    const followup = finder.named(text, asked);
    if (followup !== undefined)
      return modified(trimmed(text.slice(0, mark.start)), [followup], tail, text);
  }
  return undefined;
}

const DENYING = ["negators", "negating", "without"] as const;

/** Modifiers that end a text. Behind a colon or an opening quote they are one. */
function tailOf({ text, words }: Sentence, marks: readonly Mark[]): Mark[] {
  const tail: Mark[] = [];
  let end = words.length;
  for (const mark of marks.toReversed()) {
    if (mark.to < end) break;
    tail.unshift(mark);
    end = mark.from;
  }
  return /[:"\u201c\u00ab]\s*$/u.test(text.slice(0, tail[0]?.start)) ? [] : tail;
}

/** Modifiers between a request and its follow-up, behind what joins them. */
function marksBefore({ words }: Sentence, marks: readonly Mark[], rest: string): Mark[] {
  const found: Mark[] = [];
  let end = words.findLastIndex((word) => word.end <= rest.length) + 1;
  for (const mark of marks.toReversed()) {
    if (mark.from >= end) continue;
    if (mark.to < end) break;
    found.unshift(mark);
    end = mark.from;
  }
  const joins = endOfAny("joints", words, end - 1) === end;
  return joins ? found : [];
}

function modified(
  rest: string,
  followups: readonly FollowupRequest[],
  marks: readonly Mark[],
  text: string,
): CutAround {
  const doubts = marks.flatMap(({ value, start, end }): Doubt[] =>
    value === "courtesy" || value === "plain"
      ? []
      : [
          {
            reason: reasonOf(value),
            detail: text.slice(start, end),
            ...(value === "to_somebody" &&
              !isToldToDo(tokens(text.slice(end)), 0) &&
              named(text.slice(start, end))),
          },
        ],
  );
  const last = followups.length - 1;
  const own = marks.filter(({ kind }) => kind !== "courtesy");
  return {
    rest,
    followups: followups.map((each, at) =>
      at === last && doubts.length > 0 ? { ...each, doubts } : each,
    ),
    placed: own.map((mark) => ({ mark, to: "followup", at: last })),
  };
}

/** Without the pause and the small word that led on, in whichever language. */
function trimmed(text: string): string {
  const rest = text.replace(PAUSE, "");
  const words = tokens(rest);
  const last = words.at(-1);
  const leadsOn = words.length > 1 && endOfAny("joints", words, words.length - 1) !== undefined;
  return last !== undefined && leadsOn ? rest.slice(0, last.start).replace(PAUSE, "") : rest;
}

/** Without what people take a breath with before they say something else: ", aliás, ...". */
function withoutBreath(text: string): string {
  const rest = trimmed(text);
  const words = tokens(rest);
  const at = words.findIndex((_, from) =>
    BREATHS.some((group) => from > 0 && endOfAny(group, words, from) === words.length),
  );
  return at < 0 ? rest : trimmed(rest.slice(0, words[at]?.start));
}

const BREATHS = ["interjections", "corrections"] as const;

const PAUSE = /[\s,;:\u2013\u2014-]+$/u;
