import { Writable } from "node:stream";
import { expect, it, vi } from "vitest";
import { z } from "zod";
import type { ErrorBody } from "../contracts/endpoints.ts";
import type { ExecuteRequest } from "../contracts/execute.ts";
import type { Json } from "../contracts/json.ts";
import type { JsonSchema } from "../contracts/json-schema.ts";
import type { ManifestSource } from "../contracts/manifest.ts";
import type { DomainOutput } from "../contracts/output.ts";
import { MAX_TIMER_MS } from "../patience/timer.ts";
import { ask, success } from "./answers.ts";
import { type DomainOptions, defineDomain, type Handler } from "./define-domain.ts";
import { makeLog, silentLog } from "./log.ts";
import { memoryReceipts } from "./receipts.ts";

const number: JsonSchema = {
  type: "object",
  properties: { n: { type: "number" } },
  required: ["n"],
};
const manifest = {
  manifest_version: "1",
  domain: "weather",
  version: "1.0.0",
  description: { en: "Weather" },
  capabilities: [
    { capability: "read_rain", effect: "read", result_schema: number },
    { capability: "make_rain", effect: "write", repeat: "keyed", result_schema: number },
  ],
} satisfies ManifestSource;

/** The domain with one handler for both capabilities. */
function weather(handler: Handler, options: DomainOptions = {}) {
  const { app } = defineDomain(
    manifest,
    { read_rain: handler, make_rain: handler },
    { log: silentLog, ...options },
  );
  type Changes = {
    key?: string;
    parameters?: Record<string, Json>;
    context?: Partial<ExecuteRequest["context"]>;
    signal?: AbortSignal;
  };
  return async (capability: "read_rain" | "make_rain", changes: Changes = {}) => {
    const body = {
      intent: {
        domain: "weather",
        capability,
        parameters: changes.parameters ?? {},
        confidence: 1,
        original_query: "vai chover?",
      },
      context: {
        session_id: "s",
        user_id: "u",
        locale: "pt-BR",
        timezone: "America/Sao_Paulo",
        run_id: "run_1",
        step_id: "2",
        attempt: 1,
        deadline_at: Date.now() + 60_000,
        ...changes.context,
      },
    };
    const response = await app.request("/execute", {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(changes.key === undefined ? {} : { "idempotency-key": changes.key }),
      },
      body: JSON.stringify(body),
      ...(changes.signal === undefined ? {} : { signal: changes.signal }),
    });
    const answer = (await response.json()) as DomainOutput & ErrorBody;
    return { status: response.status, headers: response.headers, body: answer };
  };
}

const rain = (n: number) => success({ result: { n }, explanation: `${n} mm` });

it("refuses a manifest and handlers that do not belong together", () => {
  const handler: Handler = async () => rain(1);
  expect(() => defineDomain(manifest, { read_rain: handler }, { log: silentLog })).toThrow(
    '"weather" has no handler for make_rain',
  );
  expect(() =>
    defineDomain(
      manifest,
      { read_rain: handler, make_rain: handler, make_snow: handler },
      { log: silentLog },
    ),
  ).toThrow("no capability make_snow");
});

it("names the field of a manifest that is wrong", () => {
  const wrong = { ...manifest, version: "one" };
  expect(() => defineDomain(wrong, {}, { log: silentLog })).toThrow(
    'manifest of weather: version: must look like "1.0.0"',
  );
});

it("says what would be done in a dry run, without calling the handler of an effect", async () => {
  let calls = 0;
  const call = weather(async () => rain(++calls));
  const dry = { context: { dry_run: true }, key: "k" };
  const { body } = await call("make_rain", dry);
  expect(body).toMatchObject({ status: "success", metadata: { dry_run: true } });
  expect(body.explanation).toContain("Nada foi feito");
  expect(calls).toBe(0);
  // The key is still free for the real one.
  expect((await call("make_rain", { key: "k" })).body.result).toEqual({ n: 1 });
});

it("answers 500 without the reason when a handler throws, and logs it with the run and the step", async () => {
  const lines: string[] = [];
  const out = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const log = makeLog("weather", out);
  const call = weather(
    async () => {
      throw new Error("no clouds for token 123456789:AAHfiqksKZ8WmR2zSjiQ7_v4TMAKdiHm9T0");
    },
    { log },
  );
  const { status, body } = await call("read_rain");
  expect(status).toBe(500);
  expect(body).toEqual({
    error: {
      message: "The service failed; its log says why",
      type: "server_error",
      param: null,
      code: "INTERNAL_ERROR",
    },
  });
  const line = JSON.parse(lines[0] ?? "{}") as { error: { at: string[] } };
  expect(line).toMatchObject({
    domain: "weather",
    capability: "read_rain",
    run_id: "run_1",
    step_id: "2",
    status: 500,
    error: { message: "no clouds for token [removed]" },
  });
  expect(line.error.at[0]).toContain("define-domain.test.ts");
});

