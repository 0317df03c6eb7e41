import { OpenAI } from "openai";
import { zodResponseFormat } from "openai/helpers/zod";
import { z } from "zod";
import { estimateTokens, ModelError } from "../../ports/language-model.ts";
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

const DEFAULT_FAST = "gpt-6-luna";
const DEFAULT_SMART = "gpt-6.1-terra";
const HOST = "https://api.openai.com/v1";
/** How servers say that they do not know a field: OpenAI, vLLM, and those that do not implement it. */
const REFUSES_A_FIELD = new Set([400, 422, 501]);

const count = z.int().nonnegative();
const spent = z.looseObject({
  prompt_tokens: count,
  completion_tokens: count,
  prompt_tokens_details: z.looseObject({ cached_tokens: count.nullish() }).nullish(),
});
/** The parts of the chat completions API that are used. */
const completion = z.looseObject({
  choices: z.tuple(
    [
      z.looseObject({
        finish_reason: z.string(),
        message: z.looseObject({
          content: z.string().nullish(),
          refusal: z.string().nullish(),
        }),
      }),
    ],
    z.unknown(),
  ),
  usage: spent.nullish(),
});
const chunk = z.looseObject({
  choices: z.array(
    z.looseObject({
      finish_reason: z.string().nullish(),
      delta: z.looseObject({ content: z.string().nullish(), refusal: z.string().nullish() }),
    }),
  ),
  usage: spent.nullish(),
});

/** OpenAI, and every server that speaks its chat completions API: Ollama, vLLM, llama.cpp, gateways. */
export function openaiCompatible(settings: ProviderSettings, transport: Transport): Provider {
  const isOwnServer = settings.baseUrl !== undefined;
  const client = new OpenAI({
    // A server of one's own often has no key, and the SDK insists on one.
    apiKey: settings.apiKey ?? "none",
    organization: null,
    project: null,
    baseURL: settings.baseUrl ?? HOST,
    ...OURS,
    fetch: transport.fetch,
  });
  const fast = settings.fast ?? DEFAULT_FAST;
  // Whoever runs a server names its models; one name stands for both sizes then.
  const smart = settings.smart ?? (isOwnServer ? fast : DEFAULT_SMART);
  const { modelOf, learnModels } = modelChoice({ fast, smart }, (signal) =>
    client.models.list({ signal }),
  );
  const thinksLittle = !isOwnServer && settings.fast === undefined;
  let knowsSchemas = true;

  const bodyOf = (call: ProviderCall, asSchema: boolean) => ({
    model: modelOf(call.size, call.own),
    messages: [
      { role: "system" as const, content: systemOf(call, asSchema) },
      ...call.messages.map(({ role, text }) => ({ role, content: text })),
    ],
    // The provider's own models think, and take no temperature.
    ...(isOwnServer && call.sampling),
    [isOwnServer ? "max_tokens" : "max_completion_tokens"]: call.maxTokens + THINKING_ROOM,
    ...(call.size === "fast" && thinksLittle && { reasoning_effort: "low" as const }),
    ...(call.schema && { response_format: formatOf(call.schema, asSchema) }),
  });

  async function complete(call: ProviderCall, asSchema: boolean): Promise<ProviderAnswer> {
    try {
      const body = { ...bodyOf(call, asSchema), stream: false as const };
      const answer = await client.chat.completions.create(body, { signal: call.signal });
      return readCompletion(answer, call);
    } catch (error) {
      throw modelErrorOf(error);
    }
  }

  return {
    name: "openai",
    modelOf,
    learnModels,
    async ask(call) {
      if (call.schema === undefined || !knowsSchemas) return complete(call, false);
      try {
        return await complete(call, true);
      } catch (error) {
        if (!(error instanceof ModelError) || !REFUSES_A_FIELD.has(error.status ?? 0)) throw error;
        if (!call.mayAskAgain()) throw error;
        const answer = await complete(call, false);
        knowsSchemas = false;
        return answer;
      }
    },
    async stream(call, onText) {
      try {
        const body = {
          ...bodyOf(call, false),
          stream: true as const,
          stream_options: { include_usage: true },
        };
        const chunks = await client.chat.completions.create(body, { signal: call.signal });
        return await readChunks(chunks, call, onText);
      } catch (error) {
        throw modelErrorOf(error);
      }
    },
  };
}

/** Where the server does not hold the model to the schema, the words do; we check it anyway. */
function systemOf({ system, schema }: ProviderCall, asSchema: boolean): string {
  const parts = system.map(({ text }) => text);
  if (schema !== undefined && !asSchema)
    parts.push(
      `Answer with one JSON object that keeps this JSON Schema: ${JSON.stringify(z.toJSONSchema(schema))}`,
    );
  return parts.join("\n\n");
}

const formatOf = (schema: z.ZodType, asSchema: boolean) =>
  asSchema ? zodResponseFormat(schema, "answer") : { type: "json_object" as const };

const STOPPED = new Map<string, ProviderAnswer["stopped"]>([
  ["stop", "end"],
  ["length", "cut_off"],
  ["content_filter", "refused"],
]);

function stoppedBy(reason: string, refusal: string | null | undefined): ProviderAnswer["stopped"] {
  return refusal ? "refused" : (STOPPED.get(reason) ?? "other");
}

function readCompletion(answer: unknown, call: ProviderCall): ProviderAnswer {
  const read = completion.safeParse(answer);
  if (!read.success) throw unreadable();
  const [{ message, finish_reason }] = read.data.choices;
  const text = message.content ?? "";
  const stopped = stoppedBy(finish_reason, message.refusal);
  return { text, stopped, tokens: tokensOf(read.data.usage, call, text) };
}

async function readChunks(
  chunks: AsyncIterable<unknown>,
  call: ProviderCall,
  onText: (piece: string) => void,
): Promise<ProviderAnswer> {
  let text = "";
  let refusal = "";
  let reason: string | undefined;
  let usage: z.infer<typeof spent> | undefined;
  for await (const each of chunks) {
    const read = chunk.safeParse(each);
    if (!read.success) throw unreadable();
    usage = read.data.usage ?? usage;
    const [choice] = read.data.choices;
    reason = choice?.finish_reason ?? reason;
    refusal += choice?.delta.refusal ?? "";
    const piece = choice?.delta.content ?? "";
    if (piece === "") continue;
    text += piece;
    onText(piece);
  }
  if (reason === undefined) throw unreadable();
  return { text, stopped: stoppedBy(reason, refusal), tokens: tokensOf(usage, call, text) };
}

/** Some servers do not count; an estimate is better than a bill of nothing. */
function tokensOf(
  usage: z.infer<typeof spent> | null | undefined,
  { system, messages }: ProviderCall,
  answer: string,
): ProviderAnswer["tokens"] {
  if (usage) {
    const cached = usage.prompt_tokens_details?.cached_tokens ?? 0;
    return { input: usage.prompt_tokens, output: usage.completion_tokens, cached };
  }
  const prompt = [...system, ...messages].map(({ text }) => text).join("\n");
  return { input: estimateTokens(prompt), output: estimateTokens(answer), cached: 0 };
}
