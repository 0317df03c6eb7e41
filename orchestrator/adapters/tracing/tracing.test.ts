import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { SpanStatusCode } from "@opentelemetry/api";
import type { ReadableSpan, SpanExporter } from "@opentelemetry/sdk-trace";
import { afterEach, expect, it } from "vitest";
import { type DomainCall, DomainCallError, type DomainClient } from "../../ports/domain-client.ts";
import { type LanguageModel, ModelError } from "../../ports/language-model.ts";
import { tracingTo } from "./tracing.ts";

const CALLER = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
const usage = { llm_calls: 1, tokens_input: 900, tokens_output: 12, tokens_cached: 0 };
const answer = {
  status: "success" as const,
  result: 1,
  explanation: "31 °C",
  confidence: 1,
  metadata: {},
};

const call: DomainCall = {
  domain: "weather",
  request: {
    intent: {
      domain: "weather",
      capability: "get_forecast",
      parameters: { city: "Oslo" },
      confidence: 1,
      original_query: "tempo em Oslo",
    },
    context: {
      ...{ session_id: "s", user_id: "ana", locale: "en", timezone: "UTC", run_id: "run_1" },
      ...{ step_id: "1", attempt: 2, deadline_at: 0, dry_run: false },
    },
  },
  idempotencyKey: "run_1:1",
  timeoutMs: 1000,
  signal: new AbortController().signal,
};

const closers: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

function collecting() {
  const spans: ReadableSpan[] = [];
  const exporter: SpanExporter = {
    export(batch, done) {
      spans.push(...batch);
      done({ code: 0 });
    },
    shutdown: async () => undefined,
  };
  const tracing = tracingTo(exporter);
  return { tracing, spans };
}

/** An endpoint that calls a domain and a model for each request. */
async function served(handle: (tracing: ReturnType<typeof tracingTo>) => Promise<void>) {
  const { tracing, spans } = collecting();
  const server = createServer(
    tracing.endpoints((_incoming, outgoing) => {
      handle(tracing).then(
        () => outgoing.end("ok"),
        () => outgoing.writeHead(500).end(),
      );
    }),
  ).listen(0, "127.0.0.1");
  closers.push(() => void server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const ask = async (headers: Record<string, string>) => {
    await (await fetch(`http://127.0.0.1:${port}/v1/runs/run_secret`, { headers })).text();
    await tracing.close();
    return spans;
  };
  return ask;
}

it("a call is part of its request's span, and that of the caller's trace; the domain is told which", async () => {
  let told = "";
  const client: DomainClient = {
    async call({ traceparent }) {
      told = traceparent ?? "";
      return answer;
    },
  };
  const ask = await served(async (tracing) => void (await tracing.domains(client).call(call)));
  const spans = await ask({ traceparent: CALLER });
  const [step, endpoint] = spans;
  expect(endpoint?.name).toBe("GET /v1/runs");
  expect(endpoint?.spanContext().traceId).toBe("0af7651916cd43dd8448eb211c80319c");
  expect(endpoint?.parentSpanContext?.spanId).toBe("b7ad6b7169203331");
  expect(step?.parentSpanContext?.spanId).toBe(endpoint?.spanContext().spanId);
  expect(told).toBe(`00-0af7651916cd43dd8448eb211c80319c-${step?.spanContext().spanId}-01`);
  expect(step?.attributes).toMatchObject({
    "gen_ai.operation.name": "execute_tool",
    "gen_ai.tool.name": "weather.get_forecast",
    "regente.run_id": "run_1",
    "regente.attempt": 2,
    "regente.status": "success",
  });
});

it("nothing that anyone wrote is in a span", async () => {
  const client: DomainClient = { call: async () => answer };
  const ask = await served(async (tracing) => void (await tracing.domains(client).call(call)));
  const told = (await ask({})).map(({ name, attributes, events }) => ({
    name,
    attributes,
    events,
  }));
  expect(JSON.stringify(told)).not.toMatch(/Oslo|tempo|31 °C|ana|run_secret/);
});

it.each(["", "00-0-0-01", `${CALLER}x`, "00-00000000000000000000000000000000-b7ad6b7169203331-01"])(
  "a wrong traceparent (%j) begins a trace of its own",
  async (traceparent) => {
    const [endpoint] = await (await served(async () => undefined))({ traceparent });
    expect(endpoint?.parentSpanContext).toBeUndefined();
  },
);

it("what went wrong is an error by its kind", async () => {
  const client: DomainClient = {
    call: () => Promise.reject(new DomainCallError("weather", "timeout", "no answer", true)),
  };
  const ask = await served(async (tracing) => void (await tracing.domains(client).call(call)));
  const [step, endpoint] = await ask({});
  expect(step?.attributes["error.type"]).toBe("timeout");
  expect(step?.status).toEqual({ code: SpanStatusCode.ERROR });
  expect(endpoint?.attributes["http.response.status_code"]).toBe(500);
});

it("a model's span has the GenAI names and what it cost, also when it failed", async () => {
  const { tracing, spans } = collecting();
  const failing: LanguageModel = {
    nameOf: () => "someone/some-model",
    complete: () => Promise.reject(new ModelError("refused", "refused to answer", { usage })),
    write: async () => ({ text: "hello", usage }),
  };
  const model = tracing.model(failing);
  const request = {
    ...{
      size: "fast" as const,
      system: [],
      messages: [],
      maxTokens: 64,
      timeoutMs: 1,
      maxCalls: 1,
    },
    signal: call.signal,
  };
  await model.write(request);
  await model.write({ ...request }).then(() => undefined);
  await expect(
    model.complete({ ...request, schema: (await import("zod")).z.string() }),
  ).rejects.toThrow();
  await tracing.close();
  const cost = { "gen_ai.usage.input_tokens": 900, "gen_ai.usage.output_tokens": 12 };
  expect(spans[0]?.name).toBe("chat some-model");
  expect(spans[0]?.attributes).toMatchObject({
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": "someone",
    "gen_ai.request.model": "some-model",
    ...cost,
  });
  expect(spans[2]?.attributes).toMatchObject({ "error.type": "refused", ...cost });
});
