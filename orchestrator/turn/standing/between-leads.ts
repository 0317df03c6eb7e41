import type { Locale } from "#shared/contracts/names.ts";
import { endOf, phrasesOf } from "../../standing/words/phrases.ts";
import { withoutCourtesy } from "../../understanding/courtesy.ts";
import { type Token, tokens } from "../../understanding/text.ts";

const MOST_WORDS = 12;
/** Before and behind what is said of the last standing request, in whichever order. */
const AROUND: Readonly<Record<Locale, ReturnType<typeof phrasesOf>>> = {
  "pt-BR": phrasesOf(
    "ah, nao, nao espera, espera, ops, perai, nao nao, digo, quer dizer, mas faz, faz, deixa, bota, poe, e, entao, na verdade, alias, melhor, so, apenas, somente, mas, ok, bom, agora, por favor, que seja, quero dizer, pensando bem, pensando melhor, mudei de ideia, ai, eita, ih, hum, opa, no lugar, em vez disso, perdao, desculpa, errei, tambem nao, vamos de",
  ),
  en: phrasesOf(
    "oh, no, no wait, wait, no actually, oops, sorry, i meant, let us do, let us say, do, say, and, then, actually, rather, only, just, but, ok, okay, please, i mean, make that, make it, well, so, now, on second thought, on second thoughts, come to think of it, changed my mind, i changed my mind, hm, hmm, let us make it, sorry make it, instead, i mean, rather",
  ),
};
/** "O mesmo para ...": one more as well. */
const SAME: Readonly<Record<Locale, ReturnType<typeof phrasesOf>>> = {
  "pt-BR": phrasesOf("o mesmo, a mesma coisa, mesma coisa, faz o mesmo, igual, idem"),
  en: phrasesOf("same, the same, same thing, the same thing, do the same, likewise"),
};
const ALSO: Readonly<Record<Locale, ReturnType<typeof phrasesOf>>> = {
  "pt-BR": phrasesOf("tambem"),
  en: phrasesOf("too, also, as well"),
};
const ALSO_ENDS = new Set(["tambem", "too", "also", "well"]);

/** A short text without what leads to it; `also`: it asks for one more. */
export function betweenLeads(text: string, locale: Locale): { core: string; also: boolean } {
  const all = tokens(text, MOST_WORDS + 1);
  const { to: last } = withoutCourtesy(all);
  // "... também, *viu*"; "too" says that it is one more.
  let words: readonly Token[] = ALSO_ENDS.has(all.at(-1)?.word ?? "") ? all : all.slice(0, last);
  if (words.length > MOST_WORDS) return { core: "", also: false };
  for (
    let to = endOf(AROUND[locale], words, 0);
    to !== undefined;
    to = endOf(AROUND[locale], words, 0)
  )
    words = words.slice(to);
  const same = endOf(SAME[locale], words, 0);
  let also = same !== undefined && same < words.length;
  if (same !== undefined && same < words.length) words = words.slice(same);
  for (let length = 2; length >= 1; length--) {
    const at = words.length - length;
    if (at > 0 && endOf(ALSO[locale], words, at) === words.length) {
      also = true;
      words = words.slice(0, at);
    } else if (at > 0 && endOf(AROUND[locale], words, at) === words.length)
      words = words.slice(0, at);
  }
  const [first] = words;
  const end = words.at(-1)?.end;
  return { core: first === undefined ? "" : text.slice(first.start, end), also };
}
