import type { LanguageModel } from "../../ports/language-model.ts";
import { languageModel } from "./open-language-model.ts";
import type { ProviderAnswer, ProviderCall } from "./provider.ts";

/** What a scripted provider says: a text, an object as JSON, or an answer with all its circumstances. A ModelError is thrown. */
export type Script = (call: ProviderCall, at: number) => unknown;

const TOKENS = { input: 100, output: 10, cached: 0 };

/** A model that answers by a script; patience, repair and judgement are the real ones, and waiting takes no time. */
export function scriptedModel(
  script: Script,
): LanguageModel & { asked: ProviderCall[]; prompts(): string[] } {
  const asked: ProviderCall[] = [];
  const ask = async (call: ProviderCall): Promise<ProviderAnswer> => {
    asked.push(call);
    const said = await script(call, asked.length - 1);
    if (said instanceof Error) throw said;
    if (typeof said === "object" && said !== null && "stopped" in said)
      return { text: "", tokens: TOKENS, ...said } as ProviderAnswer;
    const text = typeof said === "string" ? said : JSON.stringify(said);
    return { text, stopped: "end", tokens: TOKENS };
  };
  const model = languageModel(
    {
      name: "scripted",
      modelOf: (size) => size,
      learnModels: async () => undefined,
      ask,
      stream: ask,
    },
    {
      clock: { now: () => 0, monotonic: () => 0 },
      random: () => 0,
      sleep: async () => undefined,
    },
  );
  return {
    ...model,
    asked,
    /** All that each call showed to the model. */
    prompts: () =>
      asked.map(({ system, messages }) =>
        [...system, ...messages].map(({ text }) => text).join("\n"),
      ),
  };
}
