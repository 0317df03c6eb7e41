import type { Evidence } from "#shared/contracts/intent.ts";
import type { Sentence } from "../../language/values/recogniser.ts";
import type { Part } from "../clause.ts";
import { doubted, standing } from "../clause.ts";
import type { Spelled } from "./spelling.ts";

/** A request that is this certain needs no other spelling. */
const CERTAIN = 0.9;
/** Words that are sure already lead to the same goal, and not by chance. */
const AGREED = 0.2;

/**
 * The requests of a sentence, and of what was likely meant by it where that is more certain. Words that no one
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
  if (changed.length === 0 || (said === undefined ? 0 : standing(said)) >= CERTAIN) return parts;
  const others = read({ ...sentence, words: likely });
  const meant = others[0]?.clause;
  if (meant === undefined || standing(meant) <= (said === undefined ? 0 : standing(said)))
    return parts;
  const isSame =
    !guessed && meant.goal === said?.goal && said?.goal !== undefined && said.confidence >= AGREED;
  const doubt = {
    reason: "spelling",
    detail: changed.map(({ start, end }) => sentence.text.slice(start, end)).join(", "),
  } as const;
  const evidence = changed.map(
    ({ word, start, end }): Evidence => ({
      kind: "spelling",
      detail: `"${sentence.text.slice(start, end)}" → "${word}"`,
    }),
  );
  return others.map(({ sentence: own, clause }, at) => ({
    sentence: own,
    clause: {
      ...(isSame ? clause : doubted(clause, doubt)),
      evidence: at === 0 ? () => [...clause.evidence(), ...evidence] : clause.evidence,
    },
  }));
}
