/** Where the words of the third language stand. */
export const WORDS = new URL("./spanish.ts", import.meta.url).href;

/** By file and by table: the row of the third language, as it would be written there. */
export const ROWS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "shared/calendar/names.ts": { NAMES: "spanish.CALENDAR" },
  "shared/contracts/locale-conventions.ts": { CONVENTIONS: "spanish.CONVENTIONS" },
  "shared/language/time/chart-of.ts": { FILES: "spanish.TIMES" },
  "orchestrator/understanding/lexicons/common-words.ts": {
    FUNCTION_WORDS: "spanish.FUNCTION_WORDS",
    REQUEST_WORDS: "spanish.REQUEST_WORDS",
    WRITTEN_SIGNS: "spanish.WRITTEN_SIGNS",
  },
  "orchestrator/understanding/lexicons/request-openings.ts": {
    REQUEST_OPENINGS: "spanish.REQUEST_OPENINGS",
  },
  "orchestrator/understanding/lexicons/modifier-lexicons.ts": {
    MODIFIER_LEXICONS: "spanish.MODIFIERS",
  },
  "orchestrator/turn/reply/phrases.ts": { byLocale: "spanish.phrasesAfter(en)" },
  "orchestrator/standing/words/request-lexicon.ts": {
    REQUEST_LEXICONS: "spanish.requestsAfter(EN)",
  },
};
