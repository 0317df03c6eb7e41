/** Text as it is compared: no accents, lower case, one space between words. "São  Paulo" gives "sao paulo" */
export const fold = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase()
    .replace(/\s+/g, " ")
    .trim();

/** The words of a text as they are compared, without marks: "H&M (Hennes)" gives ["h", "m", "hennes"] */
export const wordsOf = (text: string): string[] => fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
