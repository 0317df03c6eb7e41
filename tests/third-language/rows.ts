/** By file and by table: the row of the third language, as it would be written there. Its words are in `es/`. */
export const ROWS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "shared/language/words.ts": { WORD_FOLDERS: '"tests/third-language/es"' },
  "shared/language/time/chart-of.ts": { FILES: '"tests/third-language/es/times.yaml"' },
};
