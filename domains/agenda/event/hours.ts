/** Two times of a day: "09:00" and "18:00". */
export type Hours = { from: string; to: string };

/** What of a day was asked for. */
export type DayPart = "MORNING" | "AFTERNOON" | "EVENING";

const HOURS: Readonly<Record<DayPart, Hours>> = {
  MORNING: { from: "00:00", to: "12:00" },
  AFTERNOON: { from: "12:00", to: "18:00" },
  EVENING: { from: "18:00", to: "23:59" },
};

export const isDayPart = (said: unknown): said is DayPart =>
  typeof said === "string" && Object.hasOwn(HOURS, said);

/** When a part of the day begins and ends. */
export const hoursOfPart = (part: DayPart): Hours => HOURS[part];

/** Of the hours that are looked at, those of a part of the day; an evening reaches beyond them. */
export function hoursIn(part: DayPart | undefined, { from, to }: Hours): Hours {
  if (part === undefined) return { from, to };
  const own = HOURS[part];
  if (part === "EVENING") return own;
  return { from: own.from > from ? own.from : from, to: own.to < to ? own.to : to };
}

/** A time: "15:00", or "3" and "3:30" where its half of the day was not said. */
export type OpenHour = string;

const HALF = 12;
/** Few mean an hour of the night by it, where they do not say so. */
const LATEST_AT_NIGHT = 5;

export const isOpen = (said: OpenHour): boolean => !/^\d\d:/.test(said);

const written = (hour: number, minute = "00"): string =>
  `${String(hour).padStart(2, "0")}:${minute}`;

/** The times that it may be, the likelier first. */
export function possibleTimes(said: OpenHour, part?: DayPart): string[] {
  if (!isOpen(said)) return [said];
  const [first = "", minute] = said.split(":");
  const hour = Number(first);
  if (hour > HALF) return [written(hour % 24, minute)];
  const [early, late] = [written(hour % HALF, minute), written((hour % HALF) + HALF, minute)];
  const isLate = hour <= LATEST_AT_NIGHT || hour === HALF || (part ?? "MORNING") !== "MORNING";
  return isLate && part !== "MORNING" ? [late, early] : [early, late];
}

/** "8" of an evening is 20:00, also where it was read as 8 in the morning. */
const inPart = (time: string, part: DayPart | undefined): string =>
  (part === "EVENING" || part === "AFTERNOON") && time < "12:00" && time !== "00:00"
    ? written(Number(time.slice(0, 2)) + HALF).slice(0, 3) + time.slice(3)
    : time;

/** The time that a single hour means; `near`: the one that is closer to another. */
export function timeOf(said: OpenHour, part?: DayPart, near?: string): string {
  const times = possibleTimes(said, part);
  const [likelier = said] = times;
  if (near === undefined || times.length < 2) return inPart(likelier, part);
  const distance = (time: string) => Math.abs(Number(time.slice(0, 2)) - Number(near.slice(0, 2)));
  return times.toSorted((one, other) => distance(one) - distance(other))[0] ?? likelier;
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/**
 * From one hour to another, where the half of the day of either is open: "das 4 às 8 da noite" is 16:00 to 20:00,
 * "das 10 às 2" is 10:00 to 14:00. Of two ways that both fit, the shorter of an hour or more.
 */
export function timesBetween(from: OpenHour, to: OpenHour, part?: DayPart): Hours | undefined {
  const ways = possibleTimes(from, part).flatMap((start) =>
    possibleTimes(to, part).map((end) => ({ from: start, to: end })),
  );
  const onOneDay = ways.filter((way) => way.from < way.to);
  if (isOpen(from) && !isOpen(to)) {
    const late = onOneDay.toSorted((one, other) => (one.from < other.from ? 1 : -1));
    return late.find((way) => minutesOf(way.to) - minutesOf(way.from) >= 60) ?? late[0] ?? ways[0];
  }
  const [likelier] = possibleTimes(from, part);
  const after = onOneDay.filter((way) => way.from === likelier);
  return after.toSorted((one, other) => (one.to < other.to ? -1 : 1))[0] ?? onOneDay[0] ?? ways[0];
}
