import type { Locale } from "#shared/contracts/names.ts";
import { type Evidence, sentencesIn } from "../agents/evidence.ts";
import { heldAnswer } from "../agents/held-answer.ts";
import { readWords, type Word } from "../agents/read-words.ts";

/** Who speaks, and who is spoken to. */
const PARTICIPANTS = new Set(
  "i we me us my mine our you your yours eu me mim meu minha nosso nossa voce voces te lhe lhes teu tua".split(
    " ",
  ),
);
/** "enviei", "mandamos", "cuidarei", "transferi": forms that only who speaks has. */
const FIRST_PERSON = /^[a-z]{2,}(?:ei|amos|emos|imos)$|^[a-z]{3,}[^aeiouqg]i$/;
/** "guardada", "saved": what something has become. */
const PARTICIPLE = /^[a-z]{2,}(?:[ai]d[oa]s?|ed)$/;

/**
 * True for a text that may be read as a report of something done: it speaks of who writes or reads, or of what something
 * has become, and its material does not say so. By the forms of words, not by a list of deeds; it may well be an
 * innocent text, and then it bears one note too many.
 */
export function mayClaim(
  text: string,
  material: { evidence: readonly Evidence[]; task: string; locale: Locale },
): boolean {
  return heldAnswer(text, material).dropped.some((sentence) => {
    if (sentence.endsWith("?")) return false;
    return sentencesIn(sentence).some((each) =>
      isReport(rawWords(each), readWords(each, material.locale)),
    );
  });
}

function isReport(raw: readonly string[], words: readonly Word[]): boolean {
  if (raw.some((word) => PARTICIPANTS.has(word) || FIRST_PERSON.test(word))) return true;
  const said = words.filter(({ is }) => is !== "filler");
  return said.some(({ text, is }, at) => {
    if (is !== "content") return false;
    const before = said[at - 1]?.is;
    if (before === "past") return true;
    const isEdge = before === undefined || before === "break" || isEnd(said[at + 1]);
    return PARTICIPLE.test(text) && (isEdge || before === "present");
  });
}

const isEnd = (word: Word | undefined): boolean => word === undefined || word.is === "break";

const rawWords = (text: string): string[] =>
  text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .match(/\p{L}+/gu) ?? [];
