import { z } from "zod";
import { MAX_INPUT_CHARS } from "#shared/contracts/intent.ts";
import { isJsonObject } from "#shared/contracts/json.ts";
import { isZone } from "#shared/contracts/names.ts";
import type { ResponseObject } from "#shared/contracts/openai.ts";
import { because, reason } from "#shared/messages/reason.ts";
import { HttpError } from "../http/http-error.ts";
import { type AnswerFormat, readFormat, responseFormat } from "./answer-format.ts";

/** One message of a conversation, whichever surface it came through: who, and the words. */
export type ChatMessage = {
  role: "system" | "user" | "assistant" | "tool";
  text: string;
  /** The text stood inside another one, which may be a document with a question in it. */
  isTakenOut?: boolean;
};

/** A part of a message on either surface; of pictures and files only that they are there is known. */
const contentPart = z.looseObject({
  text: z.string().nullish(),
  refusal: z.string().nullish(),
});

/** The zone that the notes of a request name, whatever they are. */
const zoneNoted = (notes: unknown): unknown =>
  (isJsonObject(notes) ? notes["timezone"] : undefined) ?? undefined;

/** Notes on a request, of any form; only a `timezone` among them must be one, as its times are meant in it. */
const requestNotes = z
  .unknown()
  .describe(
    "Any notes; `timezone` (Europe/Lisbon) is the zone that the request's times are meant in",
  )
  .refine((notes) => zoneNoted(notes) === undefined || isZone(zoneNoted(notes)), {
    path: ["timezone"],
    ...because("must_be_time_zone"),
  })
  .optional();

/** The time zone of whoever speaks, where the notes name it. */
export function zoneIn(notes: unknown): { timezone?: string } {
  const timezone = zoneNoted(notes);
  return isZone(timezone) ? { timezone } : {};
}

/** A message's content: words, or parts of which some have words. */
type Content = string | readonly z.infer<typeof contentPart>[] | null | undefined;

/** A message's words: its text, or its text parts one under the other. */
const textOf = (content: Content): string => textsOf(content).join("\n");

function textsOf(content: Content): string[] {
  if (content === null || content === undefined) return [];
  if (typeof content === "string") return [content];
  return content.map(({ text, refusal }) => text ?? refusal ?? "").filter(Boolean);
}

/** What the user said: of a prompt that a front end wrapped around it, with documents it found, the question alone. */
export function userMessage(content: Content): ChatMessage {
  const texts = textsOf(content);
  // Coding agents put notes to the model before what the user typed, which comes last.
  const typed = texts.filter((text) => !text.trimStart().startsWith("<system-reminder>"));
  const hasNotes = typed.length < texts.length;
  const text = hasNotes ? (typed.at(-1) ?? "") : texts.join("\n");
  const question = questionIn(text);
  const isTakenOut = question !== text || (hasNotes && typed.length > 1);
  return { role: "user", text: question, ...(isTakenOut && { isTakenOut }) };
}

