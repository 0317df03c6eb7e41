import { z } from "zod";
import { isJsonObject } from "#shared/contracts/json.ts";
import type { ResponseObject } from "#shared/contracts/openai.ts";
import { type AnswerFormat, readFormat } from "./answer-format.ts";
import {
  type ChatMessage,
  contentPart,
  requestNotes,
  textOf,
  userMessage,
} from "./chat-message.ts";

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

const roles: ReadonlyMap<unknown, ChatMessage["role"]> = new Map([
  ["system", "system"],
  ["developer", "system"],
  ["user", "user"],
  ["assistant", "assistant"],
]);

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
