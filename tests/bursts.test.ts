import { createServer } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import type { ExecutionPlan } from "#shared/contracts/plan.ts";
import { openDomainClient } from "../orchestrator/adapters/domain-client/domain-client.ts";
import {
  deadlineWheel,
  randomId,
  sleep,
  systemClock,
} from "../orchestrator/adapters/time/system-clock.ts";
import type { StepPolicy } from "../orchestrator/engine/plan-run.ts";
import { openRunJournal } from "../orchestrator/engine/run-journal.ts";
import { runPlan } from "../orchestrator/engine/run-plan.ts";

const CHAINS = 200;
/** Room for a third of them at a time; what comes later takes longer than who is new waits for room. */
const ROOM = 64;
const FIRST_MS = 60;
const LATER_MS = 300;
const ANSWER = JSON.stringify({
  ...{ status: "success", result: null, explanation: "done", confidence: 1, metadata: {} },
});
const POLICY: StepPolicy = {
  ...{ effect: "write", repeat: "keyed", timeoutMs: 120_000, attempts: 1, backoffMs: 0 },
  ...{ confirm: false, outside: [] },
};

async function ledger(): Promise<string> {
  const server = createServer((request, response) => {
    request.resume();
    const isFirst = String(request.headers["idempotency-key"]).endsWith(":1");
    void pause(isFirst ? FIRST_MS : LATER_MS).then(() =>
      response.setHeader("content-type", "application/json").end(ANSWER),
    );
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => void server.close().closeAllConnections());
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
}

const step = (id: string, before: string[]): ExecutionPlan["steps"][number] => ({
  ...{ id, domain: "ledger", capability: "enter", params: {}, depends_on: before },
  required: true,
});

it("two hundred plans of three effects at once: each is done as a whole, or not begun", async () => {
  const url = await ledger();
  const clock = systemClock;
  const client = openDomainClient({
    ...{ baseUrlOf: () => url, clock, makeId: randomId, maxOpenCalls: ROOM },
  });
  onTestFinished(() => client.close());
  const plan: ExecutionPlan = {
    execution_mode: "dag",
    max_concurrency: 4,
    combine_mode: "report",
    steps: [step("1", []), step("2", ["1"]), step("3", ["2"])],
  };
  const keeps = { intend: async () => undefined, settle: async () => undefined };
  const run = async (name: string) => {
    const route: Parameters<typeof runPlan>[1]["route"] = ({ intent, step: { id }, ...call }) =>
      client.call({
        domain: "ledger",
        request: {
          intent,
          context: {
            ...{ session_id: name, user_id: "u", locale: "en", timezone: "UTC", run_id: name },
            ...{ step_id: String(id), attempt: call.attempt, deadline_at: call.deadlineAt },
            dry_run: false,
          },
        },
        idempotencyKey: `${name}:${id}`,
        ...{ timeoutMs: call.timeoutMs, signal: call.signal },
        ...(call.roomMs !== undefined && { roomMs: call.roomMs }),
      });
    const { steps } = await runPlan(
      {
        ...{ plan, confidence: 1, originalQuery: "enter it three times" },
        ...{ deadlineAt: clock.now() + 200_000, signal: new AbortController().signal },
      },
      {
        ...{
          route,
          effectOf: () => POLICY,
          journal: openRunJournal(keeps, { user_id: "u" }, name),
        },
        ...{ emit: () => undefined, clock, random: Math.random, sleep, after: deadlineWheel() },
      },
    );
    return steps.filter(({ status }) => status === "success").length;
  };
  const done = await Promise.all(Array.from({ length: CHAINS }, (_, at) => run(`run_${at}`)));
  const count = (effects: number) => done.filter((each) => each === effects).length;
  expect({ cut: count(1) + count(2), all: count(0) + count(3) }).toEqual({ cut: 0, all: CHAINS });
  expect(count(3)).toBeGreaterThanOrEqual(ROOM);
});
