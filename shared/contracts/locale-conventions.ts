import type { Locale } from "./names.ts";

type Conventions = {
  /** What separates the thousands of a number. */
  grouping: "." | ",";
  /** "03/04" is the 3rd of April, not March 4th. */
  isDayFirst: boolean;
  /** "9:30" is in the morning: hours count to 24. */
  counts24: boolean;
  /** Language code of the catalogue of films and series, and of other services that want a region. */
  regional: string;
};

/** How numbers and dates are written where a language is spoken. */
export const CONVENTIONS: Readonly<Record<Locale, Conventions>> = {
  "pt-BR": { grouping: ".", isDayFirst: true, counts24: true, regional: "pt-BR" },
  en: { grouping: ",", isDayFirst: false, counts24: false, regional: "en-US" },
};
