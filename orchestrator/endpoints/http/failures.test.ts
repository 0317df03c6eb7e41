import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import OpenAI from "openai";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ManifestSource } from "#shared/contracts/manifest.ts";
import { success } from "#shared/domain-kit/answers.ts";
import { defineDomain } from "#shared/domain-kit/define-domain.ts";
import { silentLog } from "#shared/domain-kit/log.ts";
import { type Store, StoreError } from "../../ports/stores.ts";
import { turns } from "../../start/start-orchestrator.ts";
import { openTurnDeps } from "../../turn/turn-deps.fixture.ts";
import { makeApp } from "../app.ts";
import type { EndpointDeps } from "./endpoint-deps.ts";

const manifest: ManifestSource = {
  manifest_version: "1",
  domain: "garden",
  version: "1.0.0",
  description: { en: "A garden" },
  goals: [
    {
      goal: "WATER",
      description: { en: "Water the garden" },
      capability: "water",
      hints: { templates: { en: ["water the garden"] } },
      entities_schema: {},
    },
  ],
  capabilities: [
    { capability: "water", effect: "write", repeat: "keyed", params_schema: { type: "object" } },
  ],
};

let garden: Awaited<ReturnType<typeof openTurnDeps>>;
let server: Server;
let watered = 0;
/** Stands between the endpoints and the store; a test breaks it. */
let broken: Partial<Store["conversations"]>;
let client: OpenAI;

beforeEach(async () => {
  watered = 0;
  broken = {};
  garden = await openTurnDeps([
    defineDomain(
      manifest,
      {
        water: async () => {
          watered += 1;
          return success({ explanation: "Watered." });
        },
      },
      { log: silentLog },
    ),
  ]);
  const deps = garden.turnDeps();
  const { conversations } = deps.store;
  const store: Store = {
    ...deps.store,
    conversations: {
      load: (key) => (broken.load ?? conversations.load)(key),
      save: (key, state) => (broken.save ?? conversations.save)(key, state),
      delete: conversations.delete,
      list: conversations.list,
    },
  };
  const endpoints: Partial<EndpointDeps> = {
    deps: { ...deps, store },
    turns,
    pin: () => undefined,
    isReady: () => true,
    settings: {
      host: "127.0.0.1",
      allowedHosts: [],
      corsOrigins: [],
      domainHosts: [],
      sessionHeaders: [],
      userHeaders: [],
    },
  };
  const listener = getRequestListener(makeApp(endpoints as EndpointDeps).fetch);
  server = createServer((incoming, outgoing) => void listener(incoming, outgoing)).listen(
    0,
    "127.0.0.1",
  );
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  client = new OpenAI({ baseURL: `http://127.0.0.1:${port}/v1`, apiKey: "none", maxRetries: 2 });
});
afterEach(async () => {
  server.close();
  server.closeAllConnections();
  await garden.close();
});

const messages = [{ role: "user" as const, content: "water the garden" }];
const ask = () => client.chat.completions.create({ model: "regente", messages });

describe("when something fails on our side", () => {
  it("before anything was done: an error that may be tried again, and the client does by itself", async () => {
    let failures = 1;
    broken.load = () =>
      failures-- > 0 ? Promise.reject(new StoreError("gone")) : Promise.resolve(undefined);
    expect((await ask()).choices[0]?.message.content).toBe("Watered.");
    expect(watered).toBe(1);
  });

  it("after an effect: an error that says so, and that no client repeats by itself", async () => {
    broken.save = () => {
      throw new Error("disk on fire");
    };
    const refused = ask();
    await expect(refused).rejects.toMatchObject({ status: 500, code: "failed_after_effect" });
    await expect(refused).rejects.not.toThrow(/disk/);
    expect(watered).toBe(1);
  });

  it("in a stream: the reason in words, and an end as streams have it", async () => {
    broken.save = () => {
      throw new Error("disk on fire");
    };
    const stream = client.chat.completions.stream({ model: "regente", messages });
    const told = await stream.finalChatCompletion();
    expect(told.choices[0]?.finish_reason).toBe("stop");
    expect(told.choices[0]?.message.content).toMatch(
      /^Something went wrong on my side after I had sent a request with an effect, .* Check before you repeat it \(run run_[\w-]+\)\.$/,
    );
    const response = await client.responses.create({
      model: "regente",
      input: "water the garden",
      stream: true,
    });
    const types: string[] = [];
    for await (const { type } of response) types.push(type);
    expect(types.at(-1)).toBe("response.completed");
  });
});
