import { CLOCKS } from "./clocks.ts";
import { NUMBERS } from "./numbers.ts";
import { PERIODS } from "./periods.ts";
import { POINTS } from "./points.ts";
import type { Production } from "./production.ts";
import { RECURRENCES } from "./recurrences.ts";

/** The productions of all languages, by the names under which a language says its phrases. */
export const PRODUCTIONS: Readonly<Record<string, Production>> = {
  ...NUMBERS,
  ...POINTS,
  ...PERIODS,
  ...CLOCKS,
  ...RECURRENCES,
};
