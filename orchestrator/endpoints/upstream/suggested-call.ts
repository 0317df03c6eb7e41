import type { EntityValue } from "#shared/contracts/intent.ts";

/** A call that a client is asked to make: of a tool that it offered itself. */
export type SuggestedCall = { id: string; name: string; arguments: string };
type Head = { id: string; created: number; model: string };
type Surface = "chat" | "responses";

/**
 * The client's own name of a tool: that of our MCP server, `finance.get_quote`, which clients give a prefix, and whose dot
 * some replace. Undefined: it offers none such. Pure.
 */
export function offeredName(offered: readonly string[], tool: string): string | undefined {
  const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]+/g, "_");
  const wanted = plain(tool);
  return offered.find((name) => plain(name) === wanted || plain(name).endsWith(`_${wanted}`));
}

export const callOf = (
  id: string,
  name: string,
  entities: Readonly<Record<string, EntityValue>>,
): SuggestedCall => ({ id, name, arguments: JSON.stringify(entities) });

const NOTHING = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };

/** The call as a whole answer of either API. */
export const wholeCall = (surface: Surface, head: Head, call: SuggestedCall): object =>
  surface === "chat"
    ? {
        ...{ ...head, object: "chat.completion", usage: NOTHING },
        choices: [
          {
            index: 0,
            message: {
              role: "assistant",
              content: null,
              refusal: null,
              tool_calls: [toolCall(call)],
            },
            logprobs: null,
            finish_reason: "tool_calls",
          },
        ],
      }
    : responseOf(head, "completed", [callItem(call, "completed")]);

const toolCall = ({ id, name, arguments: args }: SuggestedCall) => ({
  ...{ id, type: "function" as const },
  function: { name, arguments: args },
});

const callItem = ({ id, name, arguments: args }: SuggestedCall, status: string) => ({
  ...{ id: `fc_${id}`, type: "function_call", status, call_id: id, name },
  arguments: status === "completed" ? args : "",
});

const responseOf = ({ id, created, model }: Head, status: string, output: readonly object[]) => ({
  ...{ id, object: "response", created_at: created, status, model, output },
  ...{ error: null, incomplete_details: null, instructions: null, metadata: {} },
  ...{ parallel_tool_calls: true, temperature: null, tool_choice: "auto", tools: [], top_p: null },
  usage: {
    ...{ input_tokens: 0, output_tokens: 0, total_tokens: 0 },
    input_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 },
    output_tokens_details: { reasoning_tokens: 0 },
  },
});

/** The same as server-sent events, one after the other. */
export function streamedCall(surface: Surface, head: Head, call: SuggestedCall): string {
  if (surface === "chat") {
    const chunk = (delta: object, finish_reason: string | null = null) => ({
      ...{ ...head, object: "chat.completion.chunk" },
      choices: [{ index: 0, delta, logprobs: null, finish_reason }],
    });
    const chunks = [
      chunk({ role: "assistant", content: null, tool_calls: [{ index: 0, ...toolCall(call) }] }),
      chunk({}, "tool_calls"),
      { ...chunk({}), choices: [], usage: NOTHING },
    ];
    return `${chunks.map((each) => `data: ${JSON.stringify(each)}\n\n`).join("")}data: [DONE]\n\n`;
  }
  const at = { output_index: 0, item_id: `fc_${call.id}` };
  const begun = responseOf(head, "in_progress", []);
  const events = [
    { type: "response.created", response: begun },
    { type: "response.in_progress", response: begun },
    { type: "response.output_item.added", output_index: 0, item: callItem(call, "in_progress") },
    { type: "response.function_call_arguments.delta", ...at, delta: call.arguments },
    {
      type: "response.function_call_arguments.done",
      ...at,
      name: call.name,
      arguments: call.arguments,
    },
    { type: "response.output_item.done", output_index: 0, item: callItem(call, "completed") },
    { type: "response.completed", response: wholeCall("responses", head, call) },
  ];
  return events
    .map(
      (event, sequence_number) =>
        `event: ${event.type}\ndata: ${JSON.stringify({ ...event, sequence_number })}\n\n`,
    )
    .join("");
}
