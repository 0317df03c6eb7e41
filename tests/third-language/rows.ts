/** Where the words of the third language stand. */
export const WORDS = new URL("./spanish.ts", import.meta.url).href;

/** By file and by table: the row of the third language, as it would be written there. */
export const ROWS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "shared/calendar/names.ts": { NAMES: "spanish.CALENDAR" },
  "shared/language/words.ts": { FOLDERS: '"tests/third-language/es"' },
  "orchestrator/turn/reply/phrases.ts": { byLocale: "spanish.phrasesAfter(en)" },
  "orchestrator/standing/words/lexicons.ts": { TIME_LEXICONS: "spanish.timeAfter(EN_TIME)" },
  "orchestrator/standing/words/request-lexicon.ts": {
    REQUEST_LEXICONS: "spanish.requestsAfter(EN)",
  },
};
