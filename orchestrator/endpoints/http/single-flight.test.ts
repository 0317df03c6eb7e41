import { expect, it } from "vitest";
import type { TurnResponse } from "#shared/contracts/endpoints.ts";
import type { RunEvent } from "#shared/contracts/run.ts";
import { AfterEffectError } from "../../ports/domain-call-error.ts";
import type { Snapshot } from "../../turn/turn-deps.ts";
import { singleFlight, type Watch } from "./single-flight.ts";

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
