/** The word ends so, behind that many letters at least. Pure. */
export const endsWithAny = (word: string, endings: readonly string[], behind = 0): boolean =>
  endings.some((ending) => word.length >= ending.length + behind && word.endsWith(ending));
