import { wording } from "#shared/language/words.ts";
import type { Turn } from "../turn.ts";
import type { StandingRequests } from "../turn-deps.ts";

/** Any recurrence: only its end is asked for. */
const EVERY = wording("wordings.every-minute");

/** "até segunda": the beginning of that day, for what waits until then. `isAll`: nothing else is said. */
export function untilSaid(
  { startedAt, timezone, locale }: Pick<Turn, "startedAt" | "timezone" | "locale">,
  { readTime }: StandingRequests,
  text: string,
): { until: number; end: number; isAll: boolean; rest: string } | undefined {
  const reading = readTime(`${EVERY[locale]} ${text}`, startedAt, timezone, locale);
  if (reading.kind !== "every" || reading.until === undefined) return undefined;
  // "until Monday" ends with that day; a pause until Monday ends when it begins.
  const isWholeDay = (reading.until + 1) % 60_000 === 0;
  const until = isWholeDay ? reading.until + 1 - 86_400_000 : reading.until;
  return {
    until: Math.max(until, startedAt),
    end: reading.until,
    isAll: reading.rest === "",
    rest: reading.rest,
  };
}
