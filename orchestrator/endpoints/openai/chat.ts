import type { TurnResponse, Usage } from "#shared/contracts/endpoints.ts";
import { DEFAULT_LOCALE, inLocale, type Locale } from "#shared/contracts/names.ts";
import {
  type ChatCompletion,
  type ChatCompletionChunk,
  chatCompletion,
  chatCompletionChunk,
  type OpenWebuiSource,
  type TurnExtras,
} from "#shared/contracts/openai.ts";
import type { RunEvent } from "#shared/contracts/run.ts";
import type { Catalogue } from "../../catalogue/catalogue.ts";
import { failureWords } from "../../turn/reply/say.ts";
import type { EndpointContext, Route } from "../http/endpoint.ts";
import type { EndpointDeps } from "../http/endpoint-deps.ts";
import { streamEvents } from "../http/event-streams.ts";
import type { Watch } from "../http/idempotency.ts";
import { MAX_LARGE_BODY, readBody } from "../http/read-body.ts";
import { linkTo, readFormat } from "./answer-format.ts";
import type { Ready, Replier, Reply } from "./replier.ts";
import { chatRequest, messagesOfChat } from "./requests.ts";

const marks = { success: "✓", failure: "✗" } as const;

/** A run's event as a line of progress, or undefined when it is nothing to show. */
function progressLine(event: RunEvent, catalogue: Catalogue, locale: Locale): string | undefined {
  const nameOf = (domain: string, capability: string): string => {
    const described = catalogue.capability(domain, capability)?.spec.description;
    return (described && inLocale(described, locale)) ?? `${domain}.${capability}`;
  };
  switch (event.type) {
    case "step_started":
      return event.attempt === 1 ? `→ ${nameOf(event.domain, event.capability)}` : undefined;
    case "step_retried":
      return `↻ ${event.reason}`;
    case "step_finished": {
      const { status, domain, capability } = event.step;
      const mark = status === "success" || status === "failure" ? marks[status] : "·";
      return `${mark} ${nameOf(domain, capability)}`;
    }
    case "plan":
    case "reply":
      return undefined;
  }
}

const HEARTBEAT_MS = 10_000;

const unwatched: Watch = () => undefined;

/** POST /v1/chat/completions: the endpoint of every OpenAI-compatible client. */
export const chatRoutes = ({ deps }: EndpointDeps, replier: Replier): Route[] => [
  {
    method: "POST",
    path: "/v1/chat/completions",
    right: "chat",
    summary: "A conversation, as OpenAI-compatible clients send it",
    body: chatRequest,
    answer: chatCompletion,
    events: chatCompletionChunk,
    handle: async (context) => {
      const body = await readBody(context, chatRequest, MAX_LARGE_BODY);
      const ready = await replier(context, {
        model: body.model,
        said: messagesOfChat(body),
        nameOf: (at) => (at < 0 ? "messages" : `messages.${at}.content`),
        format: readFormat(body.response_format, "response_format"),
        body,
      });
      const completion: Completion = {
        id: deps.makeId("chatcmpl"),
        created: Math.floor(deps.clock.now() / 1000),
        model: body.model,
        choices: body.n ?? 1,
      };
      if (body.stream === true)
        return streamChat(context, ready, completion, body.stream_options?.include_usage === true);
      return context.json(wholeCompletion(completion, await ready.run(unwatched), ready.origin));
    },
  },
];

function streamChat(
  context: EndpointContext,
  { deps, origin, isText, run }: Ready,
  completion: Completion,
  includeUsage: boolean,
): Response {
  return streamEvents(context, async (stream) => {
    const send = (data: ChatCompletionChunk) => stream.writeSSE({ data: JSON.stringify(data) });
    const sendAll = async (all: readonly ChatCompletionChunk[]) => {
      for (const each of all) await send(each);
    };
    await sendAll(chunks(completion, { role: "assistant", content: "" }));
    const heartbeat = setInterval(() => void send(chunk(completion, {})), HEARTBEAT_MS);
    const { catalogue } = deps.current();
    let spoken: Locale = DEFAULT_LOCALE;
    let reply: Reply | undefined;
    let early = "";
    try {
      reply = await run((event, locale) => {
        spoken = locale;
        if (event.type === "words") {
          if (isText) void sendAll(chunks(completion, { content: event.text }));
          if (isText) early += event.text;
          return;
        }
        const line = progressLine(event, catalogue, locale);
        if (line === undefined) return;
        const progress = chunk(completion, { reasoning_content: `${line}\n` });
        void send({ ...progress, event: statusEvent(line, event.type === "step_finished") });
      });
      const { text, refusal } = reply.rendered;
      const content = text === null ? "" : restOf(text, early);
      await sendAll(chunks(completion, text === null ? { refusal } : { content }));
    } catch (error) {
      // A cut socket loses what was shown; the reason as text keeps it.
      deps.log.error({ err: error }, "a streamed turn failed");
      await sendAll(chunks(completion, { content: restOf(failureWords(error, spoken), early) }));
    } finally {
      clearInterval(heartbeat);
    }
    for (const data of reply?.turn === undefined ? [] : openWebuiSources(reply.turn, origin))
      await send({ ...chunk(completion, {}), event: { type: "citation", data } });
    await sendAll(lastChunks(completion, reply, origin));
    if (includeUsage && reply !== undefined) await send(usageChunk(completion, reply.usage));
    await stream.writeSSE({ data: "[DONE]" });
  });
}

