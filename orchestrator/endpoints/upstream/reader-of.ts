import { z } from "zod";
import type { ExplainResponse } from "#shared/contracts/endpoints.ts";
import type { GoalFrame } from "#shared/contracts/intent.ts";
import { isJsonObject } from "#shared/contracts/json.ts";
import { framesOf } from "../../planning/frames.ts";
import {
  type ChatMessage,
  chatRequest,
  messagesOfChat,
  messagesOfResponse,
  previousOf,
  responsesRequest,
} from "../openai/requests.ts";

/** Which goals a caller is answered here, and which are only suggested, `finance.get_quote`, `finance:*` or `*`. */
export type GoalsHere = {
  /** Absent: all that are not suggested. */
  answers?: readonly string[] | undefined;
  suggests?: readonly string[] | undefined;
};

/** Whose a message is. */
export type Reader = "here" | "upstream" | { suggests: GoalFrame };

const nameOf = ({ primary_domain, goal }: GoalFrame): string =>
  `${primary_domain}.${goal.toLowerCase()}`;
const names = (wanted: readonly string[] | undefined, frame: GoalFrame): boolean =>
  wanted?.some(
    (each) => each === "*" || each === `${frame.primary_domain}:*` || each === nameOf(frame),
  ) ?? false;

/** What an explanation says of whose a message is. */
export type Explained = Pick<
  ExplainResponse,
  | "intent"
  | "gate"
  | "needs"
  | "steps"
  | "pending"
  | "status"
  | "schedules"
  | "takes_back"
  | "settings"
>;

/**
 * Who answers a message that a model would answer too. It is ours where goals that account for every word of it are certain
 * enough to act on, and no model is needed for them; what only has a meaning after an answer of ours (taking it back, asking
 * the same of another day, answering our question) is ours where we gave the last answer. `isOurs`: we did. Pure.
 */
export function readerOf(explained: Explained, isOurs: boolean, goals: GoalsHere): Reader {
  const { intent, gate, needs, steps, pending, schedules, takes_back, settings } = explained;
  // Of a step that a model carries out no one knows the tokens.
  if (needs.some(({ what }) => what === "model") || steps.some(({ tokens }) => tokens === null))
    return "upstream";
  const frames = framesOf(intent);
  const isReply = intent.tier === "control" || intent.tier === "pending" || takes_back;
  if (isReply) return isOurs ? allowed(frames, goals) : "upstream";
  const isGuess = pending?.kind === "choose_goal";
  if (isGuess || intent.tier === "none" || (frames.length > 0 && !gate.passed)) return "upstream";
  // What is to be done later has a goal of its own only once it is due.
  const isLater = schedules.length > 0 || settings !== null || pending !== null;
  const isKnown =
    frames.length === 0
      ? isLater
      : intent.tier === "elliptical"
        ? isOurs && !leavesOut(intent)
        : isWhollyRead(explained, frames);
  return isKnown ? allowed(frames, goals) : "upstream";
}

/**
 * Every word is one of the goals' own or of their values, and it can be done. A model understands what is left over; and where
 * words only resemble a request, it answers better than a question of ours.
 */
function isWhollyRead(
  { intent, pending, status }: Explained,
  frames: readonly GoalFrame[],
): boolean {
  const isSure = frames.every(
    ({ read_whole, doubts = [] }) => read_whole === true && doubts.length === 0,
  );
  const lacksValue = pending?.kind === "fill" || pending?.kind === "select";
  if (!isSure || leavesOut(intent) || status === "failure") return false;
  return !lacksValue || intent.tier === "template";
}

/** Something was said that no goal and no value of it is made of: why it is asked, how it is to be told, or what is not wanted. */
const leavesOut = ({ evidence, modifiers = [], unread }: Explained["intent"]): boolean =>
  unread !== undefined ||
  evidence.some(({ kind }) => kind === "remark") ||
  modifiers.some(({ value, belongs_to: { to } }) => value === "left_out" && to === "request");

/** All of its goals, or none: half an answer would be worse than the model's. */
function allowed(frames: readonly GoalFrame[], { answers, suggests }: GoalsHere): Reader {
  const [only] = frames;
  if (frames.length === 1 && only !== undefined && names(suggests, only)) return { suggests: only };
  if (frames.some((frame) => names(suggests, frame))) return "upstream";
  if (answers === undefined) return "here";
  const isAll =
    frames.length > 0 ? frames.every((frame) => names(answers, frame)) : answers.length > 0;
  return isAll ? "here" : "upstream";
}

/** A conversation on either API, as far as it says whose it is. */
export type Conversation = {
  surface: "chat" | "responses";
  said: readonly ChatMessage[];
  /** Of the Responses API: what it goes on from. */
  previous: string | undefined;
  body: z.infer<typeof chatRequest> | z.infer<typeof responsesRequest>;
  /** Functions that the client offers and lets be called. */
  tools: readonly string[];
};

const structured = z.looseObject({ type: z.enum(["json_object", "json_schema"]) });
/** Any function or one; servers have several words for it. */
const demanded = z.union([z.string().regex(/^(?!auto$|none$)/), z.looseObject({})]);
/** What asks for more than words: then the upstream answers, whatever is said. */
const more = z
  .looseObject({ n: z.int().min(2) })
  .or(z.looseObject({ background: z.literal(true) }))
  .or(z.looseObject({ conversation: z.unknown().refine((value) => value != null) }))
  .or(z.looseObject({ logprobs: z.literal(true) }))
  .or(z.looseObject({ audio: z.looseObject({}) }))
  .or(z.looseObject({ tool_choice: demanded }))
  .or(z.looseObject({ function_call: demanded }))
  .or(z.looseObject({ response_format: structured }))
  .or(z.looseObject({ text: z.looseObject({ format: structured }) }));

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
  const { tools: offered, tool_choice } = isJsonObject(value) ? value : {};
  const tools =
    tool_choice === "none" ? [] : (z.array(tool.catch("")).safeParse(offered).data ?? []);
  const isSpoken = (last: unknown) => spoken.safeParse(last).success;
  if (surface === "chat") {
    const body = chatRequest.safeParse(value).data;
    if (body === undefined || !isSpoken(body.messages.at(-1))) return undefined;
    return { surface, said: messagesOfChat(body), previous: undefined, body, tools };
  }
  const body = responsesRequest.safeParse(value).data;
  if (body === undefined) return undefined;
  if (typeof body.input !== "string" && !isSpoken(body.input.at(-1))) return undefined;
  const said = messagesOfResponse(body);
  return { surface, said, previous: previousOf(body)?.id, body, tools };
}
