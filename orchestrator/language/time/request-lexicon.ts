import type { Locale } from "#shared/contracts/names.ts";
import { byLocale, classesOf } from "#shared/language/words.ts";
import { type Phrases, phrasesIn } from "./phrases.ts";

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
