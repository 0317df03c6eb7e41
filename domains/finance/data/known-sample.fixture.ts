import { sampleMarketData } from "./sample.ts";

/** The last day of the sample that tests know figures of. */
export const KNOWN_DAY = "2026-10-30";
/** A day on which it is the last one. */
export const DAY_AFTER = "2026-10-31";

/** The sample as it is on that day, whatever day it is now. */
export const knownSample = () =>
  sampleMarketData({ now: () => Date.parse(`${DAY_AFTER}T15:00:00Z`) });
