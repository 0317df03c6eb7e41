import type { Word } from "./read-words.ts";

const set = (text: string): ReadonlySet<string> => new Set(text.split("|"));

/** Said whole, and of nothing. */
const PHRASES = set(
  "ola|oi|bom dia|boa tarde|boa noite|obrigado|obrigada|de nada|" +
    "hello|hi|good morning|good afternoon|good evening|thanks|thank you|you are welcome|" +
    "i do not know|i don't know|nao sei",
);
/** How a sentence begins that says what its writer does not know, cannot do, or needs. */
const OPENINGS: readonly string[][] = [
  ...["i do not know", "i do not have", "i can not", "i could not find", "i did not find"],
  ...["we do not know", "we can not", "i need", "sorry i can not", "sorry i do not know"],
  ...["eu nao sei", "nao sei", "nao posso", "eu nao posso", "nao consigo", "nao encontrei"],
  ...["nao achei", "nao tenho", "eu nao tenho", "preciso", "eu preciso"],
].map((opening) => opening.split(" "));
/** What such a sentence may speak of beside what was asked. */
const SUBJECTS = set(
  "number|information|detail|answer|question|know|find|do|more|that|any|about|help|name|" +
    "numero|informacao|informacoe|detalhe|resposta|pergunta|saber|encontrar|fazer|mais|algo|sobre|ajudar|nome",
);

/** True for a greeting, thanks, and the like, and nothing beside it. */
export const isPlainTalk = (text: string): boolean =>
  PHRASES.has(
    text
      .normalize("NFKD")
      .replace(/\p{M}+/gu, "")
      .replace(/’/g, "'")
      .toLowerCase()
      .replace(/[^\p{L}' ]+/gu, "")
      .trim(),
  );

/**
 * True for a sentence that only says what its writer does not know, cannot do or needs, in words that were asked: it
 * begins so, and goes on without a break. What stands behind a break would be another sentence.
 */
export function isDecline(words: readonly Word[], asked: ReadonlySet<string>): boolean {
  const said = words.filter(
    ({ is, text }, at) => !(is === "break" && (at === 0 || at === words.length - 1 || text === "")),
  );
  if (said.some(({ is }) => is === "break")) return false;
  const opening = OPENINGS.find((each) => each.every((word, at) => said[at]?.text === word));
  if (opening === undefined) return false;
  return said
    .slice(opening.length)
    .every(
      ({ text, is }) =>
        is === "filler" || (is === "content" && (asked.has(text) || SUBJECTS.has(text))),
    );
}
