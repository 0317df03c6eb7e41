/**
 * How much a property is tried with: in `npm test` a little and always the same, in `npm run test:long` all of it, and
 * every time something else.
 */
const IS_LONG = process.env["REGENTE_TESTS"] === "long";
const SEED = 20260101;

/** One in the long run, and the other one otherwise. */
export const howMuch = <T>(long: T, short: T): T => (IS_LONG ? long : short);

/** The same, as fast-check takes it. */
export const runsOf = (long: number, short: number): { numRuns: number; seed?: number } =>
  IS_LONG ? { numRuns: long } : { numRuns: short, seed: SEED };
