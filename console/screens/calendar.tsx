import type { z } from "zod";
import type { calendarPage } from "#shared/contracts/schedule-endpoints.ts";
import { withQuery } from "../api.ts";
import { shortened } from "../format.ts";
import { me } from "../live.ts";
import { useGet } from "../load.ts";
import { Section, Shown } from "../parts/parts.tsx";
import { href } from "../router.ts";
import { locale } from "../settings.ts";
import { wordsIn } from "../words.ts";

const say = wordsIn({
  title: ["Calendário", "Calendar"],
  more: [(count: number) => `e mais ${count}`, (count: number) => `and ${count} more`],
  today: ["hoje", "today"],
});

const DAY_MS = 86_400_000;
const DAYS = 28;
const MOST_OF_DAY = 3;
const WORDS_CHARS = 60;

type Occurrence = z.infer<typeof calendarPage>["occurrences"][number];
type Day = { key: string; occurrences: readonly Occurrence[] };

/** "2026-11-28": the day that a moment is in. */
const dayIn = (timeZone: string) => (at: number) =>
  new Date(at).toLocaleDateString("en-CA", { timeZone });
/** As a day of no zone: noon, so that no change of clocks makes another day of it. */
const noonOf = (key: string) => Date.parse(`${key}T12:00:00Z`);
const nameOf = (key: string, how: Intl.DateTimeFormatOptions) =>
  new Date(noonOf(key)).toLocaleDateString(locale.value, { timeZone: "UTC", ...how });

/** Whole weeks from the Monday of today's. */
function daysOf(occurrences: readonly Occurrence[], zone: string, now: number): Day[] {
  const today = noonOf(dayIn(zone)(now));
  const monday = today - ((new Date(today).getUTCDay() + 6) % 7) * DAY_MS;
  const byDay = Map.groupBy(occurrences, ({ at }) => dayIn(zone)(at));
  return Array.from({ length: DAYS + 7 }, (_, at) => {
    const key = new Date(monday + at * DAY_MS).toISOString().slice(0, 10);
    return { key, occurrences: byDay.get(key) ?? [] };
  });
}

/** What is scheduled, day by day, in the user's own zone: weeks where there is room, else the days that have something. */
export function Calendar({ also }: { also: readonly unknown[] }) {
  const zone = me.value?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const now = Date.now();
  // By the hour, so that looking again asks for the same.
  const from = Math.floor(now / 3_600_000) * 3_600_000;
  const to = from + DAYS * DAY_MS;
  const path = withQuery("/v1/schedules/calendar", { from: String(from), to: String(to) });
  const page = useGet<z.infer<typeof calendarPage>>(path, also);
  return (
    <Shown of={page}>
      {({ occurrences }) =>
        occurrences.length > 0 && (
          <Section says={say.title} class="calendar-card">
            <Weeks days={daysOf(occurrences, zone, now)} zone={zone} today={dayIn(zone)(now)} />
          </Section>
        )
      }
    </Shown>
  );
}

function Weeks({ days, zone, today }: { days: readonly Day[]; zone: string; today: string }) {
  return (
    <>
      <ol class="weekdays" aria-hidden="true">
        {days.slice(0, 7).map(({ key }) => (
          <li key={key}>{nameOf(key, { weekday: "short" })}</li>
        ))}
      </ol>
      <ol class="calendar" aria-label={say.title}>
        {days.map((day) => (
          <li
            key={day.key}
            class={`${day.occurrences.length === 0 ? "is-free" : ""}${day.key < today ? " is-past" : ""}`}
            aria-current={day.key === today ? "date" : undefined}
          >
            <DayOf day={day} zone={zone} isToday={day.key === today} />
          </li>
        ))}
      </ol>
    </>
  );
}

function DayOf({ day, zone, isToday }: { day: Day; zone: string; isToday: boolean }) {
  const { key, occurrences } = day;
  const more = occurrences.length - MOST_OF_DAY;
  const isNamed = key.endsWith("-01") || isToday;
  const clock = (at: number) =>
    new Date(at).toLocaleTimeString(locale.value, { timeStyle: "short", timeZone: zone });
  return (
    <>
      <p class="day">
        <time dateTime={key}>
          <span class="day-full">
            {nameOf(key, { weekday: "long", day: "numeric", month: "long" })}
          </span>
          <span class="day-short" aria-hidden="true">
            {nameOf(key, { day: "numeric", ...(isNamed && { month: "short" }) })}
          </span>
        </time>
        {isToday && <span class="minor"> {say.today}</span>}
      </p>
      {occurrences.slice(0, MOST_OF_DAY).map(({ schedule_id, words, at }) => (
        <a
          key={`${schedule_id} ${at}`}
          href={href(["schedules"], { id: schedule_id, at: String(at) })}
          title={words}
        >
          <strong>{clock(at)}</strong> {shortened(words, WORDS_CHARS)}
        </a>
      ))}
      {more > 0 && <p class="minor">{say.more(more)}</p>}
    </>
  );
}
