import type { TurnResponse, Usage } from "#shared/contracts/endpoints.ts";
import type {
  ChatCompletion,
  ChatCompletionChunk,
  OpenWebuiSource,
  TurnExtras,
} from "#shared/contracts/openai.ts";
import { linkTo } from "./answer-format.ts";
import type { Reply } from "./replier.ts";

/** What one answer needs to be told in OpenAI's shapes. */
export type Completion = { id: string; created: number; model: string; choices: number };

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

export function wholeCompletion(
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
export const chunk = (
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
export const chunks = (completion: Completion, delta: Delta): ChatCompletionChunk[] =>
  Array.from({ length: completion.choices }, (_, index) => chunk(completion, delta, index));

/** The ends of all choices; the last one carries what is told beside the words. */
export function lastChunks(
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

export const usageChunk = (completion: Completion, usage: Usage): ChatCompletionChunk => ({
  ...chunk(completion, {}),
  choices: [],
  usage: usageOf(usage),
});

/** Sources as Open WebUI lists them under an answer. */
export function openWebuiSources(
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
export const statusEvent = (description: string, done: boolean) => ({
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
