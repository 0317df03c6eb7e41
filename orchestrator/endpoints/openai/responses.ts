import { LRUCache } from "lru-cache";
import { DEFAULT_LOCALE, type Locale } from "#shared/contracts/names.ts";
import {
  type OutputMessage,
  type OutputPart,
  type ResponseEvent,
  type ResponseObject,
  responseDeleted,
  responseEvent,
  responseObject,
} from "#shared/contracts/openai.ts";
import { reason } from "#shared/messages/reason.ts";
import { NO_USAGE, usageView } from "../../ports/language-model.ts";
import type { SessionKey, StoredSession } from "../../ports/stores.ts";
import { failureWords } from "../../turn/reply/say.ts";
import type { TurnDeps } from "../../turn/turn-deps.ts";
import type { Turns } from "../../turn/turns.ts";
import { type EndpointContext, pathPart, type Route } from "../http/endpoint.ts";
import type { EndpointDeps } from "../http/endpoint-deps.ts";
import { streamEvents } from "../http/event-streams.ts";
import { HttpError } from "../http/http-error.ts";
import { userOf } from "../http/identity.ts";
import { MAX_LARGE_BODY, readBody } from "../http/read-body.ts";
import type { Rendered } from "./answer-format.ts";
import { restOf, turnExtrasOf } from "./chat.ts";
import { isPlaceOfTranscript } from "./instruction.ts";
import type { Ready, Replier, Reply } from "./replier.ts";
import {
  formatInResponse,
  messageIdOf,
  messagesOfResponse,
  notesIn,
  previousOf,
  responsesRequest,
} from "./requests.ts";

/** Stored responses are for looking one up soon after; the conversation itself is kept by the store. */
const MAX_KEPT_CHARS = 16 * 1024 * 1024;

/** A response that was asked to be kept, by its owner and its id. */
type KeptResponses = LRUCache<string, ResponseObject>;

/** The Responses API: the second surface of OpenAI-compatible clients, and the only one of some. */
export function responsesRoutes(endpoints: EndpointDeps, replier: Replier): Route[] {
  const { deps, turns, settings } = endpoints;
  const kept: KeptResponses = new LRUCache({
    maxSize: MAX_KEPT_CHARS,
    sizeCalculation: (response) => 1000 + JSON.stringify(response.output).length,
  });
  const nameOf = (user_id: string, id: string) => JSON.stringify([user_id, id]);
  const meant = (context: EndpointContext) => {
    const id = pathPart(context, "id");
    const user_id = userOf(context, settings);
    return { id, user_id, name: nameOf(user_id, id) };
  };
  const notFound = (id: string) =>
    new HttpError(404, reason("response_not_found", { id }), { param: "id" });

  return [
    {
      method: "POST",
      path: "/v1/responses",
      right: "chat",
      summary: "A conversation, as clients of the Responses API send it",
      body: responsesRequest,
      answer: responseObject,
      events: responseEvent,
      handle: async (context) => {
        const body = await readBody(context, responsesRequest, MAX_LARGE_BODY);
        const { format, shown } = formatInResponse(body);
        const previous = previousOf(body);
        const id = deps.makeId("resp");
        const store = body.store ?? true;
        await context.get("inFront")?.begun(id);
        // Instructions are the first that is said, and no item of the input.
        const first = body.instructions ? 1 : 0;
        const ready = await replier(context, {
          model: body.model,
          said: messagesOfResponse(body),
          nameOf: (at) =>
            at < first || typeof body.input === "string" ? "input" : `input.${at - first}.content`,
          format,
          body,
          previous,
          next: store ? id : undefined,
        });
        const started = startedResponse({
          id,
          created_at: Math.floor(deps.clock.now() / 1000),
          instructions: body.instructions ?? null,
          metadata: notesIn(body),
          model: body.model,
          previous_response_id: body.previous_response_id ?? null,
          store,
          text: { format: shown },
        });
        const keep = (response: ResponseObject) => {
          if (store) kept.set(nameOf(ready.user_id, id), response);
        };
        if (body.stream === true) return streamResponse(context, ready, started, keep);
        const reply = await ready.run(() => undefined);
        const completed_at = Math.floor(deps.clock.now() / 1000);
        const completed = completedResponse(started, reply, completed_at);
        keep(completed);
        return context.json(completed);
      },
    },
    {
      method: "GET",
      path: "/v1/responses/:id",
      right: "chat",
      summary: "A recently stored response",
      answer: responseObject,
      handle: (context) => {
        const { id, name } = meant(context);
        const response = kept.get(name);
        if (response === undefined) throw notFound(id);
        return context.json(response);
      },
    },
    {
      method: "DELETE",
      path: "/v1/responses/:id",
      right: "chat",
      summary: "Delete a stored response, and the conversation that goes on from it; its run stays",
      answer: responseDeleted,
      handle: async (context) => {
        const { id, user_id, name } = meant(context);
        const key = { user_id, session_id: id };
        // What it said may be looked up no more, and where it goes on is known longer than it.
        const goesOn = id.startsWith("resp_") && (await forgetResponse(deps, turns, key));
        if (!kept.delete(name) && !goesOn) throw notFound(id);
        return context.json({ id, object: "response", deleted: true });
      },
    },
  ];
}

