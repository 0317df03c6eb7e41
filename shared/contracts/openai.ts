import { z } from "zod";

// What OpenAI-compatible clients read: our answers in the shapes of its API, no field more than they know
// but `regente`, `sources`, `event` and `reasoning_content`, which clients that do not know them ignore.

const usageCount = z.int().nonnegative();

export const openaiModel = z.strictObject({
  id: z.string(),
  object: z.literal("model"),
  /** Epoch seconds. */
  created: z.int(),
  owned_by: z.string(),
  name: z.string(),
  description: z.string(),
});
export type OpenaiModel = z.infer<typeof openaiModel>;

/** GET /v1/models */
export const openaiModels = z.strictObject({
  object: z.literal("list"),
  data: z.array(openaiModel),
});

/** Where the turn stands, for our own clients. */
export const turnExtras = z.strictObject({
  session_id: z.string(),
  run_id: z.string(),
  status: z.string(),
  pending: z.unknown(),
});
export type TurnExtras = z.infer<typeof turnExtras>;

const openWebuiSource = z.strictObject({
  source: z.strictObject({ name: z.string(), url: z.string() }),
  document: z.array(z.string()),
  metadata: z.array(z.strictObject({ source: z.string(), name: z.string() })),
});
export type OpenWebuiSource = z.infer<typeof openWebuiSource>;

export const chatUsage = z.strictObject({
  prompt_tokens: usageCount,
  completion_tokens: usageCount,
  total_tokens: usageCount,
});

const completionHead = {
  id: z.string(),
  created: z.int(),
  model: z.string(),
};

/** POST /v1/chat/completions */
export const chatCompletion = z.strictObject({
  ...completionHead,
  object: z.literal("chat.completion"),
  choices: z
    .array(
      z.strictObject({
        index: z.int().nonnegative(),
        message: z.strictObject({
          role: z.literal("assistant"),
          content: z.string().nullable(),
          refusal: z.string().nullable(),
        }),
        logprobs: z.null(),
        finish_reason: z.literal("stop"),
      }),
    )
    .min(1),
  usage: chatUsage,
  sources: z.array(openWebuiSource).optional(),
  regente: turnExtras.optional(),
});
export type ChatCompletion = z.infer<typeof chatCompletion>;

/** One `data:` line of a streamed chat completion. */
export const chatCompletionChunk = z.strictObject({
  ...completionHead,
  object: z.literal("chat.completion.chunk"),
  choices: z.array(
    z.strictObject({
      index: z.int().nonnegative(),
      delta: z.strictObject({
        role: z.literal("assistant").optional(),
        content: z.string().optional(),
        refusal: z.string().optional(),
        reasoning_content: z.string().optional(),
      }),
      logprobs: z.null(),
      finish_reason: z.literal("stop").nullable(),
    }),
  ),
  usage: chatUsage.optional(),
  sources: z.array(openWebuiSource).optional(),
  event: z
    .discriminatedUnion("type", [
      z.strictObject({
        type: z.literal("status"),
        data: z.strictObject({ description: z.string(), done: z.boolean() }),
      }),
      z.strictObject({ type: z.literal("citation"), data: openWebuiSource }),
    ])
    .optional(),
  regente: turnExtras.optional(),
});
export type ChatCompletionChunk = z.infer<typeof chatCompletionChunk>;

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