/** What one answer needs to be told in OpenAI's shapes. */
type Completion = { id: string; created: number; model: string; choices: number };

const usageOf = ({ tokens_input, tokens_output }: Usage) => ({
  prompt_tokens: tokens_input,
  completion_tokens: tokens_output,
  total_tokens: tokens_input + tokens_output,
});

/** What our own clients and Open WebUI may want beside the words. */
function extrasOf(turn: TurnResponse | undefined, origin: string) {
  if (turn === undefined) return {};
  const sources = openWebuiSources(turn, origin);
  return { ...(sources.length > 0 && { sources }), regente: turnExtrasOf(turn) };
}

function wholeCompletion(
  { id, created, model, choices }: Completion,
  { rendered, usage, turn }: Reply,
  origin: string,
): ChatCompletion {
  const choice = (index: number) => ({
    index,
    message: { role: "assistant" as const, content: rendered.text, refusal: rendered.refusal },
    logprobs: null,
    finish_reason: "stop" as const,
  });
  return {
    id,
    object: "chat.completion",
    created,
    model,
    // An answer is the same however often it is given.
    choices: choices === 1 ? [choice(0)] : Array.from({ length: choices }, (_, at) => choice(at)),
    usage: usageOf(usage),
    ...extrasOf(turn, origin),
  };
}

type Choice = ChatCompletionChunk["choices"][number];
type Delta = Choice["delta"];

/** One chunk of a stream; an empty delta is the heartbeat that every client ignores. */
const chunk = (
  { id, created, model }: Completion,
  delta: Delta,
  index = 0,
  finish_reason: Choice["finish_reason"] = null,
): ChatCompletionChunk => ({
  id,
  object: "chat.completion.chunk",
  created,
  model,
  choices: [{ index, delta, logprobs: null, finish_reason }],
});

/** The same in every choice. */
const chunks = (completion: Completion, delta: Delta): ChatCompletionChunk[] =>
  Array.from({ length: completion.choices }, (_, index) => chunk(completion, delta, index));

/** The ends of all choices; the last one carries what is told beside the words. */
function lastChunks(
  completion: Completion,
  reply: Reply | undefined,
  origin: string,
): ChatCompletionChunk[] {
  const ends = Array.from({ length: completion.choices }, (_, index) =>
    chunk(completion, {}, index, "stop"),
  );
  return ends.with(-1, {
    ...chunk(completion, {}, completion.choices - 1, "stop"),
    ...extrasOf(reply?.turn, origin),
  });
}

const usageChunk = (completion: Completion, usage: Usage): ChatCompletionChunk => ({
  ...chunk(completion, {}),
  choices: [],
  usage: usageOf(usage),
});

/** Sources as Open WebUI lists them under an answer. */
function openWebuiSources(
  { sources }: Pick<TurnResponse, "sources">,
  origin: string,
): OpenWebuiSource[] {
  return sources.flatMap(({ title, url }) => {
    const link = linkTo(url, origin);
    if (link === undefined) return [];
    const name = title || link;
    return [{ source: { name, url: link }, document: [name], metadata: [{ source: link, name }] }];
  });
}

/** A line of progress above the answer. */
const statusEvent = (description: string, done: boolean) => ({
  type: "status" as const,
  data: { description, done },
});

/** How a turn ended, and where its conversation stands. */
export const turnExtrasOf = ({
  session_id,
  run_id,
  status,
  pending,
}: TurnResponse): TurnExtras => ({ session_id, run_id, status, pending });

/** What is left to tell of a text whose beginning was told; one that begins otherwise is told as a whole, below it. */
export const restOf = (text: string, told: string): string =>
  text.startsWith(told) ? text.slice(told.length) : `\n\n${text}`;
