import type { Locale } from "#shared/contracts/names.ts";
import type { DomainOutput } from "#shared/contracts/output.ts";
import { failure } from "#shared/domain-kit/answers.ts";
import type { Call, Handler } from "#shared/domain-kit/define-domain.ts";
import { loadMessages } from "#shared/domain-kit/load-messages.ts";
import type { Hours } from "../event/hours.ts";
import { idOf, type Occurrence } from "../event/occurrence.ts";
import { isZone, localOf, offsetTime } from "../event/zones.ts";
import { type CalendarStore, CalendarStoreError, type Changes } from "../store/calendar-store.ts";

/** What the capabilities work with. */
export type CalendarDeps = {
  /** Where this person's events are. */
  storeOf(owner: string): CalendarStore;
  changes: Changes;
  workingHours: Hours;
  /** Epoch milliseconds. */
  now(): number;
};

/** How moments are said: in a language, on the clock of a zone. */
type Saying = {
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

const words = loadMessages<typeof import("../messages/values.json")>(
  new URL("../messages/", import.meta.url),
);
type Words = ReturnType<typeof words>;

const DAY_AND_MONTH: Readonly<Record<Locale, Intl.DateTimeFormatOptions>> = {
  "pt-BR": { day: "2-digit", month: "2-digit" },
  en: { day: "numeric", month: "short" },
};

/** Cost: makes three formatters */
function saying(locale: Locale, timeZone: string, today: string): Saying {
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

/** What one call needs again and again. */
export type Asked = {
  call: Call;
  owner: string;
  store: CalendarStore;
  /** The person's; UTC where no one knows it. */
  zone: string;
  say: Words;
  as: Saying;
};

type Answering = (params: Record<string, unknown>, asked: Asked) => ReturnType<Handler>;

const TIMES = ["start_time", "end_time", "at_time"];
/** A time, or an hour whose half of the day is open. */
const CLOCK = /^(([01]\d|2[0-3]):[0-5]\d|[1-9](:[0-5]\d)?|1\d|2[0-4])$/;

/** A handler that tells a store's faults as answers. */
export const answering =
  (deps: CalendarDeps, answer: Answering): Handler =>
  async (params, call) => {
    const owner = call.context.user_id;
    const { timezone } = call.context;
    const zone = isZone(timezone) ? timezone : "UTC";
    const say = words(call.locale);
    const asked = {
      call,
      owner,
      store: deps.storeOf(owner),
      zone,
      say,
      as: saying(call.locale, zone, call.today()),
    };
    if (TIMES.some((name) => params[name] !== undefined && !CLOCK.test(String(params[name]))))
      return failure({ code: "BAD_TIME", explanation: say("bad_length") });
    try {
      return await answer(params, asked);
    } catch (error) {
      if (!(error instanceof CalendarStoreError)) throw error;
      const { fault } = error;
      call.log.warn({ code: fault, error }, "the calendar's store failed");
      return failure({ code: fault, explanation: say(`faults.${fault}`) });
    }
  };

/** There is no such event; `title` is "" where none was said. */
export const notFound = (title: string, { say }: Asked): DomainOutput =>
  failure({
    code: "NOT_FOUND",
    explanation: title === "" ? say("not_found_any") : say("not_found", { title }),
  });

/** An occurrence as it is told to others. */
export const shownEvent = (occurrence: Occurrence, zone: string) => ({
  id: idOf(occurrence),
  title: occurrence.title,
  place: occurrence.place ?? null,
  all_day: occurrence.allDay,
  start: offsetTime(occurrence.start, zone),
  end: offsetTime(occurrence.end, zone),
  repeats: occurrence.recurrence !== undefined,
});

/** A text parameter without what ends a sentence. */
export const textIn = (value: unknown): string | undefined =>
  (typeof value === "string" && value.trim().replace(/[\s?!.,;:]+$/, "")) || undefined;