it.each([
  ["a result against its schema", success({ result: { n: "much" }, explanation: "x" })],
  ["no status", { explanation: "x" }],
  ["a number that is none", success({ result: { n: Number.NaN }, explanation: "x" })],
  [
    "a question without choices",
    { ...ask({ explanation: "?", missing_param: "n" }), metadata: {} },
  ],
])("%s becomes 500, never a success", async (_what, output) => {
  const call = weather(async () => output as ReturnType<typeof rain>);
  const { status, body } = await call("read_rain");
  expect([status, body.error.code]).toEqual([500, "BROKEN_PROMISE"]);
});

it("fills in what the schema has as defaults, and gives the locale and the time that is left", async () => {
  const withDefault = structuredClone(manifest) as ManifestSource;
  const [first] = withDefault.capabilities;
  if (first)
    first.params_schema = { type: "object", properties: { n: { type: "number", default: 3 } } };
  const { app } = defineDomain(
    withDefault,
    {
      read_rain: async ({ n }, { locale, remainingMs }) =>
        success({ result: { n }, explanation: `${locale} ${remainingMs()}` }),
      make_rain: async () => rain(1),
    },
    { log: silentLog, clock: { now: () => 1_000 } },
  );
  const response = await app.request("/execute", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      intent: {
        domain: "weather",
        capability: "read_rain",
        parameters: {},
        confidence: 1,
        original_query: "",
      },
      context: {
        session_id: "s",
        user_id: "u",
        locale: "en",
        timezone: "UTC",
        run_id: "r",
        step_id: "1",
        attempt: 1,
        deadline_at: 1_250,
      },
    }),
  });
  expect(await response.json()).toMatchObject({ result: { n: 3 }, explanation: "en 250" });
});

const DAY_MS = 24 * 60 * 60 * 1000;
it.each([20_000.5, 25 * DAY_MS, 365 * DAY_MS, Number.MAX_VALUE])(
  "a handler may wait for a deadline that is %d ms away as it is told, and nothing ends before its time",
  async (ms) => {
    const call = weather(async (_params, { signal, remainingMs }) => {
      const inTime = AbortSignal.any([signal, AbortSignal.timeout(remainingMs())]);
      await new Promise((resolve) => setTimeout(resolve, 20));
      inTime.throwIfAborted();
      return rain(remainingMs());
    });
    const { body } = await call("read_rain", { context: { deadline_at: Date.now() + ms } });
    const { n } = z.object({ n: z.int().positive() }).parse(body.result);
    expect(n).toBeLessThanOrEqual(MAX_TIMER_MS);
  },
);

it("a deadline that has passed is said, and no handler is called", async () => {
  const handler = vi.fn(async () => rain(1));
  const { status, body } = await weather(handler)("read_rain", {
    context: { deadline_at: Date.now() - 1 },
  });
  expect([status, body.status, body.metadata["code"]]).toEqual([200, "failure", "DEADLINE"]);
  expect(handler).not.toHaveBeenCalled();
});

/** A clock that stands: a machine that is slow to begin does not use up a deadline. */
const STILL = { now: () => 1_000 };
it("answers a read at its deadline, even if the handler does not look at its signal", async () => {
  const never = weather(() => new Promise(() => {}), { clock: STILL });
  const { status, body } = await never("read_rain", { context: { deadline_at: 1_030 } });
  expect([status, body.metadata["code"]]).toEqual([200, "DEADLINE"]);
});

it("waits for an effect beyond its deadline, because of the receipt", async () => {
  const untilLate: Handler = async (_params, { signal }) => {
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
    return rain(5);
  };
  const call = weather(untilLate, { clock: STILL });
  const { body } = await call("make_rain", { key: "k", context: { deadline_at: 1_030 } });
  expect(body.result).toEqual({ n: 5 });
});

it("a caller that goes away stops a read, and lets an effect finish", async () => {
  const stopped: string[] = [];
  const begun = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  const call = weather(async (_params, { signal, intent }) => {
    signal.addEventListener("abort", () => stopped.push(intent.capability));
    begun.resolve();
    await finish.promise;
    return rain(1);
  });
  const client = new AbortController();
  const read = call("read_rain", { signal: client.signal });
  const effect = call("make_rain", { signal: client.signal, key: "k" });
  await begun.promise;
  client.abort();
  expect((await read).body.status).toBe("failure");
  finish.resolve();
  expect((await effect).body.status).toBe("success");
  expect(stopped).toEqual(["read_rain"]);
});

