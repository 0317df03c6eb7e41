import { z } from "zod";
import { isJsonObject } from "#shared/contracts/json.ts";
import { chatRequest, messagesOfChat } from "../openai/chat.ts";
import type { ChatMessage } from "../openai/chat-message.ts";
import { messagesOfResponse, previousOf, responsesRequest } from "../openai/responses-request.ts";

/** A conversation on either API, as far as it says whose it is. */
export type Conversation = {
  surface: "chat" | "responses";
  model: string;
  stream: boolean;
  said: readonly ChatMessage[];
  /** Of the Responses API: what it goes on from. */
  previous: string | undefined;
  body: z.infer<typeof chatRequest> | z.infer<typeof responsesRequest>;
  /** Functions that the client offers. */
  tools: readonly string[];
};

/** What asks for more than words: then the upstream answers, whatever is said. */
const more = z
  .looseObject({
    n: z.int().min(2),
  })
  .or(z.looseObject({ background: z.literal(true) }))
  .or(z.looseObject({ conversation: z.unknown().refine((value) => value != null) }))
  .or(z.looseObject({ logprobs: z.literal(true) }))
  .or(z.looseObject({ audio: z.looseObject({}) }))
  .or(z.looseObject({ tool_choice: z.union([z.literal("required"), z.looseObject({})]) }))
  .or(
    z.looseObject({
      response_format: z.looseObject({ type: z.enum(["json_object", "json_schema"]) }),
    }),
  )
  .or(
    z.looseObject({
      text: z.looseObject({
        format: z.looseObject({ type: z.enum(["json_object", "json_schema"]) }),
      }),
    }),
  );

const named = z.object({ name: z.string() });
const tool = z.union([
  z.object({ function: named }).transform((each) => each.function.name),
  named.transform(({ name }) => name),
]);
const words = z.union([
  z.string(),
  z.array(z.looseObject({ type: z.enum(["text", "input_text"]) })),
]);
const spoken = z.looseObject({ role: z.literal("user"), content: words });

/** True for a request that wants something that only a model gives. */
export const wantsMore = (body: object): boolean => more.safeParse(body).success;

/** Undefined: it is no conversation that ends with plain words of its user. */
export function conversationIn(
  surface: Conversation["surface"],
  value: unknown,
): Conversation | undefined {
  const tools =
    z.array(tool.catch("")).safeParse(isJsonObject(value) ? value["tools"] : []).data ?? [];
  if (surface === "chat") {
    const body = chatRequest.safeParse(value).data;
    if (body === undefined || !spoken.safeParse(body.messages.at(-1)).success) return undefined;
    const { model, stream } = body;
    return {
      surface,
      model,
      stream: stream === true,
      said: messagesOfChat(body),
      previous: undefined,
      body,
      tools,
    };
  }
  const body = responsesRequest.safeParse(value).data;
  if (body === undefined) return undefined;
  if (typeof body.input !== "string" && !spoken.safeParse(body.input.at(-1)).success)
    return undefined;
  const { model, stream } = body;
  return {
    surface,
    model,
    stream: stream === true,
    said: messagesOfResponse(body),
    previous: previousOf(body)?.id,
    body,
    tools,
  };
}
