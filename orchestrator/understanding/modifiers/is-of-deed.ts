import { stemOf } from "../classifier/stem.ts";
import { deedOf, deedWords } from "../lexicons/deeds.ts";

/** What would change something, in any form of its verb: "já *apaguei*", "I already *sent* it". */
export const isOfDeed = (word: string): boolean => {
  const kind = deedOf(word);
  if (kind !== undefined && CHANGES.has(kind)) return true;
  const stem = stemOf(word);
  return STEMS.has(stem) || STEMS.has(stem.replace(/u$/, ""));
};

const CHANGES: ReadonlySet<string> = new Set(
  "keep send remove create restore cancel change write remind start stop".split(" "),
);
const STEMS: ReadonlySet<string> = new Set([
  ..."sent wrote kept made took gave put desfiz".split(" "),
  ...[...CHANGES].flatMap((kind) => deedWords(kind)).map((word) => stemOf(word)),
]);
