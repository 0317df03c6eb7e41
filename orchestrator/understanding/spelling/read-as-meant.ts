import type { Evidence } from "#shared/contracts/intent.ts";
import { capped } from "../clause.ts";
import type { Part } from "../compound.ts";
import type { Sentence } from "../recognisers/recogniser.ts";
import type { Spelled } from "./spelling.ts";

/** A request that is this certain needs no other spelling. */
const CERTAIN = 0.9;
/** Below any gate: what is only likely meant is asked about. */
const ONLY_LIKELY = 0.85;
/** Words that are sure already lead to the same goal, and not by chance. */
const AGREED = 0.2;

/**
 * The requests of a sentence, and of what was likely meant by it where that is more certain. Words that nobody
 * knows never lead to another goal without a question; to the same one they do.
 * Cost: a second reading, only for a sentence that is not clear and has words that are likely slips
 */
export function readAsMeant(
  sentence: Sentence,
  { likely, guessed }: Spelled,
  read: (sentence: Sentence) => Part[],
): Part[] {
  const parts = read(sentence);
  const said = parts[0]?.clause;
  const changed = likely.filter(({ word }, at) => word !== sentence.words[at]?.word);
  if (changed.length === 0 || (said?.confidence ?? 0) >= CERTAIN) return parts;
  const others = read({ ...sentence, words: likely });
  const meant = others[0]?.clause;
  if (meant === undefined || meant.confidence <= (said?.confidence ?? 0)) return parts;
  const isSame =
    !guessed && meant.goal === said?.goal && said?.goal !== undefined && said.confidence >= AGREED;
  const evidence = changed.map(
    ({ word, start, end }): Evidence => ({
      kind: "spelling",
      detail: `"${sentence.text.slice(start, end)}" was read as "${word}"`,
    }),
  );
  return others.map(({ sentence: own, clause }, at) => ({
    sentence: own,
    clause: {
      ...(isSame ? clause : capped(clause, ONLY_LIKELY)),
      evidence: at === 0 ? [...clause.evidence, ...evidence] : clause.evidence,
    },
  }));
}
