import { dateOf, type IsoDate, shift, weekdayOf } from "#shared/calendar/days.ts";
import { easterOf } from "#shared/calendar/easter.ts";
import type { Locale } from "#shared/contracts/names.ts";
import { after, endOf, type Phrases, phrasesOf } from "./phrases.ts";
import type { Piece, PieceOf, Said } from "./piece.ts";

/** On which day of a year something is. */
type Feast = { readonly of: (year: number) => IsoDate | undefined; readonly fixed: boolean };

const on = (month: number, day: number): Feast => ({
  of: (year) => dateOf(year, month, day),
  fixed: true,
});
const fromEaster = (days: number): Feast => ({
  of: (year) => shift(easterOf(year), days, "day"),
  fixed: false,
});
const nth = (place: number, weekday: number, month: number, later = 0): Feast => ({
  of(year) {
    const first = dateOf(year, month, 1);
    if (first === undefined) return undefined;
    const ahead = (weekday - weekdayOf(first) + 7) % 7;
    return shift(first, ahead + 7 * (place - 1) + later, "day");
  },
  fixed: false,
});

/** Days with a name: as they are said by themselves, and those that only a word before them makes a day ("no natal"). */
type Table = readonly (readonly [feast: Feast, alone: Phrases, led?: Phrases])[];

const TABLES: Readonly<Record<Locale, Table>> = {
  "pt-BR": [
    [on(12, 25), phrasesOf("dia de natal, no dia de natal"), phrasesOf("natal")],
    [on(12, 24), phrasesOf("vespera de natal, vespera do natal, noite de natal")],
    [
      on(12, 31),
      phrasesOf("vespera de ano novo, vespera do ano novo, ultimo dia do ano"),
      phrasesOf("reveillon"),
    ],
    [
      on(1, 1),
      phrasesOf("dia de ano novo, primeiro dia do ano, dia do ano novo"),
      phrasesOf("ano novo"),
    ],
    [on(6, 12), phrasesOf("dia dos namorados")],
    [on(10, 12), phrasesOf("dia das criancas")],
    [on(5, 1), phrasesOf("dia do trabalho, dia do trabalhador")],
    [on(4, 21), phrasesOf("dia de tiradentes")],
    [on(9, 7), phrasesOf("dia da independencia")],
    [on(11, 2), phrasesOf("dia de finados"), phrasesOf("finados")],
    [on(11, 15), phrasesOf("dia da republica")],
    [on(11, 20), phrasesOf("dia da consciencia negra")],
    [on(6, 24), phrasesOf("dia de sao joao")],
    [on(3, 8), phrasesOf("dia da mulher")],
    [nth(2, 0, 5), phrasesOf("dia das maes")],
    [nth(2, 0, 8), phrasesOf("dia dos pais")],
    [fromEaster(0), phrasesOf("domingo de pascoa, dia de pascoa"), phrasesOf("pascoa")],
    [fromEaster(-2), phrasesOf("sexta feira santa, sexta santa, sexta feira da paixao")],
    [fromEaster(-46), phrasesOf("quarta feira de cinzas, quarta de cinzas")],
    [fromEaster(60), phrasesOf("dia de corpus christi"), phrasesOf("corpus christi")],
    [nth(4, 4, 11, 1), phrasesOf("black friday")],
  ],
  en: [
    [on(12, 25), phrasesOf("christmas day"), phrasesOf("christmas")],
    [on(12, 24), phrasesOf("christmas eve")],
    [on(12, 31), phrasesOf("new year 's eve, new years eve, new year eve")],
    [on(1, 1), phrasesOf("new year 's day, new years day, new year day")],
    [on(12, 26), phrasesOf("boxing day")],
    [on(2, 14), phrasesOf("valentine 's day, valentines day, valentine day")],
    [on(10, 31), phrasesOf("halloween")],
    [fromEaster(0), phrasesOf("easter sunday"), phrasesOf("easter")],
    [fromEaster(1), phrasesOf("easter monday")],
    [fromEaster(-2), phrasesOf("good friday")],
    [fromEaster(-46), phrasesOf("ash wednesday")],
    [nth(4, 4, 11), phrasesOf("thanksgiving day, thanksgiving")],
    [nth(4, 4, 11, 1), phrasesOf("black friday")],
    [nth(2, 0, 5), phrasesOf("mother 's day, mothers day")],
  ],
};

/** "no natal", "véspera de ano novo", "on thanksgiving": the next one. `isLed`: what stands before makes it a day. Pure. */
export function namedDateAt(said: Said, at: number, isLed = false): PieceOf<"date"> | undefined {
  const { lexicon, words } = said;
  const article = BEFORE.has(words[at]?.word ?? "") ? at + 1 : at;
  const begins = [...new Set([at, after(lexicon.on, words, at), article])];
  const [longest] = begins
    .flatMap((begin) => named(said, begin, isLed || begin > at))
    .toSorted((a, b) => b.to - a.to);
  if (longest === undefined) return undefined;
  const { feast, to } = longest;
  const { here } = said;
  const year = Number(here.date.slice(0, 4));
  const [date, then] = [year, year + 1, year + 2]
    .flatMap((each) => feast.of(each) ?? [])
    .filter((each) => each >= here.date);
  const [ofYear, month, day] = date?.split("-").map(Number) ?? [];
  if (ofYear === undefined || month === undefined || day === undefined) return undefined;
  const moves = !feast.fixed && { year: ofYear, ...(then !== undefined && { then }) };
  return { is: "date", day, month, ...moves, from: at, to };
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
const BEFORE = new Set(["na", "no", "o", "a", "the", "at", "for"]);

function named(
  { words, locale }: Said,
  begin: number,
  isLed: boolean,
): { feast: Feast; to: number }[] {
  return TABLES[locale].flatMap(([feast, alone, led]) => {
    const to = endOf(alone, words, begin) ?? (isLed && led ? endOf(led, words, begin) : undefined);
    return to === undefined ? [] : [{ feast, to }];
  });
}
