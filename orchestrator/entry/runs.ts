import { Hono } from "hono";
import { streamSSE } from "hono/streaming";
import type { RunEvent, StepTrace, TaskRun } from "#shared/contracts/run.ts";
import { DoorError } from "./door-error.ts";
import type { Doors } from "./doors.ts";
import { userOf } from "./identity.ts";
import { leavingSignal } from "./leaving.ts";

/** Runs as they are stored, and their events live or after the fact. */
export function runRoutes({ desk }: Doors): Hono {
  const routes = new Hono();
  const findRun = async (user_id: string, run_id: string) => {
    const run = await desk.store.runs.find({ user_id }, run_id);
    if (run === undefined)
      throw new DoorError(404, "run_not_found", `There is no run "${run_id}".`);
    return { run, steps: await desk.store.runs.steps({ user_id }, run_id) };
  };

  routes.get("/runs/:id", async (context) => {
    const { run, steps } = await findRun(userOf(context, undefined), context.req.param("id"));
    return context.json({ ...run, steps });
  });

  routes.get("/runs/:id/events", async (context) => {
    const user_id = userOf(context, undefined);
    const run_id = context.req.param("id");
    const after = Number(context.req.header("last-event-id") ?? context.req.query("after") ?? 0);
    if (!Number.isSafeInteger(after) || after < 0)
      throw new DoorError(
        400,
        "invalid_request",
        "Last-Event-ID must be a whole number.",
        "last-event-id",
      );
    const events =
      desk.events.follow({ user_id }, run_id, after, leavingSignal(context)) ??
      eventsOf(await findRun(user_id, run_id)).filter(({ seq }) => seq > after);
    return streamSSE(context, async (stream) => {
      for await (const event of events) {
        await stream.writeSSE({
          id: String(event.seq),
          event: event.type,
          data: JSON.stringify(event),
        });
      }
    });
  });
  return routes;
}

/** The events of a run that is over, as far as the store tells them. */
function eventsOf({ run, steps }: { run: TaskRun; steps: StepTrace[] }): RunEvent[] {
  const { run_id, plan, answer } = run;
  const status =
    run.status === "success" || run.status === "partial"
      ? run.status
      : run.status === "waiting"
        ? "clarification"
        : "failure";
  const events = [
    { type: "plan" as const, plan },
    ...steps.map((step) => ({ type: "step_finished" as const, step })),
    ...(run.status === "running" ? [] : [{ type: "reply" as const, status, answer } as const]),
  ];
  return events.map((event, at) => ({ ...event, run_id, seq: at + 1, at: run.updated_at }));
}
