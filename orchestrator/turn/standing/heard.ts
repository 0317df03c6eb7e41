import type { Schedule } from "#shared/contracts/schedule.ts";
import type { ScheduleReading } from "../../language/schedule-reading.ts";
import type { Turn } from "../turn.ts";
import type { StandingRequests } from "../turn-deps.ts";

/** What is said, in one language of its answer, where things stand. */
export type Heard = {
  readonly turn: Turn;
  readonly standing: StandingRequests;
  readonly said: ScheduleReading;
  /** What was made or changed last in this conversation, as it is now. */
  readonly last: Schedule | undefined;
  /** A goal would be carried out as it was said. */
  readonly isClear: boolean;
};
