import type { Locale } from "#shared/contracts/names.ts";
import { byLocale, classesOf, wordSet } from "#shared/language/words.ts";
import { wordAt } from "../values/recogniser.ts";
import { actionOf } from "../words/deeds.ts";
import { type Phrases, phrasesIn } from "../words/phrases.ts";
import type { Said } from "./piece.ts";

/** Classes of phrases: `schedule-requests.yaml` of a language says what each is for. */
const CLASSES = [
  ...(["remind", "remindBare", "wake", "remindJoints", "tellMe", "that", "isAt"] as const),
  ...(["keep", "saying", "send", "sendTo", "toWhom", "via", "naming"] as const),
  ...(["asking", "seek", "soughtBy"] as const),
] as const;

/** What begins a request in which text of the person's own may stand, by what becomes of that text. */
export type RequestLexicon = Readonly<Record<(typeof CLASSES)[number], Phrases>>;

export const REQUEST_LEXICONS: Readonly<Record<Locale, RequestLexicon>> = byLocale((locale) =>
  classesOf(CLASSES, (name) => phrasesIn(`schedule-requests.${name}`, locale)),
);

const CLITICS = wordSet("schedules.clitics-and-verbs");
/** Words that ask for something to be sent or told begin there. Pure. */
export const beginsRequest = (said: Said, at: number): boolean => {
  const word = wordAt(said, at);
  if (word === "me")
    return (
      !["se"].includes(wordAt(said, at - 1)) &&
      (actionOf(wordAt(said, at + 1)) !== undefined || CLITICS.has(wordAt(said, at + 1)))
    );
  return (
    (CLITICS.has(word) && word !== "nos") ||
    actionOf(word) === "send" ||
    actionOf(word) === "remind"
  );
};
