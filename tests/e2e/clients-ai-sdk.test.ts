import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import {
  APICallError,
  generateText,
  type LanguageModel,
  type ModelMessage,
  Output,
  streamText,
} from "ai";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { type Notebook, startNotebook } from "./notebook.ts";

let system: Notebook;
let models: Record<"compatible" | "chat" | "responses", LanguageModel>;
beforeAll(async () => {
  system = await startNotebook();
  const baseURL = `${system.url}/v1`;
  const openai = createOpenAI({ baseURL, apiKey: "none" });
  models = {
    compatible: createOpenAICompatible({
      name: "regente",
      baseURL,
      includeUsage: true,
      supportsStructuredOutputs: true,
    })("regente"),
    chat: openai.chat("regente"),
    // What this provider speaks unless it is told otherwise.
    responses: openai("regente"),
  };
});
afterAll(() => system.close());

const user = (content: string): ModelMessage => ({ role: "user", content });

describe.each(["compatible", "chat", "responses"] as const)(
  "the AI SDK by its %s provider",
  (by) => {
    it("has an answer with what it cost", async () => {
      const { text, finishReason, usage } = await generateText({
        model: models[by],
        prompt: "procure leite",
      });
      expect(text).toBe("Duas linhas com leite.");
      expect(finishReason).toBe("stop");
      expect(usage).toMatchObject({ inputTokens: 0, outputTokens: 0 });
    });

    it("streams it", async () => {
      const stream = streamText({ model: models[by], prompt: "procure leite" });
      let text = "";
      for await (const part of stream.textStream) text += part;
      expect(text).toBe("Duas linhas com leite.");
      expect(await stream.finishReason).toBe("stop");
      expect(await stream.usage).toMatchObject({ inputTokens: 0, outputTokens: 0 });
    });

    it("has an object by its schema", async () => {
      const schema = z.object({ word: z.string(), lines: z.number() });
      const { output } = await generateText({
        model: models[by],
        prompt: "procure leite",
        output: Output.object({ schema }),
      });
      expect(output).toEqual({ word: "leite", lines: 2 });
    });

    it("answers a question without a session", async () => {
      const first = user("procure marta");
      const asked = await generateText({ model: models[by], messages: [first] });
      expect(asked.text).toContain("1. Marta Rocha");
      const messages = [first, ...asked.response.messages, user("2")];
      expect((await generateText({ model: models[by], messages })).text).toBe(
        "Duas linhas com Marta Silva.",
      );
    });

    it("answers a question within a session, sending nothing again", async () => {
      const headers = { "x-session-id": `ai-${by}` };
      await generateText({ model: models[by], prompt: "procure marta", headers });
      const told = await generateText({ model: models[by], prompt: "1", headers });
      expect(told.text).toBe("Duas linhas com Marta Rocha.");
    });

    it("is told what is wrong in our own words", async () => {
      const refused = generateText({ model: models[by], prompt: "a".repeat(9000), maxRetries: 0 });
      await expect(refused).rejects.toThrow(/9000 characters; the limit is 8000/);
      await expect(refused).rejects.toBeInstanceOf(APICallError);
    });
  },
);

it("progress is what the AI SDK shows as reasoning", async () => {
  const stream = streamText({ model: models.compatible, prompt: "look up milk" });
  expect(await stream.text).toBe("Two lines with milk.");
  expect(await stream.reasoningText).toBe("→ Look in the notebook\n✓ Look in the notebook\n");
});
