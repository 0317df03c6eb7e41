import type { LastChoice, PendingOption } from "#shared/contracts/pending.ts";
import { foldPhrase } from "#shared/plain-text/fold.ts";
import { readAnswer } from "./read-answer.ts";

const ONE_INSTEAD =
  /^(?:(?:nao|na verdade|alias|ops|opa|desculpa|perdao|quis dizer|eu quis dizer|queria dizer|quero dizer|era|no|nope|actually|sorry|oops|i meant|i mean|make that|make it)(?: |$))+/;
const ADDING = /^(?:e|mas|and|but|agora|now|what about|quero|queria|i want)(?: |$)/;
const OTHER =
  /^(?:(?:a|o|the|esse|essa|pel[ao]|d[ao]|n[ao]) )?(?:outr[ao]|other)(?: (?:one|opcao|option))?$/;

/**
 * The option that is taken after, or instead of, the one that was: "não, a outra", "e a outra?", "I meant the first".
 * Shape: a bare number or name is none: it may be the first answer, sent twice. "The other" of three could be any
 */
export function readOther(text: string, choice: LastChoice): PendingOption | undefined {
  const { options } = choice.question;
  const folded = foldPhrase(text)
    .replace(/[.,;:!?]+ ?/g, " ")
    .trim();
  const corrected = folded.replace(ONE_INSTEAD, "");
  const others = options.filter((_option, at) => at !== choice.chosen);
  if (OTHER.test(corrected.replace(ADDING, ""))) return others.length === 1 ? others[0] : undefined;
  if (corrected === folded || corrected === "") return undefined;
  const answer = readAnswer(corrected, choice.question);
  if (answer?.said !== "option") return undefined;
  return others.find((option) => option === answer.option);
}
