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
