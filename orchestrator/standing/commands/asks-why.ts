import { WEEKDAYS } from "#shared/calendar/names.ts";
import type { Locale } from "#shared/contracts/names.ts";
import { isCommonWord } from "../../understanding/lexicons/common-words.ts";
import type { Token } from "../../understanding/text.ts";
import { endOf, type Phrases, phrasesOf } from "../words/phrases.ts";

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(" "));

type Words = {
  readonly why: Phrases;
  readonly not: ReadonlySet<string>;
  /** What was to happen. */
  readonly verbs: ReadonlySet<string>;
  /** Beside verbs that are no past by themselves, one of these: "why *did* it not ring". */
  readonly past: ReadonlySet<string> | undefined;
  readonly small: ReadonlySet<string>;
  readonly nouns: ReadonlySet<string>;
  /** The same about what has been stopped. */
  readonly stopped: Phrases;
};
const WORDS: Readonly<Record<Locale, Words>> = {
  "pt-BR": {
    why: phrasesOf("por que, porque, pq"),
    not: setOf("nao nunca nada nem"),
    verbs: setOf(
      "apitou falou disse deu soou berrou sinalizou tocou disparou avisou rodou lembrou mandou enviou chegou executou apareceu veio alertou notificou chamou acordou funcionou tocaram dispararam avisaram chegaram",
    ),
    past: undefined,
    nouns: setOf("lembrete aviso alerta agendamento lembretes avisos alertas"),
    small: setOf("hoje ontem anteontem cedo teve houve voce tu ainda nada ate agora me mais"),
    stopped: phrasesOf(
      "por que parou, por que parou de mandar, por que parou de avisar, por que pausou, por que esta pausado, por que esta pausada",
    ),
  },
  en: {
    why: phrasesOf("why, how come"),
    not: setOf("nothing none not no never didn didnt hasn t didn't hasn't haven't wasn't"),
    verbs: setOf(
      "hear heard alarm buzz buzzed ping pinged fire fired firing ring rung rang ringing remind reminded alert alerted notify notified run ran happen happened send sent come came get got tell told",
    ),
    past: setOf("did didn didnt didn't has hasn hasn't have haven't had was wasn't is"),
    nouns: setOf("reminder reminders alert alerts schedule watch"),
    small: setOf(
      "last night week i me you any anything today yesterday tonight morning yet did has have had was off out",
    ),
    stopped: phrasesOf(
      "why did it stop, why has it stopped, why is it paused, why was it paused, why was it skipped, why is it stopped",
    ),
  },
};

/**
 * Why something did not happen is asked: "por que não tocou o da vacina?", "hoje não tocou, por quê?", "why no reminder
 * today?". Pure.
 */
export function asksWhy(words: readonly Token[], locale: Locale): boolean {
  const { why, not, verbs, past, small, nouns, stopped } = WORDS[locale];
  if (endOf(stopped, words, 0) !== undefined) return true;
  const says = (some: ReadonlySet<string>) => words.some(({ word }) => some.has(word));
  const isWhy = (at: number) => endOf(why, words, at) !== undefined;
  // "Why did it not go up?" is about a price.
  const verb = words.findIndex(
    ({ word }, at) => verbs.has(word) || (GOES.has(word) && OFF.has(words[at + 1]?.word ?? "")),
  );
  const isPast = verb < 0 ? says(nouns) : past === undefined || says(past);
  const asked = words.findIndex((_, at) => isWhy(at));
  if (asked < 0 || !says(not) || !isPast) return false;
  const isSmall = ({ word }: Token, at: number) =>
    isWhy(at) ||
    [not, small, nouns, verbs, GOES, OFF].some((some) => some.has(word)) ||
    isCommonWord(word) ||
    WEEKDAYS.has(word);
  const head = words.slice(0, Math.max(verb, 0));
  // What stands behind the verb, or beside "o lembrete", may name one.
  const isHead = head.every(isSmall) || head.some(({ word }) => nouns.has(word) || word === "one");
  return (asked < verb && isHead) || words.every(isSmall);
}
const GOES = setOf("go gone went going");
const OFF = setOf("off out");
