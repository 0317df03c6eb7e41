import { createHash } from "node:crypto";
import { isJsonObject } from "#shared/contracts/json.ts";
import { type ChatMessage, type ChatRequest, textOf } from "./chat-request.ts";

/** Where a conversation stands, and where it goes on after an answer. */
export type Place = {
  session_id: string;
  /** Only where the transcript is the session; see TurnOptions.continueAs. */
  continueAs?: (answer: string) => string;
};

type Line = readonly [role: string, text: string];

/** What people and assistant said; system prompts change between requests of one conversation. */
const linesOf = (messages: readonly ChatMessage[]): Line[] =>
  messages
    .filter(({ role }) => role === "user" || role === "assistant")
    // Clients trim and re-wrap what they send back.
    .map((message) => [message.role, textOf(message).replace(/\s+/g, " ").trim()]);

const digest = (user_id: string, lines: readonly Line[]): string =>
  `t_${createHash("sha256")
    .update(JSON.stringify([user_id, lines]))
    .digest("base64url")
    .slice(0, 32)}`;

/**
 * The place in a conversation that only its transcript names. A question is kept under the digest of all
 * that led to it, so a regenerated, edited or branched message finds the question it belongs to.
 */
export function placeInTranscript(
  user_id: string,
  messages: readonly ChatMessage[],
  freshId: () => string,
): Place {
  const lines = linesOf(messages);
  const lastAnswer = lines.findLastIndex(([role]) => role === "assistant");
  return {
    session_id: lastAnswer === -1 ? freshId() : digest(user_id, lines.slice(0, lastAnswer + 1)),
    continueAs: (answer) =>
      digest(user_id, [...lines, ["assistant", answer.replace(/\s+/g, " ").trim()]]),
  };
}

const NAMED_IN_METADATA = ["session_id", "conversation_id", "chat_id"] as const;

/** The session that a body names, where clients put it. */
export function sessionInBody(body: ChatRequest): string | undefined {
  const metadata = isJsonObject(body.metadata) ? body.metadata : {};
  const named = [
    ...NAMED_IN_METADATA.map((key) => metadata[key]),
    body.session_id,
    body.conversation,
  ];
  return named.find((value) => typeof value === "string" && value !== "" && value.length <= 256) as
    | string
    | undefined;
}

/** The user that a body names: a text, or an object with an id. */
export function userInBody({ user }: ChatRequest): string | undefined {
  const named = isJsonObject(user) ? user["id"] : user;
  return typeof named === "string" && named !== "" && named.length <= 256 ? named : undefined;
}
