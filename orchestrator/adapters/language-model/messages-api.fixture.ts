import { z } from "zod";
import { type Dialect, piecesOf, type Stopped } from "./loopback-provider.fixture.ts";

const REASONS: Record<Stopped, string> = {
  end: "end_turn",
  cut_off: "max_tokens",
  refused: "refusal",
  tool: "tool_use",
};
const usage = {
  input_tokens: 15,
  cache_creation_input_tokens: 5,
  cache_read_input_tokens: 100,
  output_tokens: 7,
};
const head = {
  id: "msg_01",
  type: "message",
  role: "assistant",
  model: "small-one",
  stop_sequence: null,
};

/** Source: platform.claude.com, "Messages", "Streaming messages", "Errors" */
export const messagesApi: Dialect = {
  settings: { provider: "anthropic", path: "" },
  message: (text, stopped) => ({
    ...head,
    content:
      stopped === "tool"
        ? [{ type: "tool_use", id: "t1", name: "rm", input: {} }]
        : [
            { type: "thinking", thinking: "hm", signature: "s" },
            ...(text ? [{ type: "text", text }] : []),
          ],
    stop_reason: REASONS[stopped],
    usage,
  }),
  events: (text, stopped) =>
    [
      {
        type: "message_start",
        message: { ...head, content: [], stop_reason: null, usage: { ...usage, output_tokens: 1 } },
      },
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
      { type: "ping" },
      ...piecesOf(text).map((piece) => ({
        type: "content_block_delta",
        index: 0,
        delta: { type: "text_delta", text: piece },
      })),
      { type: "content_block_stop", index: 0 },
      {
        type: "message_delta",
        delta: { stop_reason: REASONS[stopped], stop_sequence: null },
        usage: { output_tokens: 7 },
      },
      { type: "message_stop" },
    ].map((data) => ({ event: data.type, data })),
  overload: {
    event: "error",
    data: { type: "error", error: { type: "overloaded_error", message: "Overloaded" } },
  },
  error: (status, because) => ({
    type: "error",
    error: {
      type: status === 529 ? "overloaded_error" : "rate_limit_error",
      message: "no, sk-canary-8f41c2d7a9",
      ...(because && { details: { error_code: "enforced_spend_limit_reached" } }),
    },
    request_id: "req_1",
  }),
  texts: (body) =>
    z
      .looseObject({ messages: z.array(z.looseObject({ content: z.string() })) })
      .parse(body)
      .messages.map(({ content }) => content),
};
