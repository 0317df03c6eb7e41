import { dateOf, type IsoDate, shift, weekdayOf } from "#shared/calendar/days.ts";
import { easterOf } from "#shared/calendar/easter.ts";
import { byLocale, wordMap, wordSet } from "#shared/language/words.ts";
import { after, endOf, phrasesOf } from "./phrases.ts";
import type { PieceOf, Said } from "./piece.ts";

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

const FEASTS = {
  "new-years-day": on(1, 1),
  "valentines-day": on(2, 14),
  "womens-day": on(3, 8),
  tiradentes: on(4, 21),
  "labour-day": on(5, 1),
  "sweethearts-day": on(6, 12),
  "saint-john": on(6, 24),
  "independence-day": on(9, 7),
  "childrens-day": on(10, 12),
  halloween: on(10, 31),
  "all-souls": on(11, 2),
  "republic-day": on(11, 15),
  "black-consciousness-day": on(11, 20),
  "christmas-eve": on(12, 24),
  christmas: on(12, 25),
  "boxing-day": on(12, 26),
  "new-years-eve": on(12, 31),
  "ash-wednesday": fromEaster(-46),
  "good-friday": fromEaster(-2),
  easter: fromEaster(0),
  "easter-monday": fromEaster(1),
  "corpus-christi": fromEaster(60),
  "mothers-day": nth(2, 0, 5),
  "fathers-day": nth(2, 0, 8),
  thanksgiving: nth(4, 4, 11),
  "black-friday": nth(4, 4, 11, 1),
};

/** Days with a name: as they are said by themselves, and those that only a word before them makes a day ("no natal"). */
const TABLES = byLocale((locale) => {
  const alone = wordMap("calendar.feasts", locale);
  const led = wordMap("calendar.feasts-led", locale);
  return Object.entries(FEASTS).map(
    ([name, feast]) =>
      [feast, phrasesOf(...(alone.get(name) ?? [])), phrasesOf(...(led.get(name) ?? []))] as const,
  );
});

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
const BEFORE = wordSet("words.before-a-named-date");

function named(
  { words, locale }: Said,
  begin: number,
  isLed: boolean,
): { feast: Feast; to: number }[] {
  return TABLES[locale].flatMap(([feast, alone, led]) => {
    const to = endOf(alone, words, begin) ?? (isLed ? endOf(led, words, begin) : undefined);
    return to === undefined ? [] : [{ feast, to }];
  });
}
