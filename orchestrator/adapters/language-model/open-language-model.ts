import type { LanguageModel } from "../../ports/language-model.ts";
import { languageModel } from "./language-model.ts";
import type { Provider, ProviderSettings } from "./provider.ts";
import type { Patience } from "./session.ts";
import { openTransport, type Transport } from "./transport.ts";

export type ModelSettings = ProviderSettings & { provider: "anthropic" | "openai" };

export type OpenLanguageModel = LanguageModel & { close(): Promise<void> };

/** The configured model. The provider's SDK is only loaded here, so without a model there is none in memory. */
export async function openLanguageModel(
  settings: ModelSettings,
  patience: Patience,
): Promise<OpenLanguageModel> {
  const transport = openTransport();
  const provider = await providerOf(settings, transport);
  return { ...languageModel(provider, patience), close: transport.close };
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
