import { afterEach, describe, expect, it } from "vitest";
import type { ManifestSource } from "#shared/contracts/manifest.ts";
import type { DomainOutput } from "#shared/contracts/output.ts";
import { failure, success } from "#shared/domain-kit/answers.ts";
import { defineDomain } from "#shared/domain-kit/define-domain.ts";
import { silentLog } from "#shared/domain-kit/log.ts";
import { testCatalogue } from "../catalogue/catalogue.fixture.ts";
import type { DomainCall, StepCall } from "../ports/domain-client.ts";
import { executePlan } from "../turn/execute-plan.ts";
import { openTurnDeps } from "../turn/turn-deps.fixture.ts";
import { makeRoute } from "./route.ts";

const catalogue = testCatalogue(
  {
    domain: "weather",
    capabilities: [
      {
        capability: "forecast",
        effect: "read",
        params_schema: {
          type: "object",
          properties: { city: { type: "string" } },
          required: ["city"],
          additionalProperties: false,
        },
        result_schema: {
          type: "object",
          properties: { temp: { type: "number" } },
          required: ["temp"],
        },
      },
      { capability: "alarm", effect: "external" },
    ],
  },
  {
    domain: "chat",
    capabilities: [{ capability: "reply", effect: "read" }],
    confidence_gate: { exempt: true },
  },
);
const signal = new AbortController().signal;

function routed(answer: Partial<DomainOutput>, change: Partial<StepCall["intent"]> = {}) {
  const calls: DomainCall[] = [];
  const route = makeRoute({
    catalogue,
    client: {
      call: async (call) => {
        calls.push(call);
        return {
          status: "success",
          result: null,
          explanation: "",
          confidence: 1,
          metadata: {},
          ...answer,
        };
      },
    },
    contextFor: (step, attempt, deadline_at) => ({
      session_id: "s",
      user_id: "u",
      locale: "en",
      timezone: "UTC",
      run_id: "run_1",
      step_id: String(step.id),
      attempt,
      deadline_at,
      dry_run: false,
    }),
    traceparent: "00-trace",
  });
  const intent = {
    domain: "weather",
    capability: "forecast",
    parameters: { city: "Lisbon" },
    confidence: 0.97,
    original_query: "weather in Lisbon",
    ...change,
  };
  const step = {
    id: 7,
    domain: intent.domain,
    capability: intent.capability,
    params: {},
    depends_on: [],
    required: true,
  };
  const answered = route({ intent, step, attempt: 2, deadlineAt: 5000, timeoutMs: 300, signal });
  return { answered, calls };
}

it("sends a step to its domain with key, deadline, timeout and trace", async () => {
  const { answered, calls } = routed({ result: { temp: 21 }, explanation: "21 degrees" });
  expect(await answered).toMatchObject({ status: "success", explanation: "21 degrees" });
  expect(calls).toHaveLength(1);
  expect(calls[0]).toMatchObject({
    domain: "weather",
    idempotencyKey: "run_1:7",
    timeoutMs: 300,
    signal,
    traceparent: "00-trace",
    request: {
      intent: { capability: "forecast", parameters: { city: "Lisbon" } },
      context: { step_id: "7", attempt: 2, deadline_at: 5000 },
    },
  });
});

it("asks instead of sending when the confidence is below the gate", async () => {
  const { answered, calls } = routed({}, { confidence: 0.5 });
  expect(await answered).toMatchObject({
    status: "clarification",
    explanation: "I am not sure that I understood the request. Could you put it another way?",
    metadata: { code: "LOW_CONFIDENCE" },
  });
  expect(calls).toEqual([]);
});

it("asks for more confidence before something that is changed", async () => {
  const { answered, calls } = routed({}, { capability: "alarm", parameters: {}, confidence: 0.96 });
  expect((await answered).metadata).toEqual({ code: "LOW_CONFIDENCE" });
  expect(calls).toEqual([]);
});

it("sends at any confidence to an exempt domain", async () => {
  const { answered, calls } = routed({}, { domain: "chat", capability: "reply", confidence: 0.1 });
  expect((await answered).status).toBe("success");
  expect(calls).toHaveLength(1);
});

it("does not send parameters that the capability refuses, and names them", async () => {
  const { answered, calls } = routed({}, { parameters: { city: 7, planet: "Mars" } });
  const { status, explanation, metadata } = await answered;
  expect(status).toBe("failure");
  expect(metadata).toMatchObject({ code: "INVALID_PARAMS" });
  expect(explanation).toMatch(
    /^forecast was not called: params\.city: .*; params\.planet: unknown field$/,
  );
  expect(calls).toEqual([]);
});

