import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { success } from "#shared/domain-kit/answers.ts";
import { defineDomain } from "#shared/domain-kit/define-domain.ts";
import { silentLog } from "#shared/domain-kit/log.ts";
import type { HeldMessage, MessageStore } from "../../ports/message-store.ts";
import { StoreError } from "../../ports/store-error.ts";
import { turns } from "../../start/start-orchestrator.ts";
import { openTurnDeps } from "../../turn/turn-deps.fixture.ts";
import { makeApp } from "../app.ts";
import type { EndpointDeps } from "./endpoint-deps.ts";

let watered = 0;
/** The garden waits for it before it is watered. */
let dry: Promise<void> | undefined;
let garden: Awaited<ReturnType<typeof openTurnDeps>>;
const closing: (() => void)[] = [];
beforeEach(async () => {
  watered = 0;
  alive.clear();
  garden = await openTurnDeps([
    defineDomain(
      {
        manifest_version: "1",
        domain: "garden",
        version: "1.0.0",
        description: { en: "A garden" },
        goals: [],
        capabilities: [
          {
            capability: "water",
            effect: "write",
            repeat: "keyed",
            params_schema: { type: "object" },
          },
        ],
      },
      {
        water: async () => {
          await dry;
          watered += 1;
          return success({ result: null, explanation: "Watered." });
        },
      },
      { log: silentLog },
    ),
  ]);
});
afterEach(async () => {
  for (const close of closing.splice(0)) close();
  await garden.close();
});

/** Processes that are there, beside the one that is asked. */
const alive = new Set<string>();

/** The endpoints of one process; every other one is gone that is not `alive`. `dieAt`: it dies after so many of its notes are written. */
async function openDoors(
  name: string,
  dieAt = Number.POSITIVE_INFINITY,
  answered?: HeldMessage["answered"],
) {
  const dead = Promise.withResolvers<"dead">();
  const never = new Promise<never>(() => undefined);
  let written = 0;
  const { store, ...deps } = garden.turnDeps();
  const noting = async <T>(write: () => Promise<T>): Promise<T> => {
    if (written >= dieAt) return never;
    const done = await write();
    written += 1;
    if (written < dieAt) return done;
    dead.resolve("dead");
    return never;
  };
  const mortal = (message: HeldMessage): HeldMessage => ({
    ...message,
    answered: (answer) => noting(() => (answered ?? message.answered)(answer)),
    letGo: () => noting(() => message.letGo()),
  });
  const messages: MessageStore = {
    ...store.messages,
    async take(...asked) {
      const taken = await noting(() => store.messages.take(...asked));
      return taken.is === "ours" ? { ...taken, message: mortal(taken.message) } : taken;
    },
  };
  const endpoints: Partial<EndpointDeps> = {
    deps: { ...deps, store: { ...store, messages } },
    turns,
    processLease: {
      name,
      isGone: async (other) => other !== name && !alive.has(other),
      beat: async () => undefined,
      leave: async () => undefined,
      isAlone: () => true,
      isKnown: () => true,
      isSettled: () => true,
      onJoined: () => undefined,
    },
    pin: () => undefined,
    isReady: () => true,
    settings: {
      ...{ host: "127.0.0.1", allowedHosts: [], corsOrigins: [], domainHosts: [] },
      ...{ sessionHeaders: ["x-session-id"], userHeaders: [] },
    },
  };
  const listener = getRequestListener(makeApp(endpoints as EndpointDeps).fetch);
  const server = createServer((incoming, outgoing) => void listener(incoming, outgoing));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  const post = (path: string, key: string, body: object, session = "s") =>
    fetch(`http://127.0.0.1:${port}/v1/${path}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "idempotency-key": key,
        "x-session-id": session,
      },
      body: JSON.stringify(body),
    }).then(({ status }) => status);
  const send = (key: string) =>
    post("domains/garden/capabilities/water/execute", key, { parameters: {} });
  return { send, post, dead: dead.promise };
}

it("a request goes through, and once, however many processes die over it at any of their notes", async () => {
  for (const deaths of [[1], [1, 1], [1, 1, 1], [2], [1, 2], [2, 1]]) {
    const key = `key-${deaths.join("-")}`;
    watered = 0;
    for (const [at, dieAt] of deaths.entries()) {
      const dying = await openDoors(`${key} ${at}`, dieAt);
      const answered = dying.send(key).catch(() => 0);
      expect(await Promise.race([dying.dead, answered]), key).toBe("dead");
    }
    const { send } = await openDoors("alive");
    expect(await send(key), key).toBe(200);
    expect(await send(key)).toBe(200);
    expect(watered, key).toBe(1);
  }
});

it("a plan that does not hold keeps no key: mended, it goes through with the same one", async () => {
  const { post } = await openDoors("alive");
  const plan = (capability: string) => ({
    plan: { steps: [{ id: 1, domain: "garden", capability }] },
  });
  expect(await post("plans/execute", "one", plan("burn"))).toBe(422);
  expect(await post("plans/execute", "one", plan("water"))).toBe(200);
  expect(await post("plans/execute", "one", plan("water"))).toBe(200);
  expect(watered).toBe(1);
});

it("the same words in another session are another request", async () => {
  const { post } = await openDoors("alive");
  expect(await post("turns", "one", { input_text: "oi" }, "a")).toBe(200);
  expect(await post("turns", "one", { input_text: "oi" }, "b")).toBe(422);
});

it("while it is under way the same request is told to come again, and begins nothing", async () => {
  const gate = Promise.withResolvers<void>();
  dry = gate.promise;
  const { send } = await openDoors("alive");
  const first = send("one");
  await expect.poll(() => send("one")).toBe(409);
  expect(await send("one")).toBe(409);
  gate.resolve();
  dry = undefined;
  expect(await first).toBe(200);
  expect(await send("one")).toBe(200);
  expect(watered).toBe(1);
});

it("what was done is told also when the store dies before it is kept, and is not done again", async () => {
  const down = () => Promise.reject(new StoreError("the store is away", {}));
  const { send } = await openDoors("alive", Number.POSITIVE_INFINITY, down);
  expect(await send("one")).toBe(200);
  const { send: sendAgain } = await openDoors("next");
  expect(await sendAgain("one")).toBe(200);
  expect(watered).toBe(1);
});

it("what failed on our side is carried out by another process, while the first one lives on", async () => {
  alive.add("first");
  const { send } = await openDoors("first");
  const away = new StoreError("the store is away", {});
  const save = vi.spyOn(garden.turnDeps().store.runs, "save").mockRejectedValueOnce(away);
  expect(await send("one")).toBe(503);
  save.mockRestore();
  const { send: sendToOther } = await openDoors("other");
  expect(await sendToOther("one")).toBe(200);
  expect(watered).toBe(1);
});

it("what was done and could not be kept is told by another process, while the first one lives on", async () => {
  alive.add("first");
  const down = () => Promise.reject(new StoreError("the store is away", {}));
  const { send } = await openDoors("first", Number.POSITIVE_INFINITY, down);
  expect(await send("one")).toBe(200);
  const { send: sendToOther } = await openDoors("other");
  expect(await sendToOther("one")).toBe(200);
  expect(watered).toBe(1);
});
