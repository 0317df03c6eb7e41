import type { Locale } from "#shared/contracts/names.ts";
import { byLocale, classesOf, wordSet } from "#shared/language/words.ts";
import { type Token, tokens } from "../text.ts";

const FIELDS = ["told", "around", "past"] as const;
const WORDS = byLocale((locale) =>
  classesOf(FIELDS, (name) => wordSet(`schedules.whether-told.${name}`, locale)),
);
const MOST_WORDS = 14;

/**
 * Whether something was told is asked: "você me lembrou dos livros?", "did it ring?". What it names; "" where it names
 * nothing. undefined: it is no such question. Pure.
 */
export function asksWhetherTold(text: string, locale: Locale): string | undefined {
  const words = tokens(text, MOST_WORDS + 1);
  if (words.length > MOST_WORDS || !text.includes("?")) return undefined;
  const { told, around, past } = WORDS[locale];
  const at = words.findIndex(({ word }) => told.has(word));
  const before = words.slice(0, at);
  const isPast = past.size === 0 || before.some(({ word }) => past.has(word));
  if (at < 0 || !isPast) return undefined;
  const isSmall = ({ word }: Token) => around.has(word) || past.has(word);
  const behind = words.slice(at + 1);
  while (behind.length > 0 && behind[0] !== undefined && isSmall(behind[0])) behind.shift();
  const names = before.filter((token) => !isSmall(token));
  const [first] = behind;
  if (first !== undefined) return names.length === 0 ? text.slice(first.start) : undefined;
  return names.map(({ start, end }) => text.slice(start, end)).join(" ");
}
