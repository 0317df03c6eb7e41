import { z } from "zod";
import { MAX_INPUT_CHARS } from "#shared/contracts/intent.ts";
import { DoorError } from "../door-error.ts";

const textPart = z.looseObject({ type: z.string(), text: z.string().optional() });
const messageContent = z.union([z.string(), z.array(textPart), z.null()]).optional();

const chatMessage = z.looseObject({
  role: z.enum(["system", "developer", "user", "assistant", "tool", "function"]),
  content: messageContent,
});
export type ChatMessage = z.infer<typeof chatMessage>;

/**
 * What a chat client sends, as far as it means something here. Everything else (temperature, tools, stop,
 * penalties, unknown keys, nulls) is accepted and ignored: refusing it is what breaks real clients.
 */
export const chatRequest = z.looseObject({
  model: z.string().min(1),
  messages: z.array(chatMessage).min(1).max(5000),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().nullish() }).nullish(),
  n: z.literal(1, { error: "only one choice is given" }).nullish(),
  user: z.unknown().optional(),
  metadata: z.unknown().optional(),
  session_id: z.unknown().optional(),
  conversation: z.unknown().optional(),
});
export type ChatRequest = z.infer<typeof chatRequest>;

/** A message's words: its text, or its text parts one under the other. */
export function textOf({ content }: ChatMessage): string {
  if (content === null || content === undefined) return "";
  if (typeof content === "string") return content;
  return content
    .map((part) => part.text ?? "")
    .filter((text) => text !== "")
    .join("\n");
}

/**
 * What the user just said: the last message, which must be theirs and say something.
 * Errors: DoorError 400
 */
export function lastUserText(messages: readonly ChatMessage[]): string {
  const at = messages.findLastIndex(({ role }) => role === "user");
  const message = messages[at];
  if (message === undefined)
    throw new DoorError(
      400,
      "missing_user_message",
      "There is no message with role user.",
      "messages",
    );
  const text = textOf(message).trim();
  const param = `messages.${at}.content`;
  if (text === "")
    throw new DoorError(400, "empty_message", "The last user message has no text.", param);
  if (text.length > MAX_INPUT_CHARS)
    throw new DoorError(
      400,
      "message_too_long",
      `The last user message has ${text.length} characters; the limit is ${MAX_INPUT_CHARS}.`,
      param,
    );
  return text;
}
