import { Hono } from "hono";
import { planExecuteRequest } from "#shared/contracts/doors.ts";
import { executePlan } from "../execute-plan.ts";
import type { Doors } from "./doors.ts";
import { sessionHeader, userOf } from "./identity.ts";
import { leavingSignal } from "./leaving.ts";
import { readBody } from "./read-body.ts";

/** A given plan, validated and carried out. */
export function planRoutes({ desk }: Doors): Hono {
  const routes = new Hono();
  routes.post("/plans/execute", async (context) => {
    const { plan, context: given = {} } = await readBody(context, planExecuteRequest);
    const done = await executePlan(
      {
        plan,
        entry: {
          session_id: given.session_id ?? sessionHeader(context) ?? desk.makeId("session"),
          user_id: userOf(context, given.user_id),
          input_text: given.original_query ?? "plan",
          channel: "api",
          metadata: given.timezone === undefined ? {} : { timezone: given.timezone },
          ...(given.locale && { locale: given.locale }),
        },
        ...(given.deadline_ms !== undefined && { deadlineMs: given.deadline_ms }),
        ...(given.dry_run !== undefined && { dryRun: given.dry_run }),
      },
      desk,
      { signal: leavingSignal(context) },
    );
    return context.json(done);
  });
  return routes;
}
