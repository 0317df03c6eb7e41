import { z } from "zod";
import { responseFormat } from "./answer-format.ts";
import {
  type ChatMessage,
  contentPart,
  requestNotes,
  textOf,
  userMessage,
} from "./chat-message.ts";

const MAX_CHOICES = 8;

const chatMessage = z.looseObject({
  role: z.enum(["system", "developer", "user", "assistant", "tool", "function"]),
  content: z.union([z.string(), z.array(contentPart), z.null()]).optional(),
  refusal: z.string().nullish(),
});

/**
 * What a chat client sends, as far as it means something here. Everything else (temperature, tools, stop,
 * penalties, unknown keys, nulls) is accepted and ignored: refusing it is what breaks real clients.
 */
export const chatRequest = z.looseObject({
  model: z.string().min(1),
  messages: z.array(chatMessage).min(1).max(5000),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
  n: z
    .int({ error: `must be a whole number from 1 to ${MAX_CHOICES}` })
    .min(1)
    .max(MAX_CHOICES)
    .nullish(),
  response_format: responseFormat.nullish(),
  user: z.unknown().optional(),
  metadata: requestNotes,
  session_id: z.unknown().optional(),
  conversation: z.unknown().optional(),
});
type ChatRequest = z.infer<typeof chatRequest>;

const roles = {
  system: "system",
  developer: "system",
  user: "user",
  assistant: "assistant",
  tool: "tool",
  function: "tool",
} as const;

/** The messages as who said what. */
export const messagesOfChat = ({ messages }: ChatRequest): ChatMessage[] =>
  messages.map(({ role, content, refusal }) => {
    if (role === "user") return userMessage(content);
    return { role: roles[role], text: textOf(content) || (refusal ?? "") };
  });
