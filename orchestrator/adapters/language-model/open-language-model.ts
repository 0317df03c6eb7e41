import { type LanguageModel, ModelError, type OwnModel } from "../../ports/language-model.ts";
import { languageModel } from "./language-model.ts";
import { openTransport, type Provider, type ProviderSettings, type Transport } from "./provider.ts";
import type { Patience } from "./session.ts";

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
  const main = languageModel(await providerOf(settings, transport), patience);
  const allowed = new Set(settings.endpoints?.map(plainAddress));
  const opened = new Map<string, Promise<LanguageModel>>();

  /** The model at a server, by the name that it is asked for. */
  const modelAt = async ({ endpoint = "", model = "" }: OwnModel): Promise<LanguageModel> => {
    const baseUrl = plainAddress(endpoint);
    if (!allowed.has(baseUrl))
      throw new ModelError("not_allowed", "the server is none of REGENTE_MODEL_ENDPOINTS");
    const name = JSON.stringify([baseUrl, model]);
    const others = { apiKey: undefined, baseUrl, fast: model, smart: model };
    const open = opened.get(name) ?? openaiModel(others, transport, patience);
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

async function openaiModel(
  settings: ProviderSettings,
  transport: Transport,
  patience: Patience,
): Promise<LanguageModel> {
  const { openaiCompatible } = await import("./openai-compatible.ts");
  return languageModel(openaiCompatible(settings, transport), patience);
}

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
