import { expect, it } from "vitest";
import type { DomainOutput } from "#shared/contracts/output.ts";
import { testCatalogue } from "../catalogue/catalogue.fixture.ts";
import type { DomainCall } from "../ports/domain-client.ts";
import type { StepCall } from "../ports/step-call.ts";
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
