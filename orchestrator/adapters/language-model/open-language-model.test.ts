import { expect, it, vi } from "vitest";
import { openLanguageModel } from "./open-language-model.ts";

const loaded = vi.hoisted((): string[] => []);
vi.mock("@anthropic-ai/sdk", async (load) => {
  loaded.push("@anthropic-ai/sdk");
  return load();
});
vi.mock("openai", async (load) => {
  loaded.push("openai");
  return load();
});

it("loads the SDK of the configured provider, when it is opened and not before", async () => {
  expect(loaded).toEqual([]);
  const model = await openLanguageModel(
    { provider: "openai", apiKey: "k", baseUrl: undefined, fast: undefined, smart: undefined },
    { clock: { now: () => 0, monotonic: () => 0 }, random: () => 0, sleep: async () => undefined },
  );
  expect(loaded).toEqual(["openai"]);
  await model.close();
});
