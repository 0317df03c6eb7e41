import { Writable } from "node:stream";
import { expect, it } from "vitest";
import { type JsonLog, jsonLog, secretsIn } from "./json-log.ts";

const CANARY = "canary-4f1e";

function written(secrets: string[], write: (log: JsonLog) => void): Record<string, unknown> {
  let text = "";
  const out = new Writable({
    write(chunk, _encoding, done) {
      text += String(chunk);
      done();
    },
  });
  write(jsonLog({ level: "info", secrets }, out));
  return text === "" ? {} : (JSON.parse(text) as Record<string, unknown>);
}

it("writes the fields it knows, and no others, however deep a secret sits in them", () => {
  const line = written([], (log) =>
    log.warn(
      {
        domain: "weather",
        attempts: 2,
        input_text: CANARY,
        deep: { key: CANARY },
        status: { a: CANARY },
      },
      "a step failed",
    ),
  );
  expect(line).toMatchObject({ domain: "weather", attempts: 2, msg: "a step failed" });
  expect(JSON.stringify(line)).not.toContain(CANARY);
});

it("keeps ids of its own making, and of others a digest that is the same each time", () => {
  const own = { run_id: "run_mb2x9k0q_AAAAAAAAAAAAAAAA", step_id: "2" };
  const first = written([], (log) => log.info({ ...own, session_id: CANARY }, "said"));
  const second = written([], (log) => log.info({ ...own, session_id: CANARY }, "said"));
  expect(first).toMatchObject(own);
  expect(first["session_id"]).toMatch(/^sha256:[0-9a-f]{12}$/);
  expect(second["session_id"]).toBe(first["session_id"]);
});

it.each([
  ["a message", (log: JsonLog) => log.error({}, `cannot reach ${CANARY}`)],
  ["a field", (log: JsonLog) => log.error({ reason: `with ${CANARY}` }, "failed")],
  ["a list", (log: JsonLog) => log.error({ domains: [CANARY] }, "failed")],
  ["an error's text", (log: JsonLog) => log.error({ err: new Error(CANARY) }, "failed")],
  [
    "what an error carries",
    (log: JsonLog) =>
      log.error(
        { err: Object.assign(new Error("x", { cause: CANARY }), { key: CANARY }) },
        "failed",
      ),
  ],
])("a secret that it was told of does not pass in %s", (_where, write) => {
  const line = written([CANARY], write);
  expect(line["msg"]).toBeDefined();
  expect(JSON.stringify(line)).not.toContain(CANARY);
});

it("a digest stays whole, for it is to be compared; a secret that looks like one does not", () => {
  const [digest, secret] = ["0f".repeat(32), "a1".repeat(32)];
  expect(written([secret], (log) => log.info({ digest }, "here"))["digest"]).toBe(digest);
  const line = written([secret], (log) => log.info({ digest: secret, reason: digest }, "here"));
  expect(line).toMatchObject({ digest: "[removed]", reason: "[removed]" });
});

it("says nothing below its level", () => {
  expect(written([], (log) => log.debug({}, "a turn ended"))).toEqual({});
});

it("an environment's secrets are the values of what is named so, and the passwords of addresses", () => {
  const found = secretsIn({
    PATH: "/bin",
    TELEGRAM_BOT_TOKEN: "1:a",
    REGENTE_DOMAIN_SECRET: "b",
    DATABASE_URL: "postgres://me:p%40ss@db/x",
    OTEL_EXPORTER_OTLP_HEADERS: "authorization=c",
    REGENTE_API_KEYS: "keys.json",
    TAVILY_API_KEY: "d",
  });
  expect(found.sort()).toEqual(["1:a", "authorization=c", "b", "d", "p%40ss", "p@ss"]);
});
