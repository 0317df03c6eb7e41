import type { Unsent } from "./carry-message.ts";
import type { Chat } from "./chat-of.ts";
import type { MessagePart } from "./message-part.ts";
import type { Words } from "./words.ts";

export const isWords = (part: MessagePart): part is string => typeof part === "string";
export const isFile = (part: MessagePart): boolean => !isWords(part);

/** Sentences in a row; empty ones are left out. */
export const told = (...sentences: readonly string[]): string =>
  sentences.filter((sentence) => sentence !== "").join(" ");

/** Files are not kept: whoever made them can give them again. */
export const filesLost = (unsent: readonly MessagePart[], say: Words): string =>
  unsent.some(isFile) ? say.filesNotKept : "";

/** Why a message to someone did not go, or how much of it did. */
export function whatHappened(
  sending: Unsent,
  { name }: Pick<Chat, "name">,
  { sent, of }: { sent: number; of: number },
  say: Words,
): string {
  if (sending.state === "unknown")
    return of === 1 ? say.unknown(name) : say.unknownPartly(name, sent, of);
  const reason = say.reasons[sending.code](sending.detail);
  return sent === 0 ? say.notSent(name, reason) : say.sentPartly(name, sent, of, reason);
}
