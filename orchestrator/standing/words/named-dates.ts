import { chartOf } from "#shared/language/time/chart-of.ts";
import { feastOn, isFixed } from "#shared/language/time/feast-on.ts";
import { after, endOf } from "./phrases.ts";
import type { Piece, PieceOf, Said } from "./piece.ts";

/** A day with a name: the next one. `isLed`: what stands before makes it a day. Pure. */
export function namedDateAt(said: Said, at: number, isLed = false): PieceOf<"date"> | undefined {
  const chart = chartOf(said, said.locale, "own");
  const begins = [at, after(said.lexicon.on, said.words, at)];
  if (chart.at(at, "before-feast").length > 0) begins.push(at + 1);
  const [longest] = begins
    .flatMap((begin) => [
      ...chart.at(begin, "feast"),
      ...(isLed || begin > at ? chart.at(begin, "led-feast") : []),
    ])
    .toSorted((one, other) => other.to - one.to);
  if (longest?.meaning.is !== "feast") return undefined;
  return feastPiece(said, longest.meaning.key, at, longest.to);
}

/** The next of a day with a name. */
export function feastPiece(
  { here }: Pick<Said, "here">,
  key: string,
  from: number,
  to: number,
): PieceOf<"date"> | undefined {
  const year = Number(here.date.slice(0, 4));
  const [date, then] = [year, year + 1, year + 2]
    .flatMap((each) => feastOn(key, each) ?? [])
    .filter((each) => each >= here.date);
  const [ofYear, month, day] = date?.split("-").map(Number) ?? [];
  if (ofYear === undefined || month === undefined || day === undefined) return undefined;
  const moves = !isFixed(key) && { year: ofYear, ...(then !== undefined && { then }) };
  return { is: "date", day, month, ...moves, from, to };
}

/** A day with a name in every year; one that moves is none of these. */
export function feastOfEveryYear(said: Said, at: number): Piece[] | undefined {
  const { lexicon, words } = said;
  const every = endOf(lexicon.yearly, words, at) ?? endOf(lexicon.every, words, at);
  const found = every === undefined ? undefined : namedDateAt(said, every, true);
  if (found?.day === undefined || found.month === undefined || found.year !== undefined)
    return undefined;
  const rule = { on: "year_day", month: found.month, day: found.day } as const;
  return [{ is: "days", rule, from: at, to: found.to }];
}
