import { afterEach, beforeEach, expect, it } from "vitest";
import { success } from "#shared/domain-kit/answers.ts";
import { defineDomain } from "#shared/domain-kit/define-domain.ts";
import { silentLog } from "#shared/domain-kit/log.ts";
import { httpErrorOf } from "../endpoints/http/http-error.ts";
import { AfterEffectError } from "../ports/domain-client.ts";
import { StoreError } from "../ports/stores.ts";
import { executePlan } from "./execute-plan.ts";
import { openTurnDeps } from "./turn-deps.fixture.ts";
import type { TurnDeps } from "./turn-deps.ts";

const shelf = (done: string[]) =>
  defineDomain(
    {
      manifest_version: "1",
      domain: "shelf",
      version: "1.0.0",
      description: { en: "A shelf" },
      goals: [],
      capabilities: [
        {
          capability: "put_up",
          effect: "write",
          repeat: "keyed",
          params_schema: { type: "object" },
        },
        { capability: "burn", effect: "destructive", params_schema: { type: "object" } },
      ],
    },
    {
      async put_up() {
        done.push("put up");
        return success({ result: null, explanation: "Put up." });
      },
      async burn() {
        done.push("burnt");
        return success({ result: null, explanation: "Burnt." });
      },
    },
    { log: silentLog },
  );

let done: string[];
let deps: Awaited<ReturnType<typeof openTurnDeps>>;
beforeEach(async () => {
  done = [];
  deps = await openTurnDeps([shelf(done)]);
});
afterEach(() => deps.close());

/** A store that dies before the question of a run can be kept. */
function dying(): TurnDeps {
  const alive = deps.turnDeps();
  const put = () => Promise.reject(new StoreError("the store is unavailable", {}));
  return { ...alive, store: { ...alive.store, pending: { ...alive.store.pending, put } } };
}
const entry = { user_id: "ana", session_id: "s", input_text: "x", channel: "api", metadata: {} };
const planOf = (...capabilities: string[]) => ({
  execution_mode: "sequential" as const,
  combine_mode: "report" as const,
  max_concurrency: 1,
  steps: capabilities.map((capability, at) => ({
    ...{ id: at + 1, domain: "shelf", capability, params: {}, required: true },
    depends_on: at === 0 ? [] : [at],
  })),
});

it("a store that dies after something was sent leaves it unknown: the error names the run and forbids a blind retry", async () => {
  const begun = executePlan({ plan: planOf("put_up", "burn"), entry }, dying());
  const error = await begun.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(AfterEffectError);
  const [run] = (await deps.turnDeps().store.runs.list({ user_id: "ana" }, 1)).runs;
  const told = httpErrorOf(error);
  expect(told.status).toBe(500);
  expect(told.code).toBe("failed_after_effect");
  expect(told.message).toContain(String(run?.run_id));
  expect(told.message).not.toContain("nothing was started");
  expect(done).toEqual(["put up"]);
});

it("before anything was sent it may be asked for again", async () => {
  const begun = executePlan({ plan: planOf("burn"), entry }, dying());
  const told = httpErrorOf(await begun.catch((thrown: unknown) => thrown));
  expect(told.status).toBe(503);
  expect(told.message).toContain("nothing was started");
  expect(done).toEqual([]);
});
