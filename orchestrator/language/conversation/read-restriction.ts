import type { Locale } from "#shared/contracts/names.ts";
import { byLocale, wordList } from "#shared/language/words.ts";
import { readReply } from "../modifiers/read-reply.ts";
import { tokens } from "../text.ts";

const WITHOUT = byLocale((locale) => wordList("conversation.without", locale));
const PHRASES = Object.values(WITHOUT)
  .flat()
  .map((phrase) => phrase.split(" "))
  .sort((a, b) => b.length - a.length);

/** An answer, and what is not to be done of what was asked for with it. */
export type Restricted = { core: string; without: string };

/**
 * An answer with something left out: "sim, mas não manda", "PETR3 but skip the pdf". Pure.
 * Shape: undefined where nothing is left out, and for a time or a recipient, which an answer cannot add
 */
export function readRestriction(text: string, locale: Locale): Restricted | undefined {
  const words = tokens(text, 40);
  const at = words.findIndex(
    (_, from) =>
      from > 0 &&
      PHRASES.some((phrase) => phrase.every((word, offset) => words[from + offset]?.word === word)),
  );
  const first = words[at];
  if (at < 1 || first === undefined) return undefined;
  const core = text.slice(0, first.start).replace(/[\s,;.–—-]+$/, "");
  if (core === "" || readReply(core, locale).refuses) return undefined;
  return { core, without: text.slice(first.start) };
}
