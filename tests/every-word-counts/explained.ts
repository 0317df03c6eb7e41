import type { ExplainResponse, TurnResponse } from "#shared/contracts/endpoints.ts";
import type { IntentOutput } from "#shared/contracts/intent.ts";
import type { ScheduleView } from "#shared/contracts/schedule-endpoints.ts";
import { areSameSchedules, scheduledIn } from "./came.ts";

/**
 * In what an explanation said something else than what came of the message: its goals, how it ends, its steps with their
 * parameters, what is scheduled. Where it says that it depends on an answer, how it ends is not compared. None: it was true.
 */
export function differencesOf(
  explained: ExplainResponse,
  told: TurnResponse,
  before: readonly ScheduleView[],
  after: readonly ScheduleView[],
): string[] {
  const { trace } = told;
  const isKnown = explained.needs.length === 0;
  const pairs: [what: string, explained: unknown, came: unknown][] = [
    ["goals", goalsOf(explained.intent), goalsOf(trace.intent)],
    ["plan", explained.plan, trace.plan],
    ...(isKnown
      ? (
          [
            ["status", explained.status, told.status],
            ["question", explained.pending?.kind, told.pending?.kind],
          ] as const
        ).map((pair): [string, unknown, unknown] => [...pair])
      : []),
  ];
  const different = pairs
    .filter(([, one, other]) => written(one) !== written(other))
    .map(([what, one, other]) => `${what}: ${written(one)} came as ${written(other)}`);
  const expected = scheduledIn(expectedAfter(explained, before));
  const came = scheduledIn(after);
  // Who looks first at what is to be watched may ask before anything is made.
  const mayAsk = !isKnown && told.pending !== null;
  return mayAsk || areSameSchedules(expected, came)
    ? different
    : [...different, `schedules: ${expected.join("; ")} came as ${came.join("; ")}`];
}

const goalsOf = ({ goal, also }: IntentOutput) => [goal, ...also.map((each) => each.goal)];

/** A file has another address each time. */
const written = (value: unknown): string =>
  (JSON.stringify(value) ?? "nothing").replaceAll(/\/v1\/files\/[0-9a-f]+/g, "/v1/files/*");

type Listed = Parameters<typeof scheduledIn>[0][number] & { id: string | null };

/** What would stand then. */
function expectedAfter({ schedules }: ExplainResponse, before: readonly Listed[]): Listed[] {
  const created_at = Date.now();
  const changed = schedules.map((each) => ({
    ...(before.find(({ id }) => id === each.id) ?? { created_at }),
    ...each,
  }));
  return [...before.filter(({ id }) => !changed.some((each) => each.id === id)), ...changed].filter(
    ({ status }) => status === "active" || status === "paused",
  );
}
