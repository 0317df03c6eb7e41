import { afterEach, beforeEach, expect, it } from "vitest";
import type { TurnResponse } from "#shared/contracts/endpoints.ts";
import type { HeldMessage, Taker } from "../../ports/message-store.ts";
import { openTurnDeps } from "../../turn/turn-deps.fixture.ts";
import { answerOnce } from "./a2a.ts";

let room: Awaited<ReturnType<typeof openTurnDeps>>;
beforeEach(async () => {
  room = await openTurnDeps([]);
});
afterEach(() => room.close());

const here: Taker = { name: "here", isGone: async () => false };
const there: Taker = { name: "there", isGone: async (name) => name === "here" };
const said = { user_id: "ana", messageId: "m1", text: "note down buy bread" };

const turnOf = (answer: string): TurnResponse => ({
  ...{ session_id: "s", run_id: "r", status: "success", answer, sources: [], files: [] },
  ...{ pending: null, usage: { llm_calls: 0, tokens_input: 0, tokens_output: 0 } },
  trace: {
    intent: {
      ...{ primary_domain: null, goal: null, entities: {}, confidence: 0, original_query: "" },
      ...{ tier: "none", evidence: [], alternatives: [], also: [], followups: [] },
    },
    ...{ execution_intents: [], plan: null, steps: [], receipts: [] },
  },
});

const send = (carryOut: (message: HeldMessage) => Promise<TurnResponse | undefined>, by = here) =>
  answerOnce(said, by, room.turnDeps(), carryOut).then((turn) => turn?.answer);

it("who sends a message again waits for the first answer, in every process", async () => {
  const turn = Promise.withResolvers<TurnResponse>();
  const never = async () => turnOf("done twice");
  const alive: Taker = { name: "there", isGone: async () => false };
  const answers = [send(() => turn.promise), send(never), send(never, alive)];
  turn.resolve(turnOf("done"));
  expect(await Promise.all(answers)).toEqual(["done", "done", "done"]);
  expect(await send(never, there)).toBe("done");
});

it("what a process has begun that died is begun no second time, and under the same run", async () => {
  const begun = Promise.withResolvers<HeldMessage>();
  void send((message) => {
    begun.resolve(message);
    return new Promise(() => undefined);
  });
  const { run_id } = await begun.promise;
  const told = await send(async (message) => turnOf(`${message.again} ${message.run_id}`), there);
  expect(told).toBe(`true ${run_id}`);
});

it("what failed is tried again as what may have begun, what was not begun as new", async () => {
  await expect(send(() => Promise.reject(new Error("no store")))).rejects.toThrow("no store");
  expect(await send(async ({ again }) => void expect(again).toBe(true))).toBeUndefined();
  expect(await send(async ({ again }) => turnOf(String(again)))).toBe("false");
});
