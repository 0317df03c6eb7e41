import { z } from "zod";
import { type Dialect, piecesOf, type Stopped } from "./loopback-provider.fixture.ts";

const REASONS: Record<Stopped, string> = {
  end: "stop",
  cut_off: "length",
  refused: "content_filter",
  tool: "tool_calls",
};
const usage = {
  prompt_tokens: 120,
  completion_tokens: 7,
  total_tokens: 127,
  prompt_tokens_details: { cached_tokens: 100, audio_tokens: 0 },
};
const head = { id: "chatcmpl-1", created: 1, model: "small-one" };
const toolCall = { id: "t1", type: "function", function: { name: "rm", arguments: "{}" } };

/** Source: platform.openai.com, "Chat completions", "Streaming", "Error codes" */
export const chatCompletions: Dialect = {
  settings: { provider: "openai", path: "/v1" },
  message: (text, stopped) => ({
    ...head,
    object: "chat.completion",
    choices: [
      {
        index: 0,
        message: {
          role: "assistant",
          content: text || null,
          refusal: null,
          ...(stopped === "tool" && { tool_calls: [toolCall] }),
        },
        finish_reason: REASONS[stopped],
        logprobs: null,
      },
    ],
    usage,
  }),
  events: (text, stopped) => {
    const chunk = (delta: object, finish_reason: string | null = null) => ({
      ...head,
      object: "chat.completion.chunk",
      choices: [{ index: 0, delta, finish_reason, logprobs: null }],
    });
    return [
      chunk({ role: "assistant", content: "" }),
      ...piecesOf(text).map((content) => chunk({ content })),
      chunk({}, REASONS[stopped]),
      { ...head, object: "chat.completion.chunk", choices: [], usage },
      "[DONE]",
    ].map((data) => ({ data }));
  },
  overload: { data: { error: { message: "Overloaded", type: "server_error", code: null } } },
  error: (_status, because) => ({
    error: {
      message: "no, sk-canary-8f41c2d7a9",
      type: because ? "insufficient_quota" : "requests",
      param: null,
      code: because ? "insufficient_quota" : "rate_limit_exceeded",
    },
  }),
  texts: (body) =>
    z
      .looseObject({
        messages: z.array(z.looseObject({ role: z.string(), content: z.string() })),
      })
      .parse(body)
      .messages.filter(({ role }) => role !== "system")
      .map(({ content }) => content),
};
