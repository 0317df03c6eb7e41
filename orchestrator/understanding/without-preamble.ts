import { type Interpreter, type Part, standing } from "./clause.ts";
import { withoutOpening } from "./courtesy.ts";
import { sentenceIn } from "./cuts.ts";
import type { GoalModel } from "./goal-model.ts";
import { actionOf } from "./lexicons/actions.ts";
import { CONNECTIVES } from "./lexicons/connectives.ts";
import { deedOf } from "./lexicons/deeds.ts";
import { opensQuestion } from "./lexicons/questions.ts";
import { isDeterminer } from "./lexicons/sibling-actions.ts";
import { isComplete } from "./modifiers/is-complete.ts";
import { endOfAny } from "./modifiers/languages.ts";
import type { Mark } from "./modifiers/mark.ts";
import { readModifiers } from "./modifiers/read-modifiers.ts";
import type { Sentence } from "./recognisers/recogniser.ts";
import type { Token } from "./text.ts";

/** What stands behind small talk must be this clear to be all that is asked for. */
const CLEAR_READ = 0.95;
/** A request before it is this clear. */
const CLEAR_BEFORE = 0.9;
const MOST_PREAMBLES = 4;
/** Before what is asked for, these change nothing of it. */
const LEADS_ON: ReadonlySet<Mark["kind"]> = new Set([
  "courtesy",
  "addressee",
  "mood",
  "amount",
] as const);

/**
 * The read that stands behind small talk: "pois é, fiquei curiosa, qual o risco da weg?". Where the whole is not clear, and
 * what stands before a pause says nothing that could change it.
 */
export function withoutPreamble(
  parts: readonly Part[],
  sentence: Sentence,
  { interpret }: Pick<Interpreter, "interpret">,
  changes: (goal: GoalModel) => boolean,
): Part[] | undefined {
  const [whole, other] = parts;
  if (whole === undefined || other !== undefined || standing(whole.clause) >= CLEAR_READ)
    if (whole === undefined || other !== undefined || whole.clause.doubts.length === 0)
      return undefined;
  const { text, words } = sentence;
  const marks = readModifiers(sentence);
  const begins = firstBeginning(words);
  let tried = 0;
  for (let at = 1; at < words.length && tried < MOST_PREAMBLES; at++) {
    const start = words[at]?.start ?? 0;
    const isPaused = /[,.!?;](?:\s|$)/.test(text.slice(words[at - 1]?.end, start));
    if (!isPaused && at !== begins) continue;
    if (marks.some(({ kind, from }) => from < at && !LEADS_ON.has(kind))) return undefined;
    tried++;
    const rest = sentenceIn(sentence, start, text.length);
    const clause = interpret(rest);
    if (clause.goal === undefined || changes(clause.goal) || clause.doubts.length > 0) continue;
    if (clause.confidence < CLEAR_READ || clause.bare || !isComplete(clause)) continue;
    if (requestsBefore(sentence, at, interpret, changes)) return undefined;
    return [{ sentence: rest, clause }];
  }
  return undefined;
}

/** A request stands before a place, or a value does that a read could be about. */
function requestsBefore(
  sentence: Sentence,
  at: number,
  interpret: Interpreter["interpret"],
  changes: (goal: GoalModel) => boolean,
): boolean {
  const words = sentence.words.slice(0, at);
  const before = { ...sentence, text: sentence.text.slice(0, words.at(-1)?.end), words };
  const { goal, confidence, found, explained } = interpret(before);
  // "*book a table in the station* and what will the weather be": not clear, and no small talk.
  const asked = actionOf(words[withoutOpening(words).from]?.word ?? "");
  if (asked !== undefined && explained && goal !== undefined && !changes(goal)) return true;
  const isNamed = found.some(({ by }) => by === "known" || by === "code" || by === "typed");
  return goal !== undefined && (isNamed || (confidence >= CLEAR_BEFORE && !changes(goal)));
}

/** Without a pause, a request begins with its verb, its question, or a wish, where nothing before is one. */
function firstBeginning(words: readonly Token[]): number | undefined {
  const first = words.findIndex(
    ({ word }, place) =>
      deedOf(word) !== undefined ||
      opensQuestion(word) ||
      endOfAny("wishes", words, place) !== undefined,
  );
  // "chama um táxi *e quais livros* ...": two requests.
  const before = words[first - 1]?.word ?? "";
  return isDeterminer(before) || CONNECTIVES.has(before) ? undefined : first;
}