function streamResponse(
  context: EndpointContext,
  { deps, isText, run }: Ready,
  started: ResponseObject,
  keep: (response: ResponseObject) => void,
): Response {
  return streamEvents(context, async (stream) => {
    let sequence_number = 0;
    const send = (event: NewResponseEvent) => {
      const data = JSON.stringify({ ...event, sequence_number: sequence_number++ });
      return stream.writeSSE({ event: event.type, data });
    };
    await send({ type: "response.created", response: started });
    await send({ type: "response.in_progress", response: started });
    let spoken: Locale = DEFAULT_LOCALE;
    let early = "";
    const reply: Reply = await run((event, locale) => {
      spoken = locale;
      if (event.type !== "words" || !isText) return;
      for (const each of earlyEventsOf(event.text, started.id, early === "")) void send(each);
      early += event.text;
    }).catch((error: unknown) => {
      // A cut stream loses what was shown; the reason as text keeps it.
      deps.log.error({ err: error }, "a streamed turn failed");
      return {
        rendered: { text: failureWords(error, spoken), refusal: null },
        usage: usageView(NO_USAGE),
      };
    });
    for (const event of eventsOf(reply.rendered, started.id, early)) await send(event);
    const completed_at = Math.floor(deps.clock.now() / 1000);
    const completed = completedResponse(started, reply, completed_at);
    keep(completed);
    await send({ type: "response.completed", response: completed });
  });
}

/** What of a response is known before it is answered. */
type ResponseHead = Pick<
  ResponseObject,
  | "id"
  | "created_at"
  | "instructions"
  | "metadata"
  | "model"
  | "previous_response_id"
  | "store"
  | "text"
>;

const startedResponse = (head: ResponseHead): ResponseObject => ({
  ...head,
  object: "response",
  completed_at: null,
  status: "in_progress",
  background: false,
  error: null,
  incomplete_details: null,
  max_output_tokens: null,
  output: [],
  parallel_tool_calls: true,
  reasoning: { effort: null, summary: null },
  temperature: null,
  tool_choice: "auto",
  tools: [],
  top_p: null,
  truncation: "disabled",
});

const partOf = ({ text, refusal }: Rendered): OutputPart =>
  text === null
    ? { type: "refusal", refusal }
    : { type: "output_text", text, annotations: [], logprobs: [] };

const messageOf = (id: string, content: OutputPart[]): OutputMessage => ({
  id,
  type: "message",
  role: "assistant",
  status: "completed",
  content,
});

const completedResponse = (
  started: ResponseObject,
  { rendered, usage: { tokens_input, tokens_output }, turn }: Reply,
  completed_at: number,
): ResponseObject => ({
  ...started,
  ...(turn && { regente: turnExtrasOf(turn) }),
  completed_at,
  status: "completed",
  output: [messageOf(messageIdOf(started.id), [partOf(rendered)])],
  usage: {
    input_tokens: tokens_input,
    input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
    output_tokens: tokens_output,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: tokens_input + tokens_output,
  },
});

