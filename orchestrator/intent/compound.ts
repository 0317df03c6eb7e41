import type { Lexicon } from "./entities/lexicon.ts";
import type { Clause, Interpreter } from "./interpret.ts";
import { CONNECTIVES } from "./lexicons/connectives.ts";
import type { Sentence } from "./recognisers/recogniser.ts";
import { tokens } from "./text.ts";

/** A clause with the words it was read from. */
export type Part = { readonly sentence: Sentence; readonly clause: Clause };

/** Each half of a cut must be this certain by itself. */
const STANDS = 0.9;
/** Two halves that are this likely make it doubtful that the whole is one request. */
const MAY_STAND = 0.5;
/** Below any gate: what may be two requests is not carried out as one. */
const DOUBTFUL = 0.85;
const MOST_CUTS = 6;
const MOST_PARTS = 4;
/** Longer texts are not cut: they are messages, not lists of requests. */
const MOST_WORDS = 60;
const FEWEST_WORDS = 1;

/**
 * The requests of a sentence, in the order they were said.
 * Shape: "preço da Nordea e maiores altas do Brasil" gives two parts, "compara PETR4 e VALE3" one
 * Cost:  without a connective, one interpretation; else two for each place where it may be cut
 */
export function splitRequests(
  sentence: Sentence,
  interpreter: Interpreter,
  lexicon: Lexicon,
  most = MOST_PARTS,
): Part[] {
  const clause = interpreter.interpret(sentence);
  const whole: Part = { sentence, clause };
  if (isSettled(clause) || most <= 1 || sentence.words.length > MOST_WORDS) return [whole];
  let best: { parts: [Part, Part]; confidence: number } | undefined;
  let doubtful = false;
  for (const { left, right } of cuts(sentence, lexicon)) {
    const parts: [Part, Part] = [
      { sentence: left, clause: interpreter.interpret(left) },
      { sentence: right, clause: interpreter.interpret(right) },
    ];
    if (!areTwo(clause, parts[0].clause, parts[1].clause)) continue;
    const confidence = Math.min(parts[0].clause.confidence, parts[1].clause.confidence);
    if (confidence >= STANDS && confidence > (best?.confidence ?? 0)) best = { parts, confidence };
    if (confidence >= MAY_STAND && parts[0].clause.goal !== parts[1].clause.goal) doubtful = true;
  }
  if (best !== undefined) {
    const [left, right] = best.parts;
    return [left, ...splitRequests(right.sentence, interpreter, lexicon, most - 1)];
  }
  return doubtful && clause.confidence > DOUBTFUL ? [doubt(whole)] : [whole];
}

/** A template that knows every word of the sentence leaves nothing to cut. */
const isSettled = ({ tier, confidence, found }: Clause): boolean =>
  tier === "template" &&
  confidence >= 0.98 &&
  found.every(({ by }) => by === "known" || by === "typed" || by === "code");

/** Two requests: each has a goal of its own, and together they are not simply one request with more values. */
function areTwo(whole: Clause, left: Clause, right: Clause): boolean {
  if (left.goal === undefined || right.goal === undefined || left.bare || right.bare) return false;
  if (left.goal !== right.goal) return true;
  // "maiores altas e maiores baixas" is one request; "preço da Nordea e preço da Apple" is two.
  if (whole.goal !== left.goal) return true;
  const { goal } = left;
  return left.found.some(({ entity, value }) => {
    const schema = goal.entities.get(entity);
    const other = right.found.find((each) => each.entity === entity);
    return (
      schema?.type === "string" && !schema.multiple && other !== undefined && other.value !== value
    );
  });
}

function doubt({ sentence, clause }: Part): Part {
  const evidence = [
    ...clause.evidence,
    { kind: "compound", detail: "may be two requests in one sentence" },
  ];
  const guesses = clause.guesses.map(({ goal, confidence }) => ({
    goal,
    confidence: Math.min(confidence, DOUBTFUL),
  }));
  return { sentence, clause: { ...clause, confidence: DOUBTFUL, evidence, guesses } };
}

/** The two sides of each place where one request may end and another begin. */
function cuts(sentence: Sentence, lexicon: Lexicon): { left: Sentence; right: Sentence }[] {
  const { text, words } = sentence;
  const found: { left: Sentence; right: Sentence }[] = [];
  let closed = 0;
  for (let at = 1; at < words.length && found.length < MOST_CUTS; at++) {
    // Names such as "Johnson and Johnson" are not cut.
    for (const { to } of lexicon.hitsAt(words, at - 1)) closed = Math.max(closed, to);
    const before = words[at - 1];
    const word = words[at];
    if (before === undefined || word === undefined || at < closed) continue;
    const pause = /[,;.:!?]/.test(text.slice(before.end, word.start));
    if (!pause && !CONNECTIVES.has(word.word)) continue;
    let next = at;
    while (CONNECTIVES.has(words[next]?.word ?? "")) next++;
    const start = words[next];
    if (start === undefined || at < FEWEST_WORDS) break;
    const left = text.slice(0, before.end);
    const right = text.slice(start.start);
    found.push({
      left: { ...sentence, text: left, words: tokens(left) },
      right: { ...sentence, text: right, words: tokens(right) },
    });
    at = next;
  }
  return found;
}
