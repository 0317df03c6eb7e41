import {
  explainRequest,
  explainResponse,
  turnEvent,
  turnRequest,
  turnResponse,
} from "#shared/contracts/doors.ts";
import type { EntryRequest } from "#shared/contracts/intent.ts";
import { answer } from "../../turn/answer.ts";
import { explain } from "../../turn/explain.ts";
import type { DoorContext } from "./door-context.ts";
import type { Doors } from "./doors.ts";
import { rightsOf, sessionHeader, userOf } from "./identity.ts";
import { optionsOf } from "./leaving.ts";
import { readBody } from "./read-body.ts";
import type { Route } from "./route.ts";
import { streamTurn, wantsEvents } from "./stream-turn.ts";

/** The native door: one message with its whole trace, and what a message would lead to. */
export function turnRoutes({ desk, domains, settings }: Doors): Route[] {
  const healthOf = (domain: string) => domains.status().domains.find(({ name }) => name === domain);
  type Said = Pick<EntryRequest, "input_text"> &
    Partial<Record<"session_id" | "user_id", string | undefined>> &
    Partial<{ locale: EntryRequest["locale"]; metadata: EntryRequest["metadata"] | undefined }>;
  const entryOf = (context: DoorContext, said: Said): EntryRequest => ({
    session_id: said.session_id ?? sessionHeader(context, settings) ?? desk.makeId("session"),
    user_id: userOf(context, settings, said.user_id),
    input_text: said.input_text,
    channel: "api",
    metadata: said.metadata ?? {},
    ...(said.locale && { locale: said.locale }),
  });
  return [
    {
      method: "POST",
      path: "/v1/turns",
      right: "turns",
      tag: "turns",
      summary: "One message: its answer and everything that led to it",
      body: turnRequest,
      answer: turnResponse,
      events: turnEvent,
      handle: async (context) => {
        const entry = entryOf(context, await readBody(context, turnRequest));
        if (wantsEvents(context)) return streamTurn(context, entry, desk);
        return context.json(await answer(entry, desk, optionsOf(context)));
      },
    },
    {
      method: "POST",
      path: "/v1/explain",
      right: "turns",
      tag: "turns",
      summary: "What a message would lead to; nothing is run",
      body: explainRequest,
      answer: explainResponse,
      handle: async (context) => {
        const entry = entryOf(context, await readBody(context, explainRequest));
        return context.json(await explain(entry, desk, healthOf, rightsOf(context).mayUse));
      },
    },
  ];
}
