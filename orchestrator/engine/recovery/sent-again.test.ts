import { afterEach, describe, expect, it } from "vitest";
import { failure, success } from "#shared/domain-kit/answers.ts";
import { type Domain, defineDomain } from "#shared/domain-kit/define-domain.ts";
import { silentLog } from "#shared/domain-kit/log.ts";
import { scriptedModel } from "../../adapters/language-model/scripted-model.fixture.ts";
import { answer } from "../../turn/answer.ts";
import { executePlan } from "../../turn/execute-plan.ts";
import { openTurnDeps } from "../../turn/turn-deps.fixture.ts";
import type { TurnDeps } from "../../turn/turn-deps.ts";
import { ana, beginAndDie, recover } from "./interruptions.fixture.ts";
import type { Fate } from "./mortal-store.fixture.ts";

const text = { type: "string" as const };
const params_schema = { type: "object" as const, properties: { text }, required: ["text"] };

/** It asks before it burns, honours no key, and finds only on the second way. */
function stove(done: string[]): Domain {
  const act = (what: string) => async (params: Record<string, unknown>) => {
    done.push(`${what} ${params["text"]}`);
    return success({ result: null, explanation: `${what}: ${params["text"]}` });
  };
  return defineDomain(
    {
      manifest_version: "1",
      domain: "stove",
      version: "1.0.0",
      description: { en: "A stove" },
      goals: [
        {
          goal: "WARM",
          description: { en: "Warm something" },
          action_type: "hybrid",
          capability: "warm_quickly",
          plan: { may_use: ["warm"] },
          hints: { templates: { en: ["warm {text}"] } },
          entities_schema: { text: { required: true } },
        },
      ],
      capabilities: [
        { capability: "warm_quickly", effect: "read", params_schema },
        { capability: "warm", effect: "write", repeat: "once", params_schema },
        { capability: "burn", effect: "destructive", repeat: "once", params_schema },
      ],
    },
    {
      warm_quickly: async () => failure({ code: "COLD", explanation: "Not so quickly." }),
      warm: act("warm"),
      burn: act("burn"),
    },
    { log: silentLog },
  );
}

const opened: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});
async function openStove(plan?: unknown) {
  const done: string[] = [];
  const model = scriptedModel(() => plan);
  const deps = await openTurnDeps([stove(done)], plan === undefined ? {} : { model });
  opened.push(deps);
  return { done, deps };
}

const burn = (id: number, what: string, depends_on: number[]) => ({
  ...{ id, domain: "stove", capability: "burn", params: { text: what }, depends_on },
  required: true,
});
const burnBoth = {
  execution_mode: "dag" as const,
  combine_mode: "report" as const,
  max_concurrency: 1,
  steps: [burn(1, "paper", []), burn(2, "wood", [1])],
};
/** The message of that name, in the hands of whoever these are the deps of; all who had it before are gone. */
async function held(id: string, { store, makeId }: TurnDeps) {
  const place = { channel: "test", kind: "message", keptMs: 60_000 };
  const by = { name: makeId("process"), isGone: async () => true };
  const taken = await store.messages.take(place, { id, digest: "", run_id: id }, by);
  if (taken.is !== "ours") throw new Error(`the message is ${taken.is}`);
  return { message: taken.message };
}

const speak = (session_id: string, input_text: string, to: TurnDeps, more: object = {}) => {
  const entry = { ...ana, session_id, channel: "test", metadata: {}, locale: "en" as const };
  return answer({ ...entry, input_text }, to, more);
};

describe("a request that is sent again under its key, after a death at any write", () => {
  it.each<Fate>(["dies before", "dies after"])(
    "(%s it) as an answer is told what it led to, and answers no later question",
    async (fate) => {
      const { done, deps } = await openStove();
      for (let at = 0; ; at += 1) {
        done.length = 0;
        const session_id = `s${at}`;
        const entry = { ...ana, session_id, channel: "test", metadata: {}, input_text: "plan" };
        const asked = await executePlan({ plan: burnBoth, entry }, deps.turnDeps());
        const key = `request_${at}`;
        const how = await beginAndDie(
          deps.turnDeps(),
          async (mortal) => speak(session_id, "yes", mortal, await held(key, mortal)),
          at,
          fate,
        );
        const fresh = await recover(deps);
        const told = await speak(session_id, "yes", fresh, await held(key, fresh));
        expect(told.run_id, `at ${at}`).toBe(asked.run_id);
        expect(new Set(done), `at ${at}`).not.toContain("burn wood");
        expect(done.length, `at ${at}`).toBeLessThan(2);
        const first = told.trace.steps[0]?.status;
        if (first === "unknown") expect(told.status).toBe("failure");
        else {
          expect([first, done]).toEqual(["success", ["burn paper"]]);
          expect(told.pending?.question, `at ${at}`).toContain("wood");
        }
        if (how === "ended") break;
      }
    },
  );

  it("of which a second way was tried is told what that one did", async () => {
    const steps = [
      { id: 1, capability: "stove.warm", params: [{ name: "text", value: "{text}" }], after: [] },
    ];
    const { done, deps } = await openStove({ steps, combine: "last" });
    for (let at = 0; ; at += 1) {
      done.length = 0;
      const say = async (to: TurnDeps) =>
        speak(`s${at}`, `warm soup${at}`, to, await held(`request_${at}`, to));
      const how = await beginAndDie(deps.turnDeps(), (mortal) => say(mortal), at, "dies after");
      const fresh = await recover(deps);
      const told = await say(fresh);
      expect(done.length, `at ${at}`).toBeLessThan(2);
      const [step] = told.trace.steps;
      expect(step?.capability, `at ${at}`).toBe("warm");
      expect(step?.status).toBe(done.length === 1 && at !== 2 ? "success" : "unknown");
      if (how === "ended") break;
    }
  });
});

it("the same answer given again in a transcript does nothing again, also where no key is honoured", async () => {
  const { done, deps } = await openStove();
  const entry = { ...ana, session_id: "t1", channel: "test", metadata: {}, input_text: "plan" };
  await executePlan({ plan: burnBoth, entry }, deps.turnDeps());
  const first = await speak("t1", "yes", deps.turnDeps(), { continueAs: () => ["t2"] });
  const again = await speak("t1", "yes", deps.turnDeps(), { continueAs: () => ["t2"] });
  expect(done).toEqual(["burn paper"]);
  expect([again.run_id, again.status]).toEqual([first.run_id, first.status]);
  expect(again.trace.receipts).toEqual(first.trace.receipts);
});