type Unnumbered<Event> = Event extends unknown ? Omit<Event, "sequence_number"> : never;
/** An event before it has its number in the stream. */
type NewResponseEvent = Unnumbered<ResponseEvent>;

/** What is told between the beginning and the end of a streamed response. */
function eventsOf(
  rendered: Rendered,
  response_id: string,
  /** The beginning of the text, which was told already with `firstEventsOf`. */
  told = "",
): NewResponseEvent[] {
  const item_id = messageIdOf(response_id);
  const at = { item_id, output_index: 0, content_index: 0 };
  const whole = partOf(rendered);
  const said: NewResponseEvent[] =
    rendered.text === null
      ? [
          { type: "response.refusal.delta", ...at, delta: rendered.refusal },
          { type: "response.refusal.done", ...at, refusal: rendered.refusal },
        ]
      : [
          {
            type: "response.output_text.delta",
            ...at,
            delta: restOf(rendered.text, told),
            logprobs: [],
          },
          { type: "response.output_text.done", ...at, text: rendered.text, logprobs: [] },
        ];
  const message = messageOf(item_id, [whole]);
  return [
    ...(told === "" ? firstEventsOf(whole, response_id) : []),
    ...said,
    { type: "response.content_part.done", ...at, part: whole },
    { type: "response.output_item.done", output_index: 0, item: message },
  ];
}

/** What is told before the words of a streamed response. */
function firstEventsOf(whole: OutputPart, response_id: string): NewResponseEvent[] {
  const item_id = messageIdOf(response_id);
  const part: OutputPart =
    whole.type === "refusal" ? { ...whole, refusal: "" } : { ...whole, text: "" };
  const item = { ...messageOf(item_id, []), status: "in_progress" as const };
  return [
    { type: "response.output_item.added", output_index: 0, item },
    { type: "response.content_part.added", item_id, output_index: 0, content_index: 0, part },
  ];
}

/** Words that are told before the whole text is known. */
function earlyEventsOf(text: string, response_id: string, isFirst: boolean): NewResponseEvent[] {
  const at = { item_id: messageIdOf(response_id), output_index: 0, content_index: 0 };
  const first = isFirst ? firstEventsOf(partOf({ text: "", refusal: null }), response_id) : [];
  return [...first, { type: "response.output_text.delta", ...at, delta: text, logprobs: [] }];
}

/** So far the newest sessions are looked through. */
const PAGES = 10;
const PAGE = 500;

/**
 * Forget where the conversation goes on after a response: the place that its id names, and the one by which its
 * transcript is found. False: none goes on there.
 */
async function forgetResponse(
  deps: TurnDeps,
  { deleteSession }: Pick<Turns, "deleteSession">,
  key: SessionKey,
): Promise<boolean> {
  const places = await samePlaces(deps, key);
  for (const session_id of places) await deleteSession(deps, { ...key, session_id });
  return places.length > 0;
}

async function samePlaces(
  { store }: Pick<TurnDeps, "store">,
  { user_id, session_id }: SessionKey,
): Promise<string[]> {
  const state = await store.conversations.load({ user_id, session_id });
  if (state === undefined) return [];
  // A summary that is written later is written at one of both places.
  const isSame = ({ session_id: place, state: other }: StoredSession) =>
    isPlaceOfTranscript(place) &&
    other.title === state.title &&
    other.turn_count === state.turn_count &&
    other.last_answer === state.last_answer;
  const places = [session_id];
  let before: string | undefined;
  for (let page = 0; page < PAGES; page += 1) {
    const { sessions, next } = await store.conversations.list({ user_id }, PAGE, before);
    places.push(...sessions.filter(isSame).map((each) => each.session_id));
    if (next === undefined) break;
    before = next;
  }
  return places;
}
