import { Hono } from "hono";
import { explainRequest, turnRequest } from "#shared/contracts/doors.ts";
import type { EntryRequest } from "#shared/contracts/intent.ts";
import { answer } from "../answer.ts";
import { explain } from "../explain.ts";
import type { Doors } from "./doors.ts";
import { sessionHeader, userOf } from "./identity.ts";
import { leavingSignal } from "./leaving.ts";
import { readBody } from "./read-body.ts";
import { streamTurn, wantsEvents } from "./stream-turn.ts";

/** The native door: one message with its whole trace, and what a message would lead to. */
export function turnRoutes({ desk }: Doors): Hono {
  const routes = new Hono();
  routes.post("/turns", async (context) => {
    const body = await readBody(context, turnRequest);
    const entry: EntryRequest = {
      session_id: body.session_id ?? sessionHeader(context) ?? desk.makeId("session"),
      user_id: userOf(context, body.user_id),
      input_text: body.input_text,
      channel: "api",
      metadata: body.metadata ?? {},
      ...(body.locale && { locale: body.locale }),
    };
    if (wantsEvents(context)) return streamTurn(context, entry, desk);
    return context.json(await answer(entry, desk, { signal: leavingSignal(context) }));
  });
  routes.post("/explain", async (context) => {
    const body = await readBody(context, explainRequest);
    const entry: EntryRequest = {
      session_id: body.session_id ?? sessionHeader(context) ?? desk.makeId("session"),
      user_id: userOf(context, body.user_id),
      input_text: body.input_text,
      channel: "api",
      metadata: {},
      ...(body.locale && { locale: body.locale }),
    };
    return context.json(await explain(entry, desk));
  });
  return routes;
}
