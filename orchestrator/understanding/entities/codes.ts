/** Seen this often, a mixture of letters and digits is how the values of an entity look. */
const ENOUGH = 3;

export type Codes = {
  learn(id: number, word: string): void;
  looksKnown(id: number, word: string): boolean;
};

/** Remembers, by id, what the codes among known words look like. */
export function learnCodes(): Codes {
  const counts = new Map<string, number>();
  const keyOf = (id: number, word: string): string | undefined => {
    const shape = shapeOfCode(word);
    return shape === undefined ? undefined : `${id} ${shape}`;
  };
  return {
    learn(id, word) {
      const key = keyOf(id, word);
      if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1);
    },
    looksKnown(id, word) {
      const key = keyOf(id, word);
      return key !== undefined && (counts.get(key) ?? 0) >= ENOUGH;
    },
  };
}

/** The shape of a code that mixes letters and digits: "PETR4" is "LLLL0"; undefined for other words. */
function shapeOfCode(word: string): string | undefined {
  if (!/^[\p{L}\p{N}]{2,16}$/u.test(word) || !/\p{L}/u.test(word) || !/\p{N}/u.test(word))
    return undefined;
  return word.replace(/\p{L}/gu, "L").replace(/\p{N}/gu, "0");
}
