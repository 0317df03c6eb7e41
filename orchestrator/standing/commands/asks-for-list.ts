import type { Locale } from "#shared/contracts/names.ts";
import type { Token } from "../../understanding/text.ts";
import { endOf } from "../words/phrases.ts";
import { COMMAND_LEXICONS } from "./lexicon.ts";
import { tells } from "./tells.ts";

/** "ligados", "ativadas", "running": that they stand, as verbs say it, unless they say the opposite. */
const STANDS =
  /^(?!cancel|apag|exclu|remov|delet|desativ|deslig|perd|termin|dispar|fir|miss|skip|fail|finish|paus)[a-z]{3,}(?:[ai]d[oa]s?|[aei]ndo|ed|ing)$/;
const ANY = new Set("algum any".split(" "));
const WHAT = new Set("que what everything".split(" "));
const GOING = new Set("vai vais going will ll".split(" "));
const AROUND_TOLD = new Set("vai vais voce going to will ll you are me of about tudo".split(" "));

/** "o que ficou agendado?", "quais avisos eu tenho ligados?", "tudo que você vai me lembrar". Pure. */
export function asksForList(words: readonly Token[], locale: Locale): boolean {
  const { list, listWords, listNouns } = COMMAND_LEXICONS[locale];
  const isNamed =
    words.some(({ word }) => listNouns.has(word)) &&
    (words.length > 1 || !STANDS.test(words[0]?.word ?? "")) &&
    words.every(({ word }) => listWords.has(word) || listNouns.has(word) || STANDS.test(word));
  return endOf(list, words, 0) === words.length || isNamed || asksWhatIsTold(words, locale);
}

/** "ficou mais algum pendente?": without a name, but that any are asked for. Pure. */
export function asksForAny(words: readonly Token[], locale: Locale): boolean {
  const { listWords } = COMMAND_LEXICONS[locale];
  return (
    words.length > 1 &&
    words.some(({ word }) => ANY.has(word)) &&
    words.every(({ word }) => listWords.has(word) || STANDS.test(word))
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
