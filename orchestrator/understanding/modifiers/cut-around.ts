import type { Doubt, FollowupRequest } from "#shared/contracts/intent.ts";
import type { FollowupFinder } from "../followups.ts";
import type { Sentence } from "../recognisers/recogniser.ts";
import { tokens } from "../text.ts";
import { named } from "./addressee.ts";
import { endOfAny } from "./languages.ts";
import { type Mark, REASONS } from "./mark.ts";

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
};

/**
 * Cuts off what is not wanted to follow, and what modifies a follow-up.
 * Shape: "preço da vale mas não manda no telegram" leaves "preço da vale"; in "... e me manda no telegram amanhã" the
 *        follow-up is deferred; undefined where no modifier stands near a follow-up
 */
export function cutAround(
  sentence: Sentence,
  marks: readonly Mark[],
  finder: FollowupFinder,
): CutAround | undefined {
  const { text, words } = sentence;
  const unwanted = marks.at(-1);
  if (unwanted?.value === "left_out" && unwanted.to >= words.length) {
    const said = words.slice(unwanted.from, unwanted.to);
    if (said.some((_, at) => finder.named(text, said.slice(at)) !== undefined))
      return {
        rest: trimmed(text.slice(0, unwanted.start)),
        followups: [],
        placed: [{ mark: unwanted, to: "left_out", at: 0 }],
      };
  }
  const refused = marks[0];
  if (refused?.value === "negated" && /^\W*$/u.test(text.slice(0, refused.start))) {
    const pause = text.slice(refused.end).search(/[,;.]\s/);
    const said = words.filter(
      ({ start, end }) => start >= refused.end && end <= refused.end + pause,
    );
    const mark = { ...refused, end: refused.end + pause };
    if (pause >= 0 && finder.named(text, said) !== undefined)
      return {
        rest: text.slice(mark.end + 1).trimStart(),
        followups: [],
        placed: [{ mark, to: "left_out", at: 0 }],
      };
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
  const before = between.followups.length === 0 ? [] : marksBefore(sentence, marks, between.rest);
  const begins = before[0];
  if (begins !== undefined)
    return modified(trimmed(text.slice(0, begins.start)), between.followups, before, text);
  return undefined;
}

/** "... e não esquece de mandar no papel": a follow-up behind its courtesy, whatever the form of its verb. */
function askedPolitely(
  { text, words }: Sentence,
  marks: readonly Mark[],
  tail: readonly Mark[],
  finder: FollowupFinder,
): CutAround | undefined {
  const end = tail[0]?.from ?? words.length;
  for (const mark of marks) {
    if (mark.value !== "courtesy" || mark.from === 0 || mark.to >= end) continue;
    const followup = finder.named(text, words.slice(mark.to, end));
    if (followup !== undefined)
      return modified(trimmed(text.slice(0, mark.start)), [followup], tail, text);
  }
  return undefined;
}

/** Modifiers that end a text. */
function tailOf({ words }: Sentence, marks: readonly Mark[]): Mark[] {
  const tail: Mark[] = [];
  let end = words.length;
  for (const mark of marks.toReversed()) {
    if (mark.to < end) break;
    tail.unshift(mark);
    end = mark.from;
  }
  return tail;
}

/** Modifiers between a request and its follow-up, behind what joins them: "e *amanhã* me manda ...". */
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
            reason: REASONS[value],
            detail: text.slice(start, end),
            ...(value === "to_somebody" && named(text.slice(start, end))),
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

const PAUSE = /[\s,;:\u2013\u2014-]+$/u;
