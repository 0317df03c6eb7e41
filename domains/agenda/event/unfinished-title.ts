/** Words that lead on to another: what ends in one has lost its end. Names that end in one letter are left alone. */
const LEADING =
  "com sem para pra pro de do da dos das em no na nos nas por pelo pela até ate às ao e ou and or with for from to of the until till";
const LEADING_ON = new RegExp(` (?:${LEADING.replaceAll(" ", "|")})$`, "u");
/** "de 10 a", "from 10 to": a range without its end. */
const HALF_A_RANGE = /\d\S* (?:a|à|-|–)$/u;

/** A title that stops in the middle of what was said; a letter that is written large is a name: "vitamina E". */
export const isUnfinished = (title: string): boolean =>
  LEADING_ON.test(title) || HALF_A_RANGE.test(title);