it("a question does not use the key up", async () => {
  const call = weather(async ({ n }) =>
    n === undefined ? ask({ explanation: "Quanto?", missing_param: "n" }) : rain(Number(n)),
  );
  expect((await call("make_rain", { key: "k" })).body.status).toBe("clarification");
  const { body, headers } = await call("make_rain", { key: "k", parameters: { n: 2 } });
  expect([body.status, headers.get("idempotency-replayed")]).toEqual(["success", null]);
});

it("a handler that threw leaves no record", async () => {
  let calls = 0;
  const call = weather(async () => {
    if (++calls === 1) throw new Error("not yet");
    return rain(calls);
  });
  expect((await call("make_rain", { key: "k" })).status).toBe(500);
  expect((await call("make_rain", { key: "k" })).body.result).toEqual({ n: 2 });
});

it("an effect whose answer broke its promise is not done again", async () => {
  let calls = 0;
  const call = weather(async () => {
    calls++;
    return success({ result: "?", explanation: "x" });
  });
  expect((await call("make_rain", { key: "k" })).status).toBe(500);
  expect((await call("make_rain", { key: "k" })).body.metadata["code"]).toBe("OUTCOME_UNKNOWN");
  expect(calls).toBe(1);
});

it("what was begun before a crash is not done again, and the answer says so", async () => {
  const receipts = memoryReceipts();
  const begun = Promise.withResolvers<void>();
  const crashed = weather(
    () => {
      begun.resolve();
      return new Promise(() => {});
    },
    { receipts },
  );
  void crashed("make_rain", { key: "k" });
  await begun.promise;
  // Another process with the same receipts, as after a restart.
  let calls = 0;
  const call = weather(async () => rain(++calls), { receipts });
  const { status, body } = await call("make_rain", { key: "k" });
  expect([status, body.metadata["code"], calls]).toEqual([200, "OUTCOME_UNKNOWN", 0]);
  expect(body.explanation).toContain("Não sei se isto chegou a ser feito");
});

it("does nothing when the receipts cannot be written", async () => {
  let calls = 0;
  const full = () => {
    throw new Error("disk full");
  };
  const call = weather(async () => rain(++calls), {
    receipts: { ...memoryReceipts(), claim: full },
  });
  const { status, body } = await call("make_rain", { key: "k" });
  expect([status, body.error.code, calls]).toEqual([503, "RECEIPTS_UNAVAILABLE", 0]);
});

it("another user's call with the same key is another call", async () => {
  const call = weather(async () => rain(1));
  await call("make_rain", { key: "k" });
  const { status } = await call("make_rain", { key: "k", context: { user_id: "other" } });
  expect(status).toBe(422);
});

it("refuses a key of more than 255 characters", async () => {
  const call = weather(async () => rain(1));
  const { status, body } = await call("make_rain", { key: "k".repeat(256) });
  expect([status, body.error.param]).toEqual([400, "Idempotency-Key"]);
});

it("answers an unknown route with an error body", async () => {
  const { app } = defineDomain(
    manifest,
    { read_rain: async () => rain(1), make_rain: async () => rain(1) },
    { log: silentLog, routes: (app) => app.get("/map", (c) => c.text("a map")) },
  );
  const response = await app.request("/nothing");
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ error: { code: "NOT_FOUND" } });
  expect(await (await app.request("/map")).text()).toBe("a map");
});

it.each([
  ["refuses a parameter that its schema does not name", undefined, "failure"],
  ["takes it where the schema is open", true, "success"],
])("%s", async (_habit, additionalProperties, status) => {
  const [read] = manifest.capabilities;
  const open: JsonSchema = additionalProperties === undefined ? {} : { additionalProperties };
  const source: ManifestSource = {
    ...manifest,
    capabilities: [
      {
        ...{ capability: read?.capability ?? "", effect: "read" },
        params_schema: { type: "object", properties: { n: { type: "number" } }, ...open },
      },
    ],
  };
  const { app } = defineDomain(
    source,
    { read_rain: async () => success({ result: null, explanation: "Chove." }) },
    { log: silentLog },
  );
  const body = {
    intent: {
      ...{ domain: "weather", capability: "read_rain", confidence: 1, original_query: "x" },
      parameters: { n: 1, m: 2 },
    },
    context: {
      ...{
        session_id: "s",
        user_id: "u",
        locale: "en",
        timezone: "UTC",
        run_id: "r",
        step_id: "1",
      },
      ...{ attempt: 1, deadline_at: Date.now() + 60_000 },
    },
  };
  const headers = { "content-type": "application/json" };
  const answer = await app.request("/execute", {
    ...{ method: "POST", body: JSON.stringify(body), headers },
  });
  expect(await answer.json()).toMatchObject({ status });
});
