import { shift } from "#shared/calendar/days.ts";
import { wordSet } from "#shared/language/words.ts";
import { endOf, phrasesIn } from "./phrases.ts";
import { type Piece, type Said, wordAt } from "./piece.ts";
import { clockAt } from "./read-clock.ts";
import { dayAt, weekdayNamed } from "./read-day.ts";

const one = (piece: Piece): Piece[] => [piece];

/** "toda segunda, quarta e sexta", "every monday and thursday". */
export function everyWeekday(said: Said, at: number): Piece[] | undefined {
  const every =
    endOf(said.lexicon.every, said.words, at) ?? endOf(said.lexicon.each, said.words, at);
  if (every === undefined) return undefined;
  const found = weekdayList(said, every);
  return (
    found && one({ is: "days", rule: { on: "weekdays", days: found.days }, from: at, to: found.to })
  );
}

function weekdayList(said: Said, at: number): { days: number[]; to: number } | undefined {
  const days: number[] = [];
  let to = at;
  for (let next = at; ; ) {
    const plural = said.lexicon.pluralWeekdays.get(wordAt(said, next));
    const single = weekdayNamed(said, next);
    const feiras =
      plural !== undefined && wordAt(said, next + 1) === "feiras" ? next + 2 : next + 1;
    const weekday = plural ?? single?.weekday;
    if (weekday === undefined) break;
    days.push(weekday);
    to = plural === undefined ? (single?.to ?? next + 1) : feiras;
    next = to;
    while (
      ["e", "and", "toda", "todo", "na", "no", "nas", "nos", "as", "aos", "every", "on"].includes(
        wordAt(said, next),
      ) &&
      next < to + 3 &&
      !said.lexicon.negators.has(wordAt(said, next))
    )
      next++;
  }
  return days.length === 0 ? undefined : { days: [...new Set(days)].toSorted((a, b) => a - b), to };
}

/** "menos domingo", "except on weekends", "exceto feriados e segundas", "menos dia 26". */
export function exceptDays(said: Said, at: number): Piece[] | undefined {
  const { lexicon, words } = said;
  const led = endOf(lexicon.except, words, at);
  if (led === undefined) return undefined;
  const days: number[] = [];
  const single: Piece[] = [];
  let holidays = false;
  let to = led;
  for (let next = led; ; ) {
    const off = endOf(lexicon.holidays, words, next);
    const weekends = endOf(lexicon.weekends, words, next) ?? endOf(WEEKEND, words, next);
    const isOther = off !== undefined || weekends !== undefined;
    const date = isOther ? undefined : singleDayAt(said, next);
    const found = isOther || date !== undefined ? undefined : weekdayList(said, next);
    const end = off ?? weekends ?? date?.to ?? found?.to;
    if (end === undefined) break;
    holidays ||= off !== undefined;
    days.push(...(weekends === undefined ? (found?.days ?? []) : [0, 6]));
    if (date !== undefined) single.push(date);
    to = end;
    next = end;
    while (JOINED.has(wordAt(said, next)) && next < end + 2) next++;
  }
  return to > led ? one({ is: "except", days, holidays, single, from: at, to }) : undefined;
}

/** A day that comes once: "dia 26", "amanhã", "25 de dezembro", "sexta que vem". */
function singleDayAt(said: Said, at: number): Piece | undefined {
  const found =
    dayAt(said, at) ?? (ARTICLES.has(wordAt(said, at)) ? dayAt(said, at + 1) : undefined);
  const isSingle =
    found?.is === "date" || found?.is === "away" || (found?.is === "weekday" && found.next);
  return isSingle ? found : undefined;
}
const ARTICLES = new Set(["o", "a"]);
const JOINED = wordSet("schedule-times.joins-weekdays");
const WEEKEND = phrasesIn("schedule-times.weekend");

/** "domingo sim domingo não", "um sábado sim, outro não": every other one. */
export function alternate(said: Said, at: number): Piece[] | undefined {
  const begin = ["um", "uma", "no", "na"].includes(wordAt(said, at)) ? at + 1 : at;
  const first = weekdayNamed(said, begin);
  if (first === undefined || wordAt(said, first.to) !== "sim") return undefined;
  let next = first.to + 1;
  while (["e", "um", "uma", "outro", "outra"].includes(wordAt(said, next)) && next < first.to + 4)
    next++;
  const other = weekdayNamed(said, next);
  const no = other?.weekday === first.weekday ? other.to : next;
  if (wordAt(said, no) !== "nao") return undefined;
  const { date, weekday } = said.here;
  const from = shift(date, (first.weekday - weekday + 7) % 7, "day");
  return one({ is: "days", rule: { on: "every_n_days", n: 14, from }, from: at, to: no + 1 });
}

/** "seg e qua às 19h", "mon/wed/fri 6am": days one after another that a time of day follows. */
export function listed(said: Said, at: number): Piece[] | undefined {
  const begin = LED.has(wordAt(said, at)) ? at + 1 : at;
  const found = weekdayList(said, begin);
  if (found === undefined || found.days.length < 2) return undefined;
  const isTimed =
    endOf(said.lexicon.at, said.words, found.to) !== undefined ||
    clockAt(said, found.to) !== undefined;
  return isTimed
    ? one({ is: "days", rule: { on: "weekdays", days: found.days }, from: at, to: found.to })
    : undefined;
}
const LED = wordSet("schedule-times.leads-to-weekdays");

/** "segundas e quartas", "às segundas-feiras", "on mondays and thursdays". */
export function plurals(said: Said, at: number): Piece[] | undefined {
  const begin = ["as", "aos", "nas", "nos", "on", "todas", "todos"].includes(wordAt(said, at))
    ? at + 1
    : at;
  if (!said.lexicon.pluralWeekdays.has(wordAt(said, begin))) return undefined;
  const found = weekdayList(said, begin);
  return (
    found && one({ is: "days", rule: { on: "weekdays", days: found.days }, from: at, to: found.to })
  );
}
