import { z } from "zod";
import { turnExtras } from "./openai.ts";

const tokens = z.int().nonnegative();

const textPart = z.strictObject({
  type: z.literal("output_text"),
  text: z.string(),
  annotations: z.array(z.never()),
  logprobs: z.array(z.never()),
});
const refusalPart = z.strictObject({ type: z.literal("refusal"), refusal: z.string() });
export const outputPart = z.discriminatedUnion("type", [textPart, refusalPart]);
export type OutputPart = z.infer<typeof outputPart>;

export const outputMessage = z.strictObject({
  id: z.string(),
  type: z.literal("message"),
  role: z.literal("assistant"),
  status: z.enum(["in_progress", "completed"]),
  content: z.array(outputPart),
});
export type OutputMessage = z.infer<typeof outputMessage>;

const textFormat = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("text") }),
  z.strictObject({ type: z.literal("json_object") }),
  z.strictObject({
    type: z.literal("json_schema"),
    name: z.string(),
    schema: z.record(z.string(), z.unknown()),
    strict: z.boolean(),
  }),
]);

export const responseUsage = z.strictObject({
  input_tokens: tokens,
  input_tokens_details: z.strictObject({ cached_tokens: tokens, cache_write_tokens: tokens }),
  output_tokens: tokens,
  output_tokens_details: z.strictObject({ reasoning_tokens: tokens }),
  total_tokens: tokens,
});

/** POST /v1/responses, GET /v1/responses/:id */
export const responseObject = z.strictObject({
  id: z.string(),
  object: z.literal("response"),
  /** Epoch seconds. */
  created_at: z.int(),
  completed_at: z.int().nullable(),
  status: z.enum(["in_progress", "completed"]),
  background: z.literal(false),
  error: z.null(),
  incomplete_details: z.null(),
  instructions: z.string().nullable(),
  max_output_tokens: z.null(),
  metadata: z.record(z.string(), z.string()),
  model: z.string(),
  output: z.array(outputMessage),
  parallel_tool_calls: z.literal(true),
  previous_response_id: z.string().nullable(),
  reasoning: z.strictObject({ effort: z.null(), summary: z.null() }),
  store: z.boolean(),
  temperature: z.null(),
  text: z.strictObject({ format: textFormat }),
  tool_choice: z.literal("auto"),
  tools: z.array(z.never()),
  top_p: z.null(),
  truncation: z.literal("disabled"),
  /** Absent while it is in progress. */
  usage: responseUsage.optional(),
  /** Absent while it is in progress, and where no turn was made. */
  regente: turnExtras.optional(),
});
export type ResponseObject = z.infer<typeof responseObject>;

/** DELETE /v1/responses/:id */
export const responseDeleted = z.strictObject({
  id: z.string(),
  object: z.literal("response"),
  deleted: z.literal(true),
});

const sequence_number = z.int().nonnegative();
const whole = <const Type extends string>(type: Type) =>
  z.strictObject({ type: z.literal(type), sequence_number, response: responseObject });
const item = <const Type extends string>(type: Type) =>
  z.strictObject({
    type: z.literal(type),
    sequence_number,
    output_index: z.int(),
    item: outputMessage,
  });
const inPart = {
  sequence_number,
  item_id: z.string(),
  output_index: z.int(),
  content_index: z.int(),
};
const part = <const Type extends string>(type: Type) =>
  z.strictObject({ type: z.literal(type), ...inPart, part: outputPart });

/** The events of a streamed response, in this order; a refusal has its own two in the place of the text's. */
export const responseEvent = z.discriminatedUnion("type", [
  whole("response.created"),
  whole("response.in_progress"),
  item("response.output_item.added"),
  part("response.content_part.added"),
  z.strictObject({
    type: z.literal("response.output_text.delta"),
    ...inPart,
    delta: z.string(),
    logprobs: z.array(z.never()),
  }),
  z.strictObject({
    type: z.literal("response.output_text.done"),
    ...inPart,
    text: z.string(),
    logprobs: z.array(z.never()),
  }),
  z.strictObject({ type: z.literal("response.refusal.delta"), ...inPart, delta: z.string() }),
  z.strictObject({ type: z.literal("response.refusal.done"), ...inPart, refusal: z.string() }),
  part("response.content_part.done"),
  item("response.output_item.done"),
  whole("response.completed"),
]);
export type ResponseEvent = z.infer<typeof responseEvent>;
