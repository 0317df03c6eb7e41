import type { Locale } from "#shared/contracts/names.ts";
import { type Token, tokens } from "../../understanding/text.ts";

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(" "));

type Words = {
  /** What a standing request did, as its past says it. */
  readonly told: RegExp;
  /** Who did it, and to whom: around the verb. */
  readonly around: ReadonlySet<string>;
  /** One of these stands before the verb, where its form says no past. */
  readonly past: ReadonlySet<string> | undefined;
};
const WORDS: Readonly<Record<Locale, Words>> = {
  "pt-BR": {
    told: /^(?:lembrou|avisou|tocou|tocaram|disparou|dispararam|alertou|notificou|despertou|acordou)$/,
    around: setOf(
      "voce vc me ja o a os as lembrete aviso alerta ele ela isso algo algum alguma nao e ai hoje ontem mesmo",
    ),
    past: undefined,
  },
  en: {
    told: /^(?:remind(?:ed)?|alert(?:ed)?|notif(?:y|ied)|ring|rung|rang|fired?|ping(?:ed)?|buzz(?:ed)?|go|gone|went)$/,
    around: setOf(
      "you it me us anything any today the reminder alert already ever just that and so off yet",
    ),
    past: setOf("did has have didn't hasn't haven't"),
  },
};
const MOST_WORDS = 14;

/**
 * Whether something was told is asked: "você me lembrou dos livros?", "did it ring?". What it names; "" where it names
 * nothing. undefined: it is no such question. Pure.
 */
export function asksWhetherTold(text: string, locale: Locale): string | undefined {
  const words = tokens(text, MOST_WORDS + 1);
  if (words.length > MOST_WORDS || !text.includes("?")) return undefined;
  const { told, around, past } = WORDS[locale];
  const at = words.findIndex(({ word }) => told.test(word));
  const before = words.slice(0, at);
  const isPast = past === undefined || before.some(({ word }) => past.has(word));
  if (at < 0 || !isPast) return undefined;
  const isSmall = ({ word }: Token) => around.has(word) || past?.has(word) === true;
  const behind = words.slice(at + 1);
  while (behind.length > 0 && behind[0] !== undefined && isSmall(behind[0])) behind.shift();
  const names = before.filter((token) => !isSmall(token));
  const [first] = behind;
  if (first !== undefined) return names.length === 0 ? text.slice(first.start) : undefined;
  return names.map(({ start, end }) => text.slice(start, end)).join(" ");
}
