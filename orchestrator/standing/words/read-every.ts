import { STRETCHES } from "#shared/calendar/names.ts";
import { wordSet } from "#shared/language/words.ts";
import { dateAt } from "#shared/recognisers/read-date.ts";
import { dayParts } from "./lexicon.ts";
import { namedDateAt } from "./named-dates.ts";
import { after, endOf } from "./phrases.ts";
import { type Piece, type Said, wordAt } from "./piece.ts";

const one = (piece: Piece): Piece[] => [piece];

const PARTS = dayParts.map((part) => [part, wordSet(`schedule-times.part-names.${part}`)] as const);

/** "toda manhã", "every night". */
export function everyPart(said: Said, at: number): Piece[] | undefined {
  const every = endOf(said.lexicon.every, said.words, at);
  if (every === undefined) return undefined;
  const part = PARTS.find(([, words]) => words.has(wordAt(said, every)))?.[0];
  if (part === undefined) {
    // "every monday morning" is read as "every monday" and "morning".
    return undefined;
  }
  return [
    { is: "days", rule: { on: "every_day" }, from: at, to: every },
    { is: "part", part, from: every, to: every + 1 },
  ];
}

/** "todo 25 de dezembro", "every december 25". */
export function everyYearDay(said: Said, at: number): Piece[] | undefined {
  const every =
    endOf(said.lexicon.yearly, said.words, at) ?? endOf(said.lexicon.every, said.words, at);
  if (every === undefined) return undefined;
  const on = after(said.lexicon.on, said.words, every);
  const date = dateIn(said, on) ?? feastIn(said, every);
  return (
    date &&
    one({
      is: "days",
      rule: { on: "year_day", month: date.month, day: date.day },
      from: at,
      to: date.to,
    })
  );
}

function dateIn(said: Said, at: number): { month: number; day: number; to: number } | undefined {
  const found = dateAt(said, at, said.locale);
  const { day, month, year } = found?.value ?? {};
  return found === undefined || day === undefined || month === undefined || year !== undefined
    ? undefined
    : { month, day, to: found.to };
}

/** "todo natal", "every christmas"; a day that moves is none of these. */
function feastIn(
  said: Said,
  every: number,
): { month: number; day: number; to: number } | undefined {
  const found = namedDateAt(said, every, true);
  return found?.day === undefined || found.month === undefined || found.year !== undefined
    ? undefined
    : { month: found.month, day: found.day, to: found.to };
}

/** "every quarter", "todo semestre": no one says when in it. */
export function everyStretch(said: Said, at: number): Piece[] | undefined {
  const every =
    endOf(said.lexicon.every, said.words, at) ?? endOf(said.lexicon.each, said.words, at);
  const isStretch =
    every !== undefined &&
    STRETCHES.has(wordAt(said, every)) &&
    endOf(said.lexicon.day, said.words, every) === undefined &&
    wordAt(said, every) !== "pregao";
  return isStretch ? one({ is: "vague", from: at, to: every + 1 }) : undefined;
}
