import type { IsoDate } from "#shared/calendar/days.ts";
import type { Locale } from "#shared/contracts/names.ts";

/** A line of closing prices and the words around it, ready to be drawn: plain data, so that a worker can have it. */
export type PriceChart = {
  title: string;
  subtitle: string;
  /** Written across the foot, as a warning that the figures are invented. */
  note: string | null;
  locale: Locale;
  points: readonly { date: IsoDate; close: number }[];
};

/** The chart in both forms; neither needs a browser. */
export type DrawnChart = { svg: string; png: Uint8Array };
