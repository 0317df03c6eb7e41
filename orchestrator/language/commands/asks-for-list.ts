import type { Locale } from "#shared/contracts/names.ts";
import { endsWithAny } from "#shared/language/ends-with-any.ts";
import { wordList, wordSet } from "#shared/language/words.ts";
import type { Token } from "../text.ts";
import { endOf } from "../time/phrases.ts";
import { COMMAND_LEXICONS } from "./lexicon.ts";
import { tells } from "./tells.ts";

/** "ligados", "ativadas", "running": that they stand, as verbs say it, unless they say the opposite. */
const STANDING = wordList("schedules.standing-endings");
const ENDED = wordList("schedules.ended-beginnings");
const stands = (word: string): boolean =>
  endsWithAny(word, STANDING, 3) && !ENDED.some((ended) => word.startsWith(ended));
const ANY = wordSet("words.any");
const WHAT = wordSet("words.what-or-everything");
const GOING = wordSet("verbs.going");
const AROUND_TOLD = wordSet("schedules.around-what-is-told");

/** "o que ficou agendado?", "quais avisos eu tenho ligados?", "tudo que você vai me lembrar". Pure. */
export function asksForList(words: readonly Token[], locale: Locale): boolean {
  const { list, listWords, listNouns } = COMMAND_LEXICONS[locale];
  const isNamed =
    words.some(({ word }) => listNouns.has(word)) &&
    (words.length > 1 || !stands(words[0]?.word ?? "")) &&
    words.every(({ word }) => listWords.has(word) || listNouns.has(word) || stands(word));
  return endOf(list, words, 0) === words.length || isNamed || asksWhatIsTold(words, locale);
}

/** "ficou mais algum pendente?": without a name, but that any are asked for. Pure. */
export function asksForAny(words: readonly Token[], locale: Locale): boolean {
  const { listWords } = COMMAND_LEXICONS[locale];
  return (
    words.length > 1 &&
    words.some(({ word }) => ANY.has(word)) &&
    words.every(({ word }) => listWords.has(word) || stands(word))
  );
}

function asksWhatIsTold(words: readonly Token[], locale: Locale): boolean {
  const { listWords } = COMMAND_LEXICONS[locale];
  const at = words.findIndex(({ word }) => tells(word, locale));
  const before = words.slice(0, Math.max(at, 0));
  return (
    before.some(({ word }) => WHAT.has(word)) &&
    before.some(({ word }) => GOING.has(word)) &&
    words.every(({ word }, place) => place === at || listWords.has(word) || AROUND_TOLD.has(word))
  );
}
