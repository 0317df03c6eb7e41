import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { TurnResponse } from "#shared/contracts/endpoints.ts";
import type { RunEvent } from "#shared/contracts/run.ts";
import { success } from "#shared/domain-kit/answers.ts";
import { defineDomain } from "#shared/domain-kit/define-domain.ts";
import { silentLog } from "#shared/domain-kit/log.ts";
import { AfterEffectError } from "../../ports/domain-client.ts";
import type { HeldMessage, MessageStore } from "../../ports/message-store.ts";
import { StoreError } from "../../ports/stores.ts";
import { turns } from "../../start/start-orchestrator.ts";
import { openTurnDeps } from "../../turn/turn-deps.fixture.ts";
import type { Snapshot } from "../../turn/turn-deps.ts";
import { makeApp } from "../app.ts";
import type { EndpointDeps } from "./endpoint-deps.ts";
import { singleFlight, type Watch } from "./idempotency.ts";

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
  const down = () => Promise.reject(new StoreError("the store is unavailable", {}));
  const { send } = await openDoors("alive", Number.POSITIVE_INFINITY, down);
  expect(await send("one")).toBe(200);
  const { send: sendAgain } = await openDoors("next");
  expect(await sendAgain("one")).toBe(200);
  expect(watered).toBe(1);
});

it("what failed on our side is carried out by another process, while the first one lives on", async () => {
  alive.add("first");
  const { send } = await openDoors("first");
  const away = new StoreError("the store is unavailable", {});
  const save = vi.spyOn(garden.turnDeps().store.runs, "save").mockRejectedValueOnce(away);
  expect(await send("one")).toBe(503);
  save.mockRestore();
  const { send: sendToOther } = await openDoors("other");
  expect(await sendToOther("one")).toBe(200);
  expect(watered).toBe(1);
});

it("what was done and could not be kept is told by another process, while the first one lives on", async () => {
  alive.add("first");
  const down = () => Promise.reject(new StoreError("the store is unavailable", {}));
  const { send } = await openDoors("first", Number.POSITIVE_INFINITY, down);
  expect(await send("one")).toBe(200);
  const { send: sendToOther } = await openDoors("other");
  expect(await sendToOther("one")).toBe(200);
  expect(watered).toBe(1);
});

const step = { id: 1, domain: "garden", params: {}, depends_on: [], required: true };
const at = { run_id: "r", seq: 1, at: 0 };
const planOf = (capability: string): RunEvent => ({
  ...at,
  type: "plan",
  plan: {
    execution_mode: "dag",
    combine_mode: "last",
    max_concurrency: 1,
    steps: [{ ...step, capability }],
  },
});
const startOf = (capability: string): RunEvent => ({
  ...at,
  type: "step_started",
  step_id: 1,
  domain: "garden",
  capability,
  attempt: 1,
});

/** Turns that do what they are told to, one step at a time. */
function open() {
  let now = 0;
  const capability = (_domain: string, name: string) => ({
    effect: name === "look" ? "read" : "write",
  });
  const current = () => ({ catalogue: { capability } }) as unknown as Snapshot;
  const once = singleFlight({ clock: { now: () => now, monotonic: () => now }, current });
  const begun: { watch: Watch; end: (answer: string) => void; fail: (error: Error) => void }[] = [];
  return {
    begun,
    pass: (ms: number) => {
      now += ms;
    },
    say: (said: string, place = "here") =>
      once(
        { place, said },
        () => undefined,
        (watch) => {
          const turn = Promise.withResolvers<TurnResponse>();
          begun.push({
            watch,
            end: (answer) => turn.resolve({ answer } as TurnResponse),
            fail: turn.reject,
          });
          return turn.promise;
        },
      ).then(({ answer }) => answer),
  };
}

it("who comes second waits until it is known what the first one does, and then for its answer", async () => {
  const { say, begun } = open();
  const answers = [say("water"), say("water")];
  begun[0]?.watch(planOf("water"), "en");
  begun[0]?.watch(startOf("water"), "en");
  begun[0]?.end("watered");
  expect(await Promise.all(answers)).toEqual(["watered", "watered"]);
  expect(await say("water")).toBe("watered");
  expect(begun).toHaveLength(1);
});

it("what only reads holds no one up, however often it is asked", async () => {
  const { say, begun } = open();
  const first = say("look");
  const second = say("look");
  begun[0]?.watch(planOf("look"), "en");
  await expect.poll(() => begun.length).toBe(2);
  const third = say("look");
  expect(begun).toHaveLength(3);
  for (const [index, turn] of begun.entries()) turn.end(String(index));
  expect(await Promise.all([first, second, third])).toEqual(["0", "1", "2"]);
});

it("an answer is held for seconds, and only until something else is said there", async () => {
  const { say, begun, pass } = open();
  const act = async (said: string) => {
    const answer = say(said);
    const turn = begun.at(-1);
    turn?.watch(planOf("water"), "en");
    turn?.watch(startOf("water"), "en");
    turn?.end(said);
    await answer;
  };
  await act("a");
  pass(6000);
  await act("a");
  await act("b");
  await act("a");
  expect(begun).toHaveLength(4);
});

it("one that ended before it did anything leaves it to the next, and to one of them", async () => {
  const { say, begun } = open();
  const [first, second, third] = [say("water"), say("water"), say("water")];
  begun[0]?.watch(planOf("water"), "en");
  begun[0]?.end("cancelled");
  expect(await first).toBe("cancelled");
  await expect.poll(() => begun.length).toBe(2);
  begun[1]?.watch(planOf("water"), "en");
  begun[1]?.watch(startOf("water"), "en");
  begun[1]?.end("watered");
  expect(await Promise.all([second, third])).toEqual(["watered", "watered"]);
  expect(begun).toHaveLength(2);
});

it("a failure after an effect says so, to all who wait for it; one before it is what it was", async () => {
  const { say, begun } = open();
  const early = say("dig");
  begun[0]?.fail(new Error("no store"));
  await expect(early).rejects.toThrow("no store");
  const late = [say("water"), say("water")];
  begun[1]?.watch(planOf("water"), "en");
  begun[1]?.watch(startOf("water"), "en");
  begun[1]?.fail(new Error("no store"));
  for (const each of late) await expect(each).rejects.toBeInstanceOf(AfterEffectError);
});
