import type { Locale } from "#shared/contracts/names.ts";
import type { Evidence } from "../../grounding/evidence.ts";
import { type HeldSentence, heldAnswer } from "../../grounding/held-answer.ts";
import { evidenceOf, type Grounds, voicesOf } from "./agent-evidence.ts";

/** A tool's answer as far as an agent's own answer may rest on it. */
export type Rest = { ok: boolean; words: string; grounds: Grounds; args: readonly string[] };

export type Saying = {
  message: string;
  task: string;
  rests: readonly Rest[];
  /** The answers that are told whatever the agent makes of them: by their place among `rests`. */
  verdicts: readonly number[];
  /** What else it may rest on: the operator's own sentences, the user's words. */
  beside: readonly Evidence[];
  locale: Locale;
};

export type WordedAnswer = {
  /** What was done, each in the words of who did it. */
  deeds: string[];
  /** What was found, and who says so. */
  told: HeldSentence[];
  /** What was found, as people read it. */
  text: string;
  /** Sentences that nothing holds; they are not told. */
  dropped: string[];
};

/** Of a tool's answer that is told in place of what an agent made of it, characters. */
const MOST_CHARS = 1000;

/**
 * What is told of an agent's answer: what it did, by receipts alone; verdicts, in the words of who gave them; what it
 * found, sentence by sentence as its evidence holds it; and where sentences fell, what the tools themselves had said.
 */
export function sayAnswer(saying: Saying): WordedAnswer {
  const { message, task, rests, verdicts, beside, locale } = saying;
  const deeds = [...new Set(rests.flatMap(({ grounds }) => grounds.deeds))];
  const { evidence, of } = evidenceOf(rests, task, locale);
  const did = deeds.map((text) => ({ voice: null, text }));
  const held = heldAnswer(message, { evidence: [...evidence, ...beside, ...did], task, locale });
  const firstDeed = evidence.length + beside.length;
  const isVerdict = (at: number | undefined) => at !== undefined && verdicts.includes(at);
  const isToldBefore = (at: number) => at >= firstDeed || isVerdict(of[at]);
  const used = new Set([...held.used].map((each) => of[each]));
  const lines = held.lines
    .map((line) => line.filter(({ of: at }) => at === undefined || !isToldBefore(at)))
    .filter((line) => line.length > 0);
  const isMissing = held.dropped.length > 0;
  const wordsOf = (wanted: (at: number) => boolean): HeldSentence[][] =>
    rests.flatMap(({ ok, words, grounds }, at) =>
      ok && wanted(at) && grounds.deeds.length === 0 && grounds.voice !== voicesOf(locale).user
        ? [[{ text: shortened(words), voice: grounds.voice }]]
        : [],
    );
  const shown = [
    ...wordsOf(isVerdict),
    ...lines,
    ...wordsOf((at) => isMissing && !used.has(at) && !isVerdict(at)),
  ];
  const text = [...new Set(shown.map(sayLine))].join("\n");
  return { deeds, told: shown.flat(), text, dropped: held.dropped };
}

/** A line with the names of who says what in it. */
export const sayLine = (line: readonly HeldSentence[]): string =>
  line
    .map(({ text, voice }, at) =>
      voice === null || voice === line[at - 1]?.voice ? text : `${voice}: ${text}`,
    )
    .join(" ");

const shortened = (text: string): string =>
  text.length <= MOST_CHARS ? text : `${text.slice(0, MOST_CHARS).toWellFormed()}…`;
