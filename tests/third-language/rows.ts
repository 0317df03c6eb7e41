/** Where the words of the third language stand. */
export const WORDS = new URL("./spanish.ts", import.meta.url).href;

/** By file and by table: the row of the third language, as it would be written there. What people say is in `es/`. */
export const ROWS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "shared/language/words.ts": { WORD_FOLDERS: '"tests/third-language/es"' },
  "shared/language/time/chart-of.ts": { FILES: '"tests/third-language/es/times.yaml"' },
  "orchestrator/turn/reply/phrases.ts": { PHRASES: 'spanish.phrasesAfter(phrasesIn("en"))' },
};
