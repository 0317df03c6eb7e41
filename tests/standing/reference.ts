import type { RecurrenceRule } from "#shared/contracts/schedule-rule.ts";

/**
 * When rules happen, worked out another way than the product does: the clock of a zone is looked at minute by minute.
 * A minute that the clock skips counts for the first one after it, one that it shows twice counts once.
 */
export function minutesOf(
  zone: string,
  from: number,
  to: number,
): { at: number; date: string; time: string }[] {
  const show = new Intl.DateTimeFormat("sv-SE", {
    timeZone: zone,
    dateStyle: "short",
    timeStyle: "short",
  });
  const found: { at: number; date: string; time: string }[] = [];
  // Offsets change at whole quarters of an hour; between them the clock runs on by itself.
  for (let quarter = from; quarter < to; quarter += 900_000) {
    const [date = "", time = ""] = show.format(quarter).split(" ");
    const [hour = 0, minute = 0] = time.split(":").map(Number);
    for (let at = 0; at < 15; at++)
      found.push({
        at: quarter + at * 60_000,
        date,
        time: `${String(hour).padStart(2, "0")}:${String(minute + at).padStart(2, "0")}`,
      });
  }
  return found;
}

const HOLIDAYS_2026 = new Set(
  "2026-01-01 2026-04-03 2026-04-21 2026-05-01 2026-09-07 2026-10-12 2026-11-02 2026-11-15 2026-11-20 2026-12-25".split(
    " ",
  ),
);
const weekday = (date: string): number => new Date(`${date}T12:00:00Z`).getUTCDay();
const isWork = (date: string): boolean =>
  ![0, 6].includes(weekday(date)) && !HOLIDAYS_2026.has(date);
const addDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

function isOn(rule: Extract<RecurrenceRule, { by: "calendar" }>["days"], date: string): boolean {
  const day = Number(date.slice(8));
  const isLastDay = addDays(date, 1).slice(8) === "01";
  switch (rule.on) {
    case "every_day":
      return true;
    case "weekdays":
      return rule.days.includes(weekday(date));
    case "working_days":
      return isWork(date);
    case "month_days":
      return rule.days.includes(day) || (rule.days.includes(-1) && isLastDay);
    case "nth_working_day": {
      const month = date.slice(0, 7);
      const days = Array.from(
        { length: 31 },
        (_, at) => `${month}-${String(at + 1).padStart(2, "0")}`,
      ).filter((each) => addDays(each, 0) === each && isWork(each));
      return (rule.nth === -1 ? days.at(-1) : days[rule.nth - 1]) === date;
    }
    case "nth_weekday":
      if (weekday(date) !== rule.weekday) return false;
      return rule.nth === -1
        ? addDays(date, 7).slice(0, 7) !== date.slice(0, 7)
        : Math.floor((day - 1) / 7) + 1 === rule.nth;
    case "every_n_days":
      return Math.round((Date.parse(date) - Date.parse(rule.from)) / 86_400_000) % rule.n === 0;
    case "year_day":
      return day === rule.day && Number(date.slice(5, 7)) === rule.month;
  }
}

/** Every instant of a calendar rule between two others, by looking at each minute. */
export function instantsByLooking(
  { days, times }: Extract<RecurrenceRule, { by: "calendar" }>,
  minutes: ReturnType<typeof minutesOf>,
): number[] {
  const found = new Set<number>();
  const seen = new Set<string>();
  let before = minutes[0];
  for (const minute of minutes) {
    // The clock jumped forward: what it skipped happens now.
    const skipped =
      before !== undefined && before.date === minute.date
        ? times.filter((time) => time > (before?.time ?? "") && time < minute.time)
        : [];
    for (const time of [...skipped, ...times.filter((each) => each === minute.time)]) {
      const key = `${minute.date} ${time}`;
      if (seen.has(key) || !isOn(days, minute.date)) continue;
      seen.add(key);
      found.add(minute.at);
    }
    before = minute;
  }
  return [...found].toSorted((a, b) => a - b);
}
