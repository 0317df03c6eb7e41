import { Anthropic } from "@anthropic-ai/sdk";
import { zodOutputFormat } from "@anthropic-ai/sdk/helpers/zod";
import { z } from "zod";
import {
  modelChoice,
  modelErrorOf,
  OURS,
  type Provider,
  type ProviderAnswer,
  type ProviderCall,
  type ProviderSettings,
  THINKING_ROOM,
  type Transport,
  unreadable,
} from "./provider.ts";

const DEFAULT_FAST = "claude-haiku-5-5";
const DEFAULT_SMART = "claude-sonnet-5-5";
const HOST = "https://api.anthropic.com";

const count = z.int().nonnegative();
const spent = z.looseObject({
  input_tokens: count,
  output_tokens: count,
  cache_read_input_tokens: count.nullish(),
  cache_creation_input_tokens: count.nullish(),
});
/** The part of the Messages API's answer that is used. */
const message = z.looseObject({
  content: z.array(z.looseObject({ type: z.string(), text: z.string().optional() })),
  stop_reason: z.string(),
  usage: spent,
});
const streamEvent = z.discriminatedUnion("type", [
  z.looseObject({ type: z.literal("message_start"), message: z.looseObject({ usage: spent }) }),
  z.looseObject({
    type: z.literal("content_block_delta"),
    delta: z.looseObject({ type: z.string(), text: z.string().optional() }),
  }),
  z.looseObject({
    type: z.literal("message_delta"),
    delta: z.looseObject({ stop_reason: z.string().nullish() }),
    usage: z.looseObject({ output_tokens: count }),
  }),
]);

/** Claude by the Messages API. Source: platform.claude.com, "Messages", "Structured outputs", "Prompt caching" */
export function anthropic(settings: ProviderSettings, transport: Transport): Provider {
  const client = new Anthropic({
    apiKey: settings.apiKey ?? "",
    authToken: null,
    baseURL: settings.baseUrl ?? HOST,
    ...OURS,
    fetch: transport.fetch,
  });
  const { modelOf, learnModels } = modelChoice(
    { fast: settings.fast ?? DEFAULT_FAST, smart: settings.smart ?? DEFAULT_SMART },
    (signal) => client.models.list({}, { signal }),
  );

  return {
    name: "anthropic",
    modelOf,
    learnModels,
    async ask(call) {
      try {
        const body = { ...bodyOf(call, modelOf(call.size, call.own)), stream: false as const };
        return readMessage(await client.messages.create(body, { signal: call.signal }));
      } catch (error) {
        throw modelErrorOf(error);
      }
    },
    async stream(call, onText) {
      try {
        const body = { ...bodyOf(call, modelOf(call.size, call.own)), stream: true as const };
        return await readStream(
          await client.messages.create(body, { signal: call.signal }),
          onText,
        );
      } catch (error) {
        throw modelErrorOf(error);
      }
    },
  };
}

function bodyOf(call: ProviderCall, model: string) {
  const { system, messages, maxTokens, schema, sampling } = call;
  // Small models may go without thinking, and a form needs none; what others accept differs from one to the next.
  const canStopThinking = /haiku/.test(model);
  const lastReusable = system.findLastIndex(({ reusable }) => reusable === true);
  return {
    model,
    max_tokens: maxTokens + (canStopThinking ? 0 : THINKING_ROOM),
    // Models that think take no temperature, and none takes both.
    ...(canStopThinking && { thinking: { type: "disabled" as const }, ...oneOf(sampling) }),
    system: system.map(({ text }, at) => ({
      type: "text" as const,
      text,
      ...(at === lastReusable && { cache_control: { type: "ephemeral" as const } }),
    })),
    messages: messages.map(({ role, text }) => ({ role, content: text })),
    ...(schema && { output_config: { format: formatOf(schema) } }),
  };
}

const oneOf = ({ temperature, top_p }: NonNullable<ProviderCall["sampling"]> = {}) =>
  temperature !== undefined ? { temperature } : top_p !== undefined ? { top_p } : {};

function formatOf(schema: z.ZodType) {
  const { type, schema: form } = zodOutputFormat(schema);
  return { type, schema: form };
}

const STOPPED = new Map<string, ProviderAnswer["stopped"]>([
  ["end_turn", "end"],
  ["stop_sequence", "end"],
  ["max_tokens", "cut_off"],
  ["model_context_window_exceeded", "cut_off"],
  ["refusal", "refused"],
]);
const stoppedBy = (reason: string) => STOPPED.get(reason) ?? "other";

function readMessage(answer: unknown): ProviderAnswer {
  const read = message.safeParse(answer);
  if (!read.success) throw unreadable();
  const { content, stop_reason, usage } = read.data;
  const text = content.map((block) => (block.type === "text" ? (block.text ?? "") : "")).join("");
  return { text, stopped: stoppedBy(stop_reason), tokens: tokensOf(usage) };
}

async function readStream(
  events: AsyncIterable<unknown>,
  onText: (piece: string) => void,
): Promise<ProviderAnswer> {
  let text = "";
  let stopped: ProviderAnswer["stopped"] | undefined;
  const tokens = { input: 0, output: 0, cached: 0 };
  for await (const event of events) {
    const read = streamEvent.safeParse(event);
    // Other kinds of events are none of ours.
    if (!read.success) continue;
    const { data } = read;
    if (data.type === "message_start") Object.assign(tokens, tokensOf(data.message.usage));
    else if (data.type === "message_delta") {
      tokens.output = data.usage.output_tokens;
      if (data.delta.stop_reason) stopped = stoppedBy(data.delta.stop_reason);
    } else if (data.delta.type === "text_delta" && data.delta.text) {
      text += data.delta.text;
      onText(data.delta.text);
    }
  }
  if (stopped === undefined) throw unreadable();
  return { text, stopped, tokens };
}

/** The provider counts what it kept, and what it begins to keep, apart from the rest. */
const tokensOf = (usage: z.infer<typeof spent>): ProviderAnswer["tokens"] => {
  const cached = usage.cache_read_input_tokens ?? 0;
  const input = usage.input_tokens + cached + (usage.cache_creation_input_tokens ?? 0);
  return { input, output: usage.output_tokens, cached };
};
