import type { TurnResponse } from "#shared/contracts/doors.ts";

/** What one answer needs to be told in OpenAI's shapes. */
export type Completion = { id: string; created: number; model: string };

type Told = Pick<TurnResponse, "answer" | "sources" | "files">;

/** The answer with its pictures, files and sources as Markdown, which every client shows. */
export function contentOf({ answer, sources, files }: Told, origin: string): string {
  const link = (url: string) => (url.startsWith("/") ? `${origin}${url}` : url);
  // One picture of a kind is enough: a chart comes as PNG for everyone and as SVG for those who ask.
  const images = files.filter(({ media_type }) => media_type.startsWith("image/"));
  const shown = images.find(({ media_type }) => media_type !== "image/svg+xml") ?? images[0];
  const others = files.filter((file) => file !== shown);
  return [
    answer,
    ...(shown === undefined ? [] : [`![${shown.name}](${link(shown.url)})`]),
    ...(others.length === 0
      ? []
      : [others.map(({ name, url }) => `[${name}](${link(url)})`).join(" · ")]),
    ...(sources.length === 0
      ? []
      : [sources.map(({ title, url }) => `- [${title}](${url})`).join("\n")]),
  ].join("\n\n");
}

const usageOf = ({ usage }: TurnResponse) => ({
  prompt_tokens: usage.tokens_input,
  completion_tokens: usage.tokens_output,
  total_tokens: usage.tokens_input + usage.tokens_output,
});

/** What our own clients may want beside the words. */
const extrasOf = ({ session_id, run_id, status, pending }: TurnResponse) => ({
  regente: { session_id, run_id, status, pending },
});

export const wholeCompletion = (
  { id, created, model }: Completion,
  turn: TurnResponse,
  content: string,
) => ({
  id,
  object: "chat.completion",
  created,
  model,
  choices: [
    {
      index: 0,
      message: { role: "assistant", content, refusal: null },
      logprobs: null,
      finish_reason: "stop",
    },
  ],
  usage: usageOf(turn),
  ...extrasOf(turn),
});

type Delta = { role?: "assistant"; content?: string; reasoning_content?: string };

/** One chunk of a stream; an empty delta is the heartbeat that every client ignores. */
export const chunk = (
  { id, created, model }: Completion,
  delta: Delta,
  finish_reason: "stop" | null = null,
) => ({
  id,
  object: "chat.completion.chunk",
  created,
  model,
  choices: [{ index: 0, delta, logprobs: null, finish_reason }],
});

export const usageChunk = (completion: Completion, turn: TurnResponse) => ({
  ...chunk(completion, {}),
  choices: [],
  usage: usageOf(turn),
});

export const lastChunk = (completion: Completion, turn: TurnResponse) => ({
  ...chunk(completion, {}, "stop"),
  ...extrasOf(turn),
});
