import { contains, endOfAny } from "../../language/modifiers/languages.ts";
import type { Mark } from "../../language/modifiers/mark.ts";
import { clauseEnd, sceneOf } from "../../language/modifiers/scene.ts";
import { tellsAt } from "../../language/modifiers/tells-at.ts";
import { pauseBefore, type Token } from "../../language/text.ts";
import type { Sentence } from "../../language/values/recogniser.ts";
import { LEADERS } from "../../language/words/connectives.ts";
import { deedOf } from "../../language/words/deeds.ts";
import { type Clause, type Interpret, standing } from "../clause.ts";
import { hasWhatItNeeds } from "../goal-model.ts";

/** All that its goal must be told is said. */
export const isComplete = ({ goal, found }: Clause): boolean =>
  goal !== undefined && hasWhatItNeeds(goal, (name) => found.some(({ entity }) => entity === name));

/** What is asked for instead is only taken where it is this clear. */
const CLEAR = 0.9;
/** A verb that asks stands among so many words. */
const ASKED_WITHIN = 3;

/**
 * Obeys a sentence that begins with what is not wanted and goes on with what is. What is wanted takes its verb, or the names,
 * from what is not.
 * Shape: the sentence without what is not wanted, and the marks that were obeyed
 * Cost:  nothing without such a beginning; up to four interpretations with one
 */
export function contrast(
  sentence: Sentence,
  marks: readonly Mark[],
  interpret: Interpret,
  namesIn: (words: Sentence) => readonly { from: number; to: number }[],
): { sentence: Sentence; obeyed: ReadonlySet<Mark> } {
  const none = { sentence, obeyed: new Set<Mark>() };
  const first = marks.find(({ kind }) => kind !== "courtesy");
  if (first?.value !== "negated" || first.from > MOST_BEFORE) return none;
  const { words } = sentence;
  const other = insteadOf(sentence, first);
  const at = other ?? insteadAt(sentence, first.to);
  const begin = other ?? (at === undefined ? undefined : endOfAny("instead_only", words, at));
  if (at === undefined || begin === undefined || begin >= words.length) return none;
  const isCourtesy = ({ start }: Token) =>
    marks.some((mark) => mark.kind === "courtesy" && start >= mark.start && start < mark.end);
  const wanted = words.slice(begin).filter((word) => !isCourtesy(word));
  if (contains("negators", wanted)) return none;
  const unwanted = words.slice(first.to, at);
  // What is told is nothing that is wanted instead.
  if (wanted.slice(0, ASKED_WITHIN).some((_, next) => tellsAt(sentence, wanted, next))) return none;
  const obeyed = new Set(marks.filter(({ to }) => to <= at));
  for (const each of readings(unwanted, wanted, namesIn({ ...sentence, words: unwanted }))) {
    const clause = interpret({ ...sentence, words: each });
    if (standing(clause) >= CLEAR && isComplete(clause))
      return { sentence: { ...sentence, words: each }, obeyed };
  }
  return none;
}

const MOST_BEFORE = 2;

/** What is wanted begins behind the pause. */
function insteadOf(sentence: Sentence, { from }: Mark): number | undefined {
  if (endOfAny("instead_of", sentence.words, from) === undefined) return undefined;
  const end = clauseEnd(sceneOf(sentence), from);
  return end < sentence.words.length ? end : undefined;
}

/** Where what is wanted instead begins: behind a pause, or with what it asks for. */
function insteadAt(sentence: Sentence, from: number): number | undefined {
  const scene = sceneOf(sentence);
  for (let at = from + 1; at < sentence.words.length; at++) {
    const to = endOfAny("instead_only", sentence.words, at);
    if (to === undefined) continue;
    if (pauseBefore(scene, at) || deedOf(sentence.words[to]?.word ?? "") !== undefined) return at;
  }
  return undefined;
}

/** What may be asked for, the likeliest first. */
function readings(
  unwanted: readonly Token[],
  wanted: readonly Token[],
  names: readonly { from: number; to: number }[],
): (readonly Token[])[] {
  // "da" is no "dá".
  const isVerb = ({ word }: Token) => deedOf(word) !== undefined && !LEADERS.has(word);
  const asks = wanted.slice(0, ASKED_WITHIN).some(isVerb);
  if (asks) return [wanted];
  const verb = unwanted.find(isVerb);
  if (verb !== undefined) return [[verb, ...wanted]];
  const named = names.flatMap(({ from, to }) => {
    const leads = LEADERS.has(unwanted[from - 1]?.word ?? "");
    return unwanted.slice(leads ? from - 1 : from, to);
  });
  return named.length === 0 ? [wanted] : [wanted, [...wanted, ...named]];
}