it.each([
  ["a wrong type", { temp: "warm" }, "result.temp"],
  ["nothing", null, "result: "],
])("takes %s for a broken promise, not for a success", async (_what, result, path) => {
  const { answered } = routed({ result });
  await expect(answered).rejects.toMatchObject({ fault: "contract", sent: true, retryable: false });
  await expect(answered).rejects.toThrow(path);
});

it("passes a question and a failure on without looking for a result", async () => {
  expect((await routed({ status: "clarification" }).answered).status).toBe("clarification");
  expect((await routed({ status: "failure" }).answered).status).toBe("failure");
});

it("refuses a capability that the catalogue does not have", async () => {
  const { answered } = routed({}, { capability: "invented" });
  await expect(answered).rejects.toThrow('Domain "weather": has no capability invented');
});

const read = { effect: "read" as const, cache_ttl_s: 60 };
const params_schema = {
  type: "object" as const,
  properties: { shelf: { type: "string" as const } },
};
const library: ManifestSource = {
  manifest_version: "1",
  domain: "library",
  version: "1.0.0",
  description: { en: "Library" },
  capabilities: [
    { capability: "my_loans", ...read, params_schema },
    { capability: "opening_hours", ...read, cache_scope: "public", params_schema },
    { capability: "fresh_news", effect: "read", params_schema },
    { capability: "lend", effect: "write", repeat: "keyed", params_schema },
    { capability: "broken", ...read, params_schema },
    { capability: "print_list", ...read, params_schema },
  ],
};

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

async function deps() {
  const asked: string[] = [];
  const tell = (name: string) => async () => {
    asked.push(name);
    return success({ result: { nth: asked.length }, explanation: name });
  };
  const files = [{ name: "a.txt", media_type: "text/plain", url: "data:text/plain;base64,YQ==" }];
  const domain = defineDomain(
    library,
    {
      my_loans: tell("my_loans"),
      opening_hours: tell("opening_hours"),
      fresh_news: tell("fresh_news"),
      lend: tell("lend"),
      broken: async () => {
        asked.push("broken");
        return failure({ code: "SHUT", explanation: "Shut." });
      },
      print_list: async () => {
        asked.push("print_list");
        return success({ result: null, explanation: "Printed.", metadata: { files } });
      },
    },
    { log: silentLog },
  );
  const room = await openTurnDeps([domain]);
  opened.push(room);
  const run = async (
    capability: string,
    more: Partial<Record<"user_id" | "said" | "shelf", string>> = {},
  ) => {
    const { user_id = "ana", said = "same words", shelf = "a" } = more;
    const told = await executePlan(
      {
        plan: {
          execution_mode: "dag",
          combine_mode: "last",
          max_concurrency: 1,
          steps: [
            {
              id: 1,
              domain: "library",
              capability,
              params: { shelf },
              depends_on: [],
              required: true,
            },
          ],
        },
        entry: { session_id: "s", user_id, channel: "test", metadata: {}, input_text: said },
      },
      room.turnDeps(),
    );
    await room.turnDeps().store.flush();
    return told.output;
  };
  return { run, asked, room };
}

describe("a read that may be kept", () => {
  it("is asked once while its time lasts, and says since when it is known", async () => {
    const { run, asked, room } = await deps();
    const first = await run("my_loans");
    const again = await run("my_loans");
    expect(again.result).toEqual(first.result);
    expect(asked).toEqual(["my_loans"]);
    room.pass(60_000);
    await run("my_loans");
    expect(asked).toEqual(["my_loans", "my_loans"]);
  });

  it.each([
    ["another user", { user_id: "bia" }],
    ["other parameters", { shelf: "b" }],
    ["other words, which a domain may read too", { said: "other words" }],
  ])("is asked again for %s", async (_who, more) => {
    const { run, asked } = await deps();
    await run("my_loans");
    await run("my_loans", more);
    expect(asked).toHaveLength(2);
  });

  it("serves everybody only where its manifest says that it is public", async () => {
    const { run, asked } = await deps();
    await run("opening_hours");
    await run("opening_hours", { user_id: "bia" });
    expect(asked).toEqual(["opening_hours"]);
  });

  it("is forgotten when its user changes something in the domain", async () => {
    const { run, asked } = await deps();
    await run("my_loans");
    await run("my_loans", { user_id: "bia" });
    await run("lend");
    await run("my_loans");
    await run("my_loans", { user_id: "bia" });
    expect(asked).toEqual(["my_loans", "my_loans", "lend", "my_loans"]);
  });
});

it.each(["fresh_news", "broken", "print_list", "lend"])(
  "%s is never kept: no time, a failure, a file, an effect",
  async (capability) => {
    const { run, asked } = await deps();
    await run(capability);
    await run(capability);
    expect(asked).toEqual([capability, capability]);
  },
);
