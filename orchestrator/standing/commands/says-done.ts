import type { Locale } from "#shared/contracts/names.ts";
import { type Token, tokens } from "../../understanding/text.ts";
import { endOf, type Phrases, phrasesOf } from "../words/phrases.ts";
import { COMMAND_LEXICONS } from "./lexicon.ts";

type Words = {
  /** Around it: "beleza, ... , valeu". */
  readonly thanks: Phrases;
  /** Before the verb: "já", "I just". */
  readonly leads: Phrases;
  /** A verb of what one did oneself. `led`: only behind "já". */
  readonly past: RegExp;
  readonly led: RegExp;
  /** What it was done to, without a name: "isso", "it". */
  readonly small: ReadonlySet<string>;
};

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(" "));

const WORDS: Readonly<Record<Locale, Words>> = {
  "pt-BR": {
    thanks: phrasesOf(
      "demais, mesmo, muito, kk, kkk, rs, meu rei, ok, okay, beleza, blz, certo, show, perfeito, otimo, joia, legal, ah, ah sim, sim, isso, opa, ta bom, esta bom, ta, esta, bom, valeu, vlw, obrigado, obrigada, muito obrigado, muito obrigada, brigado, brigada, obrigadao, brigadao, obg, viu, pode deixar, tudo certo",
    ),
    leads: phrasesOf("ja, eu ja, agora ja, acabei de, ja acabei de, eu, la"),
    past: /^(?:[a-z]+ei|pago|paga|fiz|comi|bebi|sai|fui|feito|feita)$/,
    led: /^(?:[a-z]+(?:ei|i|iz|ui)|pus|trouxe|disse|deu|foi|pago|paga|feito|feita)$/,
    small: setOf("ja tudo isso esse essa este esta ele ela eles elas agora la aqui tambem hoje"),
  },
  en: {
    thanks: phrasesOf(
      "love, dear, mate, lol, heard you, good work, ok, okay, alright, all right, right, great, cool, perfect, nice, good, got it, yes, yep, yeah, yup, ah, oh, thanks, thanks a lot, thank you, many thanks, thx, ty, cheers, ta, all good",
    ),
    leads: phrasesOf("i, i have, i just, i already, i have already, just, already, we, have, 've"),
    past: /^(?:[a-z]{3,}ed|did|done|took|sent|paid|made|bought|went|put|left|fed|gave|ate|drank|called|brought|set|met|read|wrote|told|got|found|finished)$/,
    led: /^(?:[a-z]{3,}ed|did|done|had|was)$/,
    small: setOf("it them that this one ones all already now both him her too up out off in away"),
  },
};

const MOST_WORDS = 9;
/** Objects are named with them: "o carro", "the car". */
const ARTICLES = setOf("o a os as um uma do da no na para pro pra meu minha the my a an to of");

/**
 * Someone whom a reminder has reached says that it is done: "já tirei, valeu", "ok, apaguei", "got it, moved the car". Pure.
 * `about`: what it was to be reminded of, whose words may be said again
 */
export function saysDone(text: string, locale: Locale, about = ""): boolean {
  const all = tokens(text, MOST_WORDS + 1);
  if (all.length === 0 || all.length > MOST_WORDS || text.includes("?")) return false;
  const { thanks, leads, past, led, small } = WORDS[locale];
  const from = behindAll(thanks, all);
  const words = all.slice(from);
  const ofIt = new Set(tokens(about).map(({ word }) => word));
  const isNamed = (word: string) => small.has(word) || ARTICLES.has(word) || ofIt.has(word);
  const isRest = (rest: readonly Token[]): boolean => {
    const isOwn = ({ word }: Token) => isNamed(word);
    for (let at = 0; at < rest.length; at++) {
      if (behindAll(thanks, rest.slice(at)) === rest.length - at) return true;
      const token = rest[at];
      if (token === undefined || !isOwn(token)) return false;
    }
    return true;
  };
  const isDeed = (said: readonly Token[]): boolean => {
    const verb = endOf(leads, said, 0) ?? 0;
    const word = said[verb]?.word ?? "";
    return (past.test(word) || (verb > 0 && led.test(word))) && isRest(said.slice(verb + 1));
  };
  // "*The yard is* done", "o quintal *tá* feito"
  const is = words.findIndex(({ word }) => IS.has(word));
  const named = is > 0 && words.slice(0, is).every(({ word }) => isNamed(word)) ? is + 1 : 0;
  // "Pronto, já dei": both.
  const done = endOf(COMMAND_LEXICONS[locale].done, words, named);
  const isDone = done !== undefined && (isRest(words.slice(done)) || isDeed(words.slice(done)));
  return isDone || isDeed(words);
}

const IS = setOf("is are 's re s ta esta estao ficou");

/** How many words such phrases take from the beginning. */
function behindAll(phrases: Phrases, words: readonly Token[]): number {
  let at = 0;
  for (let to = endOf(phrases, words, at); to !== undefined; to = endOf(phrases, words, at))
    at = to;
  return at;
}
