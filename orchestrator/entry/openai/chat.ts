import { type Context, Hono } from "hono";
import { streamSSE } from "hono/streaming";
import type { TurnResponse } from "#shared/contracts/doors.ts";
import type { EntryRequest } from "#shared/contracts/intent.ts";
import { answer } from "../../answer.ts";
import { phrases } from "../../reply/phrases.ts";
import type { TurnOptions } from "../../turn/desk.ts";
import { DoorError } from "../door-error.ts";
import type { Doors } from "../doors.ts";
import { sessionHeader, userOf } from "../identity.ts";
import { leavingSignal } from "../leaving.ts";
import { readBody } from "../read-body.ts";
import {
  type Completion,
  chunk,
  contentOf,
  lastChunk,
  usageChunk,
  wholeCompletion,
} from "./chat-completion.ts";
import { type ChatRequest, chatRequest, lastUserText } from "./chat-request.ts";
import { MODEL } from "./models.ts";
import { progressLine } from "./progress.ts";
import { type Place, placeInTranscript, sessionInBody, userInBody } from "./transcript.ts";

const HEARTBEAT_MS = 10_000;

/** POST /v1/chat/completions: the door of every OpenAI-compatible client. */
export function chatRoutes({ desk }: Doors): Hono {
  const routes = new Hono();
  routes.post("/chat/completions", async (context) => {
    const body = await readBody(context, chatRequest);
    if (body.model !== MODEL)
      throw new DoorError(
        404,
        "model_not_found",
        `The model "${body.model}" does not exist; use "${MODEL}".`,
        "model",
      );
    const user_id = userOf(context, userInBody(body));
    const place = placeOf(context, body, user_id, () => desk.makeId("session"));
    const origin = new URL(context.req.url).origin;
    const entry: EntryRequest = {
      session_id: place.session_id,
      user_id,
      input_text: lastUserText(body.messages),
      channel: "openai",
      metadata: {},
    };
    const { continueAs } = place;
    const options: TurnOptions = {
      signal: leavingSignal(context),
      ...(continueAs && { continueAs: (told) => continueAs(contentOf(told, origin)) }),
    };
    const completion: Completion = {
      id: desk.makeId("chatcmpl"),
      created: Math.floor(desk.clock.now() / 1000),
      model: body.model,
    };
    if (body.stream !== true) {
      const turn = await answer(entry, desk, options);
      return context.json(wholeCompletion(completion, turn, contentOf(turn, origin)));
    }
    const includeUsage = body.stream_options?.include_usage === true;
    context.header("x-accel-buffering", "no");
    return streamSSE(context, async (stream) => {
      const send = (data: unknown) => stream.writeSSE({ data: JSON.stringify(data) });
      await send(chunk(completion, { role: "assistant", content: "" }));
      const heartbeat = setInterval(() => void send(chunk(completion, {})), HEARTBEAT_MS);
      const { catalogue } = desk.current();
      let turn: TurnResponse | undefined;
      try {
        const watch: TurnOptions["watch"] = (event) => {
          const line = progressLine(event, catalogue, entry.locale ?? "pt-BR");
          if (line !== undefined) void send(chunk(completion, { reasoning_content: line }));
        };
        turn = await answer(entry, desk, { ...options, watch });
        await send(chunk(completion, { content: contentOf(turn, origin) }));
      } catch (error) {
        // A cut socket loses what was shown; the reason as text keeps it.
        desk.log.error({ err: error }, "a streamed turn failed");
        await send(chunk(completion, { content: phrases(entry.locale ?? "pt-BR").internal }));
      } finally {
        clearInterval(heartbeat);
      }
      await send(turn === undefined ? chunk(completion, {}, "stop") : lastChunk(completion, turn));
      if (includeUsage && turn !== undefined) await send(usageChunk(completion, turn));
      await stream.writeSSE({ data: "[DONE]" });
    });
  });
  return routes;
}

/** The session a client names; else the transcript is the session. */
function placeOf(
  context: Context,
  body: ChatRequest,
  user_id: string,
  freshId: () => string,
): Place {
  const named = sessionHeader(context) ?? sessionInBody(body);
  return named === undefined
    ? placeInTranscript(user_id, body.messages, freshId)
    : { session_id: named };
}
