import type { Schedule } from "#shared/contracts/schedule.ts";

/** What is done each time, with what that relies on. */
export type Deed = Pick<Schedule, "action" | "acts" | "digests" | "consent">;
export const TELLING: Omit<Deed, "action"> = { acts: false, digests: {}, consent: [] };
