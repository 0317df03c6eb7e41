import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { expect, it, onTestFinished } from "vitest";
import type { OwnModel } from "../../ports/language-model.ts";
import { listenUntilClosed } from "../listen.fixture.ts";
import { systemClock } from "../time/system-clock.ts";
import { chatCompletions } from "./chat-completions.fixture.ts";
import { openLanguageModel } from "./open-language-model.ts";

/** A server of models on loopback: which of them was asked for, with which key, and how often it was asked to list them. */
async function server(lists: readonly string[] | undefined) {
  const asked: { model: unknown; key: string | undefined }[] = [];
  let listed = 0;
  const { url, close } = await listenUntilClosed(
    createServer((request, response) => {
      const say = (status: number, body: object) =>
        response
          .writeHead(status, { "content-type": "application/json" })
          .end(JSON.stringify(body));
      if (request.method === "GET") {
        listed += 1;
        const data = lists?.map((id) => ({ id, object: "model" }));
        say(data === undefined ? 404 : 200, { object: "list", data });
        return;
      }
      json(request).then(
        (body) => {
          const { model } = body as { model: unknown };
          asked.push({ model, key: request.headers.authorization });
          say(200, chatCompletions.message("{}", "end"));
        },
        () => response.destroy(),
      );
    }),
  );
  onTestFinished(close);
  return { url: new URL("/v1", url).href, asked, listed: () => listed };
}

async function open(main: string, endpoints: string[] = []) {
  const settings = { provider: "openai" as const, apiKey: "main-key", baseUrl: main, endpoints };
  const model = await openLanguageModel(
    { ...settings, fast: "small-one", smart: "large-one" },
    { clock: systemClock, random: Math.random, sleep: async () => undefined },
  );
  onTestFinished(model.close);
  const { z } = await import("zod");
  return {
    model,
    ask: (own?: OwnModel) =>
      model.complete({
        ...{ size: "smart", system: [], messages: [{ role: "user", text: "?" }], maxTokens: 9 },
        ...{ timeoutMs: 20_000, maxCalls: 1, signal: new AbortController().signal },
        schema: z.strictObject({}),
        ...(own && { own }),
      }),
  };
}

it("a model is asked for by its own name where the provider lists it, and else the configured one is", async () => {
  const { url, asked, listed } = await server(["small-one", "gpt-4o-mini", "phi3:latest"]);
  const { ask, model } = await open(url);
  const names = ["gpt-4o-mini", "phi3", "nobody-has-this"];
  await Promise.all(names.map((name) => ask({ model: name })));
  await ask();
  expect(asked.map((each) => each.model).toSorted()).toEqual([
    "gpt-4o-mini",
    "large-one",
    "large-one",
    "phi3",
  ]);
  expect(listed()).toBe(1);
  expect(model.nameOf("smart", { model: "gpt-4o-mini" })).toBe("openai/gpt-4o-mini");
  expect(model.nameOf("smart", { model: "nobody-has-this" })).toBe("openai/large-one");
});

it("where the provider lists nothing, the configured model answers", async () => {
  const { url, asked } = await server(undefined);
  await (await open(url)).ask({ model: "gpt-4o-mini" });
  expect(asked).toMatchObject([{ model: "large-one" }]);
});

it("a server of its own is asked, by the model's name and without our key, where the operator allows it", async () => {
  const [main, own] = await Promise.all([server([]), server(undefined)]);
  const { ask, model } = await open(main.url, [`${own.url}/`]);
  await ask({ model: "phi3", endpoint: own.url });
  expect(own.asked).toEqual([{ model: "phi3", key: "Bearer none" }]);
  expect(main.asked).toEqual([]);
  expect(model.nameOf("smart", { model: "phi3", endpoint: own.url })).toBe("openai/phi3");
});

it("any other server is not asked", async () => {
  const [main, other] = await Promise.all([server([]), server([])]);
  const { ask } = await open(main.url);
  await expect(ask({ model: "phi3", endpoint: other.url })).rejects.toMatchObject({
    kind: "not_allowed",
  });
  expect([other.asked, main.asked]).toEqual([[], []]);
});