function questionIn(text: string): string {
  if (!text.includes("</user_query>") && !text.includes("</context>")) return text;
  // A conversation that is quoted for another task may itself quote such a prompt.
  if (text.includes("<chat_history>")) return text;
  // What stands in a document is no question of the user's, whatever it is marked as.
  const documents = text.lastIndexOf("</context>");
  const open = text.lastIndexOf("<user_query>");
  const close = text.indexOf("</user_query>", open);
  if (open > documents && close !== -1)
    return text.slice(open + "<user_query>".length, close).trim();
  if (!/^\s*### Task:\s*Respond to the user query/.test(text)) return text;
  return text.slice(documents + "</context>".length).trim();
}

/** The thoughts that some clients send back with an answer are no part of it. */
export function withoutThoughts(text: string): string {
  return without(without(text, '<details type="reasoning"', "</details>"), "<think>", "</think>");
}

function without(text: string, open: string, close: string): string {
  let kept = "";
  let from = 0;
  for (;;) {
    const start = text.indexOf(open, from);
    const end = start === -1 ? -1 : text.indexOf(close, start);
    if (end === -1) return kept + text.slice(from);
    kept += text.slice(from, start);
    from = end + close.length;
  }
}

/**
 * What the user said since the last answer and before what they said last, which is all that is read: a message whose
 * answer never arrived, a file or a note that a front end sends as a message of its own. The same words twice are one
 * message that was sent again.
 */
export function unreadBefore(said: readonly ChatMessage[]): string[] {
  const spoken = said.filter(({ role }) => role !== "system");
  const last = spoken.pop()?.text.trim();
  const from = spoken.findLastIndex(({ role }) => role !== "user") + 1;
  const texts = spoken.slice(from).map(({ text }) => text.trim());
  return texts.filter((text) => text !== "" && text !== last);
}

/**
 * What the user just said: the last message but for notes to the model, which must be theirs.
 * `nameOf` names a message's content as the request does, "messages.3.content".
 * Errors: HttpError 400
 */
export function lastUserText(said: readonly ChatMessage[], nameOf: (at: number) => string): string {
  const at = said.findLastIndex(({ role }) => role === "user" || role === "assistant");
  const last = said[at];
  if (last?.role !== "user")
    throw new HttpError(
      400,
      reason(last === undefined ? "missing_user_message" : "nothing_to_answer"),
      {
        code: "missing_user_message",
        param: nameOf(-1),
      },
    );
  const text = last.text.trim();
  if (text === "") throw new HttpError(400, reason("empty_message"), { param: nameOf(at) });
  if (text.length > MAX_INPUT_CHARS)
    throw new HttpError(
      400,
      reason("message_too_long", { length: text.length, most: MAX_INPUT_CHARS }),
      { param: nameOf(at) },
    );
  return text;
}

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

/** Whatever else speaks is a tool. */
const roles: ReadonlyMap<unknown, ChatMessage["role"]> = new Map([
  ["system", "system"],
  ["developer", "system"],
  ["user", "user"],
  ["assistant", "assistant"],
]);

/** The messages as who said what. */
export const messagesOfChat = ({ messages }: ChatRequest): ChatMessage[] =>
  messages.map(({ role, content, refusal }) => {
    if (role === "user") return userMessage(content);
    return { role: roles.get(role) ?? "tool", text: textOf(content) || (refusal ?? "") };
  });

/** A message, or anything else that may stand between messages and says nothing to us. */
const inputItem = z.looseObject({
  type: z.string().nullish(),
  id: z.string().nullish(),
  role: z.string().optional(),
  content: z.unknown().optional(),
});
const messageContent = z.union([z.string(), z.array(contentPart)]);

/** What a client of the Responses API sends, as far as it means something here; the rest is ignored. */
export const responsesRequest = z.looseObject({
  model: z.string().min(1),
  input: z.union([z.string(), z.array(inputItem).min(1).max(5000)]),
  instructions: z.string().nullish(),
  stream: z.boolean().nullish(),
  store: z.boolean().nullish(),
  previous_response_id: z.string().min(1).max(256).nullish(),
  text: z
    .looseObject({
      format: z
        .looseObject({
          type: z.string(),
          name: z.string().optional(),
          schema: z.record(z.string(), z.unknown()).optional(),
          strict: z.boolean().nullish(),
        })
        .nullish(),
    })
    .nullish(),
  user: z.unknown().optional(),
  metadata: requestNotes,
  session_id: z.unknown().optional(),
  conversation: z.unknown().optional(),
});
export type ResponsesRequest = z.infer<typeof responsesRequest>;

/** Instructions and input as who said what. */
export function messagesOfResponse({ instructions, input }: ResponsesRequest): ChatMessage[] {
  const system: ChatMessage[] = instructions ? [{ role: "system", text: instructions }] : [];
  if (typeof input === "string") return [...system, userMessage(input)];
  const messages = input.map(({ type, role, content }): ChatMessage => {
    const known = type == null || type === "message" ? roles.get(role) : undefined;
    const parsed = messageContent.safeParse(content);
    const said = known !== undefined && parsed.success ? parsed.data : "";
    return known === "user" ? userMessage(said) : { role: known ?? "tool", text: textOf(said) };
  });
  return [...system, ...messages];
}

/** A response and its message go by one name, so that who refers to the one has found the other. */
export const messageIdOf = (response_id: string): string => response_id.replace(/^resp_/, "msg_");

export type Previous = { id: string; param: string };

/**
 * The response that the conversation goes on from: the one that is named, or the one whose message is referred
 * to where others send the last answer's words.
 */
export function previousOf({
  previous_response_id,
  input,
}: ResponsesRequest): Previous | undefined {
  if (previous_response_id != null)
    return { id: previous_response_id, param: "previous_response_id" };
  if (typeof input === "string") return undefined;
  const answer = input.findLast(
    ({ type, role }) => type === "item_reference" || role === "assistant",
  );
  return answer?.type === "item_reference" && answer.id?.startsWith("msg_")
    ? { id: answer.id.replace(/^msg_/, "resp_"), param: "input" }
    : undefined;
}

/** The form of the answer, and how the answer names it. */
export function formatInResponse({ text }: ResponsesRequest): {
  format: AnswerFormat;
  shown: ResponseObject["text"]["format"];
} {
  const { type, ...json_schema } = text?.format ?? { type: "text" };
  const format = readFormat({ type, json_schema }, "text.format");
  return { format, shown: format };
}

/** Notes that the client keeps on a response; only texts are notes. */
export function notesIn({ metadata }: ResponsesRequest): Record<string, string> {
  if (!isJsonObject(metadata)) return {};
  const texts = Object.entries(metadata).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  return Object.fromEntries(texts.slice(0, 16));
}
