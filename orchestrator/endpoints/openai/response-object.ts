import type {
  OutputMessage,
  OutputPart,
  ResponseEvent,
  ResponseObject,
} from "#shared/contracts/openai-responses.ts";
import type { Rendered } from "./answer-format.ts";
import { restOf, turnExtrasOf } from "./chat-completion.ts";
import type { Reply } from "./replier.ts";
import { messageIdOf } from "./responses-request.ts";

/** What of a response is known before it is answered. */
export type ResponseHead = Pick<
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

export const startedResponse = (head: ResponseHead): ResponseObject => ({
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

export const completedResponse = (
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
export type NewResponseEvent = Unnumbered<ResponseEvent>;

/** What is told between the beginning and the end of a streamed response. */
export function eventsOf(
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
export function earlyEventsOf(
  text: string,
  response_id: string,
  isFirst: boolean,
): NewResponseEvent[] {
  const at = { item_id: messageIdOf(response_id), output_index: 0, content_index: 0 };
  const first = isFirst ? firstEventsOf(partOf({ text: "", refusal: null }), response_id) : [];
  return [...first, { type: "response.output_text.delta", ...at, delta: text, logprobs: [] }];
}
