import { wordList } from "#shared/language/words.ts";
import type { Token } from "../text.ts";
import { isFunctionWord } from "../words/common-words.ts";
import { type Deed, deedOf, deedWords } from "../words/deeds.ts";
import { stemOf } from "../words/stem.ts";

/** What would change something, in any form of its verb. */
export const isOfDeed = (word: string): boolean => {
  const kind = deedOf(word);
  return (kind !== undefined && CHANGES.has(kind)) || STEMS.has(stemOf(word));
};

const CHANGES: ReadonlySet<Deed> = new Set([
  "keep",
  "send",
  "remove",
  "create",
  "restore",
  "cancel",
  "change",
  "write",
  "remind",
  "start",
  "stop",
]);
const STEMS = new Set([
  ...wordList("verbs.past-of-deeds"),
  ...[...CHANGES].flatMap((kind) => deedWords(kind)).map((word) => stemOf(word)),
]);

/** Something goes somewhere, and is not kept where it is. */
export function movesSomething(words: readonly Token[]): boolean {
  const deed = words.map(({ word }) => deedOf(word)).findLast((each) => each !== undefined);
  return deed === "send" || (deed !== "keep" && isFunctionWord(words.at(-1)?.word ?? ""));
}
