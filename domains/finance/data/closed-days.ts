import type { IsoDate } from "#shared/calendar/days.ts";

/** The weekdays of the sample year on which the exchanges of the sample were closed all day, by market. */
const CLOSED: Readonly<Record<string, string>> = {
  BR: "2025-11-20 2025-12-24 2025-12-25 2025-12-31 2026-01-01 2026-02-16 2026-02-17 2026-04-03 2026-04-21 2026-05-01 2026-06-04 2026-09-07 2026-10-12",
  US: "2025-11-27 2025-12-25 2026-01-01 2026-01-19 2026-02-16 2026-04-03 2026-05-25 2026-06-19 2026-07-03 2026-09-07",
  SE: "2025-12-24 2025-12-25 2025-12-26 2025-12-31 2026-01-01 2026-01-06 2026-04-03 2026-04-06 2026-05-01 2026-05-14 2026-06-19",
  FI: "2025-12-24 2025-12-25 2025-12-26 2025-12-31 2026-01-01 2026-01-06 2026-04-03 2026-04-06 2026-05-01 2026-05-14 2026-06-19",
  DK: "2025-12-24 2025-12-25 2025-12-26 2025-12-31 2026-01-01 2026-04-02 2026-04-03 2026-04-06 2026-05-14 2026-05-15 2026-05-25 2026-06-05",
};
const closed = new Map(
  Object.entries(CLOSED).map(([market, days]) => [market, new Set(days.split(" "))]),
);

/** Whether a market of the sample traded on a weekday of the sample year. */
export const isTradingDay = (market: string | undefined, day: IsoDate): boolean =>
  closed.get(market ?? "")?.has(day) !== true;
