import type { Locale } from "#shared/contracts/names.ts";
import { loadMessages } from "#shared/domain-kit/load-messages.ts";
import type { Occurrence } from "./event/occurrence.ts";
import { localOf } from "./event/zones.ts";

/** How moments are said: in a language, on the clock of a zone. */
export type Saying = {
  /** "sexta-feira, 27/11"; in another year than this one "segunda-feira, 01/11/2027" */
  day(epoch: number): string;
  title(occurrence: Occurrence): string;
  /** "15:00" */
  time(epoch: number): string;
  /** "sexta-feira, 27/11, 15:00–16:00", "sexta-feira, 27/11, dia inteiro" */
  when(occurrence: Occurrence): string;
  /** "15:00–16:00 Dentista (Rua 1)" */
  line(occurrence: Occurrence): string;
};

export const words = loadMessages<typeof import("./messages/values.json")>(
  new URL("./messages/", import.meta.url),
);
export type Words = ReturnType<typeof words>;

const DAY_AND_MONTH: Readonly<Record<Locale, Intl.DateTimeFormatOptions>> = {
  "pt-BR": { day: "2-digit", month: "2-digit" },
  en: { day: "numeric", month: "short" },
};

/** Cost: makes three formatters */
export function saying(locale: Locale, timeZone: string, today: string): Saying {
  const say = words(locale);
  const parts = { weekday: "long", ...DAY_AND_MONTH[locale], timeZone } as const;
  const dayFormat = new Intl.DateTimeFormat(locale, parts);
  const dayOfAYear = new Intl.DateTimeFormat(locale, { ...parts, year: "numeric" });
  const timeFormat = new Intl.DateTimeFormat(locale, { timeStyle: "short", timeZone });
  const isThisYear = (epoch: number) =>
    localOf(epoch, timeZone).date.slice(0, 4) === today.slice(0, 4);
  const day = (epoch: number) => (isThisYear(epoch) ? dayFormat : dayOfAYear).format(epoch);
  // Plain blanks: these answers are read by programs as well.
  const time = (epoch: number) => timeFormat.format(epoch).replace(/\s/g, " ");
  const clock = ({ allDay, start, end }: Occurrence) => {
    if (allDay && day(end - 1) !== day(start)) return say("all_day_until", { to: day(end - 1) });
    if (allDay) return say("all_day");
    if (end === start) return time(start);
    return day(start) === day(end)
      ? `${time(start)}–${time(end)}`
      : `${time(start)}–${day(end)} ${time(end)}`;
  };
  const title = (occurrence: Occurrence) => occurrence.title || say("untitled");
  return {
    day,
    title,
    time,
    when(occurrence) {
      const last = occurrence.end - 1;
      if (occurrence.allDay && day(last) !== day(occurrence.start))
        return say("days", { from: day(occurrence.start), to: day(last) });
      return `${day(occurrence.start)}, ${clock(occurrence)}`;
    },
    line: (occurrence) =>
      `${clock(occurrence)} ${title(occurrence)}${occurrence.place === undefined ? "" : ` (${occurrence.place})`}`,
  };
}
