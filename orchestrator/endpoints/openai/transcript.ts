import { hash } from "node:crypto";
import { isJsonObject } from "#shared/contracts/json.ts";
import { idIn } from "../http/identity.ts";
import { type ChatMessage, withoutThoughts } from "./chat-message.ts";

/** One thing that was said, as it is the same in every request that repeats it. */
export type Line = readonly [role: string, text: string];

/** Clients trim and re-wrap what they send back. */
const plain = (text: string): string => text.replace(/\s+/g, " ").trim();

/** What user and assistant said; system prompts change between requests of one conversation. */
export const linesOf = (said: readonly ChatMessage[]): Line[] =>
  said
    .filter(({ role }) => role === "user" || role === "assistant")
    .map(({ role, text }) => [role, plain(role === "user" ? text : withoutThoughts(text))]);

const digest = (user_id: string, lines: readonly Line[]): string =>
  `t_${hash("sha256", JSON.stringify([user_id, lines]), "base64url").slice(0, 32)}`;

/**
 * The place in a conversation that only its transcript names; undefined when nothing was answered yet. A
 * question is kept under the digest of all that led to it, so a regenerated, edited or branched message finds
 * the question it belongs to.
 */
export function placeBefore(user_id: string, lines: readonly Line[]): string | undefined {
  const lastAnswer = lines.findLastIndex(([role]) => role === "assistant");
  return lastAnswer === -1 ? undefined : digest(user_id, lines.slice(0, lastAnswer + 1));
}

/** The place where it goes on after this answer. */
export const placeAfter = (user_id: string, lines: readonly Line[], answer: string): string =>
  digest(user_id, [...lines, ["assistant", plain(answer)]]);

/** What a body may name its session and its user by. */
export type NamedInBody = {
  metadata?: unknown;
  session_id?: unknown;
  conversation?: unknown;
  user?: unknown;
};

const NAMED_IN_METADATA = ["session_id", "conversation_id", "chat_id"] as const;

/** The session that a body names, where clients put it. */
export function sessionInBody(body: NamedInBody): string | undefined {
  const { metadata, conversation, session_id } = body;
  if (isJsonObject(metadata))
    for (const key of NAMED_IN_METADATA) {
      const named = idIn(metadata[key]);
      if (named !== undefined) return named;
    }
  return idIn(session_id) ?? idIn(isJsonObject(conversation) ? conversation["id"] : conversation);
}

/** The user that a body names, by a text or an object with an id; whatever stands there. */
export const userInBody = ({ user }: NamedInBody): unknown =>
  isJsonObject(user) ? user["id"] : user;
