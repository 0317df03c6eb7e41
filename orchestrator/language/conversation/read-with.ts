import { byLocale, wordList } from "#shared/language/words.ts";
import { withoutCourtesy } from "../courtesy.ts";
import { tokens } from "../text.ts";
import { smallWords } from "./small-words.ts";

const WITH = byLocale((locale) => wordList("conversation.with", locale));
const PRONOUNS = smallWords("itself");
const WORDS: ReadonlySet<string> = new Set(Object.values(WITH).flat());

/** True where the verb goes on with "with": "compara com a gerdau", "compare it to tesla" leave out what was spoken of. Pure. */
export function readWith(text: string): boolean {
  const words = tokens(text, 12);
  const { from } = withoutCourtesy(words);
  const next = PRONOUNS.has(words[from + 1]?.word ?? "") ? from + 2 : from + 1;
  return WORDS.has(words[next]?.word ?? "");
}
