import type { Locale } from "#shared/contracts/names.ts";
import { withoutCourtesy } from "../../understanding/courtesy.ts";
import { tokens } from "../../understanding/text.ts";

/** How many are wanted of what was shown: so many in all, or so many more. */
export type Amount = { count: number; more: boolean };

type AmountWords = {
  readonly numbers: readonly string[];
  readonly more: readonly string[];
  readonly only: readonly string[];
  readonly first: readonly string[];
  readonly filler: readonly string[];
};

const list = (text: string): readonly string[] => text.split(" ");
const WORDS: Readonly<Record<Locale, AmountWords>> = {
  "pt-BR": {
    numbers: list("um dois tres quatro cinco seis sete oito nove dez"),
    more: list("mais"),
    only: list("so somente apenas top"),
    first: list("primeiras primeiros melhores maiores"),
    filler: list("me da mostra ve quero as os a o mostre e"),
  },
  en: {
    numbers: list("one two three four five six seven eight nine ten"),
    more: list("more"),
    only: list("only just top"),
    first: list("first top"),
    filler: list("give me show the and i want"),
  },
};

const MOST = 100;

/**
 * A sentence that says how many and nothing else. Pure.
 * Shape: "mais 5", "5 more", "só as 3 primeiras", "only the first 2", "top 3"; undefined for anything more
 */
export function readAmount(text: string): Amount | undefined {
  const all = tokens(text, 10);
  const { from, to } = withoutCourtesy(all);
  const said = all.slice(from, to).map(({ word }) => word);
  for (const own of Object.values(WORDS)) {
    const telling = said.filter((word) => !own.filler.includes(word));
    const numbers = telling.flatMap((word) => numberOf(word, own));
    const rest = telling.filter((word) => numberOf(word, own).length === 0);
    const [count, ...others] = numbers;
    if (count === undefined || others.length > 0 || rest.length === 0 || rest.length > 2) continue;
    if (rest.every((word) => own.more.includes(word))) return { count, more: true };
    if (rest.every((word) => own.only.includes(word) || own.first.includes(word)))
      return { count, more: false };
  }
  return undefined;
}

function numberOf(word: string, { numbers }: AmountWords): number[] {
  const said = word === "duas" ? "dois" : word;
  const count = /^\d{1,3}$/.test(said) ? Number(said) : numbers.indexOf(said) + 1;
  return count >= 1 && count <= MOST ? [count] : [];
}
