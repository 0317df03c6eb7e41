import type { z } from "zod";
import { faultsOf } from "#shared/contracts/errors.ts";
import { jsonFault, parsedJson } from "#shared/contracts/json.ts";
import {
  type LanguageModel,
  ModelError,
  type ModelMessage,
  type OwnModel,
} from "../../ports/language-model.ts";
import {
  openTransport,
  type Provider,
  type ProviderAnswer,
  type ProviderSettings,
  type Transport,
} from "./provider.ts";
import { inSession, type Patience, providerBreaker } from "./session.ts";

export type ModelSettings = ProviderSettings & {
  provider: "anthropic" | "openai";
  /** Servers that a request may name as its own; absent: none. */
  endpoints?: readonly string[];
};

export type OpenLanguageModel = LanguageModel & { close(): Promise<void> };

/**
 * The configured model, and those at the servers that requests may name as their own. A provider's SDK is only loaded
 * where it is used, so without a model there is none in memory.
 */
export async function openLanguageModel(
  settings: ModelSettings,
  patience: Patience,
): Promise<OpenLanguageModel> {
  const transport = openTransport();
  const modelOf = async (of: ModelSettings) =>
    languageModel(await providerOf(of, transport), patience);
  const main = await modelOf(settings);
  const allowed = new Set(settings.endpoints?.map(plainAddress));
  const opened = new Map<string, Promise<LanguageModel>>();

  /** The model at a server, by the name that it is asked for. */
  const modelAt = async ({ endpoint = "", model = "" }: OwnModel): Promise<LanguageModel> => {
    const baseUrl = plainAddress(endpoint);
    if (!allowed.has(baseUrl))
      throw new ModelError("not_allowed", "the server is none of REGENTE_MODEL_ENDPOINTS");
    const name = JSON.stringify([baseUrl, model]);
    const own = { apiKey: undefined, baseUrl, fast: model, smart: model };
    const open = opened.get(name) ?? modelOf({ provider: "openai", ...own });
    opened.set(name, open);
    return open;
  };
  return {
    nameOf: (size, own) =>
      own?.endpoint === undefined ? main.nameOf(size, own) : `openai/${own.model ?? ""}`,
    complete: async ({ own, ...request }) =>
      own?.endpoint === undefined
        ? main.complete({ ...request, ...(own && { own }) })
        : (await modelAt(own)).complete(request),
    write: async ({ own, ...request }) =>
      own?.endpoint === undefined
        ? main.write({ ...request, ...(own && { own }) })
        : (await modelAt(own)).write(request),
    close: transport.close,
  };
}

/** An address that ends in a slash is the same one. */
const plainAddress = (address: string): string => address.replace(/\/+$/, "");

async function providerOf(settings: ModelSettings, transport: Transport): Promise<Provider> {
  switch (settings.provider) {
    case "anthropic": {
      const { anthropic } = await import("./anthropic.ts");
      return anthropic(settings, transport);
    }
    case "openai": {
      const { openaiCompatible } = await import("./openai-compatible.ts");
      return openaiCompatible(settings, transport);
    }
  }
}

/** The form, or what is wrong with it, in sentences that the model can act on. */
type ReadForm<T> = { value: T } | { faults: string[] };

const MOST_FAULTS = 8;

/** The JSON that a model wrote, by its schema. A fence around it may be there; words around it may not. */
function readForm<T>(text: string, schema: z.ZodType<T>): ReadForm<T> {
  const json = parsedJson(withoutFence(text.trim()));
  if (json === undefined) return { faults: ["the answer is not one JSON value"] };
  const fault = jsonFault(json);
  if (fault !== undefined) return { faults: [fault] };
  const parsed = schema.safeParse(json);
  if (parsed.success) return { value: parsed.data };
  const faults = faultsOf(parsed.error).map(({ path, message }) =>
    path === "" ? message : `${path}: ${message}`,
  );
  return { faults: faults.slice(0, MOST_FAULTS) };
}

const FENCE = "```";

function withoutFence(text: string): string {
  const first = text.indexOf("\n");
  if (!text.startsWith(FENCE) || !text.endsWith(FENCE) || first < 0) return text;
  return text.slice(first, -FENCE.length);
}

/** Of an answer that is shown to the model again. */
const MOST_SHOWN_CHARS = 2000;

/** A provider's bare protocol as a model that can be relied on: patient, bounded, metered, judged. */
export function languageModel(provider: Provider, patience: Patience): LanguageModel {
  const deps = { ...patience, breaker: providerBreaker(patience.clock) };
  return {
    nameOf: (size, own) => `${provider.name}/${provider.modelOf(size, own)}`,

    complete: (request) =>
      inSession(request, deps, async (session) => {
        if (request.own !== undefined) await provider.learnModels(request.signal);
        const ask = (messages: readonly ModelMessage[]) =>
          session.call((limits) => provider.ask({ ...request, messages, ...limits }));
        const first = whole(await ask(request.messages));
        const read = readForm(first, request.schema);
        if ("value" in read) return { value: read.value, usage: session.usage };
        if (session.isSpent()) throw invalid();
        const again = readForm(
          whole(await ask([...request.messages, ...repair(first, read.faults)])),
          request.schema,
        );
        if ("value" in again) return { value: again.value, usage: session.usage };
        throw invalid();
      }),

    write: (request) =>
      inSession(request, deps, async (session) => {
        if (request.own !== undefined) await provider.learnModels(request.signal);
        let hasBegun = false;
        const hear = (piece: string) => {
          hasBegun = true;
          request.onText?.(piece);
        };
        // What someone has begun to read is not begun again.
        const answer = await session.call(
          (limits) => provider.stream({ ...request, ...limits }, hear),
          () => !hasBegun,
        );
        return { text: whole(answer), usage: session.usage };
      }),
  };
}

const invalid = () => new ModelError("invalid", "did not fill in the form as it must be");

/** The text of an answer that ended by itself. */
function whole({ text, stopped }: ProviderAnswer): string {
  switch (stopped) {
    case "refused":
      throw new ModelError("refused", "refused to answer");
    case "cut_off":
      throw new ModelError("cut_off", "needed more tokens than it was given");
    case "other":
      throw new ModelError("unreadable", "wanted something that was not offered");
    case "end":
      if (text.trim() === "") throw new ModelError("empty", "said nothing");
      return text;
  }
}

/** The answer as it was, and what is wrong with it. */
const repair = (answer: string, faults: readonly string[]): ModelMessage[] => [
  { role: "assistant", text: answer.slice(0, MOST_SHOWN_CHARS) },
  {
    role: "user",
    text: `That cannot be used:\n${faults.map((fault) => `- ${fault}`).join("\n")}\nAnswer again with the corrected JSON alone.`,
  },
];
