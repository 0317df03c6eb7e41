import type { Locale } from "#shared/contracts/names.ts";
import { wordsOf } from "#shared/plain-text/fold.ts";
import type { Evidence } from "../agents/evidence.ts";
import { heldAnswer } from "../agents/held-answer.ts";

/** Who speaks, and who is spoken to. */
const PARTICIPANTS = new Set(
  "i we me us my mine our you your yours eu nos me mim meu minha nosso nossa voce voces te lhe lhes seu sua teu tua".split(
    " ",
  ),
);
/** "enviei", "mandamos", "cuidarei", "transferi": forms that only who speaks has. */
const FIRST_PERSON = /^[a-z]{2,}(?:ei|amos|emos|imos)$|^[a-z]{3,}[^aeiouqg]i$/;
/**
 * True for a text that may be read as a report of what its writer did: it speaks of who writes or reads, and its
 * material does not say so. By the forms of words, not by a list of deeds; it may well be an innocent text, and then it bears one note too
 * many. What a text tells of others is its matter: a summary says what was done.
 */
export function mayClaim(
  text: string,
  material: { evidence: readonly Evidence[]; task: string; locale: Locale },
): boolean {
  return heldAnswer(text, material).dropped.some(
    (sentence) =>
      !sentence.endsWith("?") &&
      rawWords(sentence).some((word) => PARTICIPANTS.has(word) || FIRST_PERSON.test(word)),
  );
}

const rawWords = (text: string): string[] => wordsOf(text).filter((word) => /^\p{L}+$/u.test(word));
