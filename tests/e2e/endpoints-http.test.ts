import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { errorBody } from "#shared/contracts/endpoints.ts";
import { problemBody } from "#shared/contracts/native-endpoints.ts";
import { type Notebook, startNotebook } from "./notebook.ts";

let system: Notebook;
beforeAll(async () => {
  system = await startNotebook({
    REGENTE_ALLOWED_HOSTS: "regente.example.org",
    REGENTE_CORS_ORIGINS: "https://chat.example.org",
  });
});
afterAll(() => system.close());

const chat = (content: unknown, more: object = {}) => ({
  model: "regente",
  messages: [{ role: "user", content }],
  ...more,
});

/** A request with headers that fetch does not let through. */
function rawAsk(path: string, headers: Record<string, string>, method = "GET", body?: Buffer) {
  const answered = Promise.withResolvers<{ status: number; text: string }>();
  const sent = request(`${system.url}${path}`, { method, headers }, (response) => {
    let text = "";
    response.on("data", (chunk: Buffer) => {
      text += chunk.toString();
    });
    response.on("end", () => answered.resolve({ status: response.statusCode ?? 0, text }));
  });
  sent.on("error", answered.reject);
  sent.end(body);
  return answered.promise;
}

describe("every refusal is an error object with the right status", () => {
  it.each<
    [what: string, path: string, body: unknown, status: number, code: string, param: string | null]
  >([
    ["an unknown route", "/v1/nothing", {}, 404, "unknown_route", null],
    ["embeddings", "/v1/embeddings", { model: "regente", input: "a" }, 404, "unknown_route", null],
    [
      "old completions",
      "/v1/completions",
      { model: "regente", prompt: "a" },
      404,
      "unknown_route",
      null,
    ],
    ["speech", "/v1/audio/speech", {}, 404, "unknown_route", null],
    [
      "an unknown model",
      "/v1/chat/completions",
      { ...chat("oi"), model: "gpt-4o" },
      404,
      "model_not_found",
      "model",
    ],
    [
      "an unknown pinned model",
      "/v1/responses",
      { model: "regente/nobody", input: "oi" },
      404,
      "model_not_found",
      "model",
    ],
    [
      "no messages",
      "/v1/chat/completions",
      chat("oi", { messages: [] }),
      400,
      "invalid_request",
      "messages",
    ],
    [
      "a role that is none",
      "/v1/chat/completions",
      chat("oi", { messages: [{ role: "boss", content: "x" }] }),
      400,
      "invalid_request",
      "messages.0.role",
    ],
    [
      "an empty message",
      "/v1/chat/completions",
      chat("  "),
      400,
      "empty_message",
      "messages.0.content",
    ],
    [
      "a picture without words",
      "/v1/chat/completions",
      chat([{ type: "image_url", image_url: { url: "data:," } }]),
      400,
      "empty_message",
      "messages.0.content",
    ],
    [
      "nothing after the last answer",
      "/v1/chat/completions",
      chat("oi", {
        messages: [
          { role: "user", content: "anote x" },
          { role: "assistant", content: "Anotado." },
        ],
      }),
      400,
      "missing_user_message",
      "messages",
    ],
    [
      "a message that is too long",
      "/v1/chat/completions",
      chat("a".repeat(8001)),
      400,
      "message_too_long",
      "messages.0.content",
    ],
    ["nine choices", "/v1/chat/completions", chat("oi", { n: 9 }), 400, "invalid_request", "n"],
    ["no choice", "/v1/chat/completions", chat("oi", { n: 0 }), 400, "invalid_request", "n"],
    [
      "an unknown format",
      "/v1/chat/completions",
      chat("oi", { response_format: { type: "xml" } }),
      400,
      "invalid_request",
      "response_format.type",
    ],
    [
      "a schema with a pattern",
      "/v1/chat/completions",
      chat("oi", {
        response_format: {
          type: "json_schema",
          json_schema: {
            name: "a",
            schema: { type: "object", properties: { a: { type: "string", pattern: "(a+)+$" } } },
          },
        },
      }),
      400,
      "invalid_json_schema",
      "response_format",
    ],
    [
      "a response to nothing",
      "/v1/responses",
      { model: "regente", input: [] },
      400,
      "invalid_request",
      "input",
    ],
    [
      "an unknown previous response",
      "/v1/responses",
      { model: "regente", input: "1", previous_response_id: "resp_none" },
      400,
      "previous_response_not_found",
      "previous_response_id",
    ],
    [
      "an unknown field of ours",
      "/v1/turns",
      { input_text: "oi", colour: "red" },
      400,
      "invalid_request",
      "colour",
    ],
    [
      "a plan of unknown steps",
      "/v1/plans/execute",
      { plan: { steps: [{ id: 1, domain: "nobody", capability: "nothing" }] } },
      422,
      "invalid_plan",
      "steps.0.capability",
    ],
    [
      "an unknown capability",
      "/v1/domains/notebook/capabilities/fly/execute",
      {},
      404,
      "capability_not_found",
      null,
    ],
  ])("%s", async (_what, path, body, status, code, param) => {
    const refused = await system.ask(path, body);
    expect({ status: refused.status, ...errorBody.parse(refused.body).error }).toMatchObject({
      status,
      code,
      param,
    });
  });

  it("a wrong method names the right ones", async () => {
    const refused = await system.ask("/v1/chat/completions");
    expect(refused.status).toBe(405);
    expect(refused.headers.get("allow")).toBe("POST, OPTIONS");
    expect(refused.body).toMatchObject({ error: { code: "method_not_allowed" } });
    expect((await system.ask("/v1/models", {}, {}, "DELETE")).status).toBe(405);
  });

  it("a base address without /v1 is told what was meant", async () => {
    const { body } = await system.ask("/chat/completions", chat("oi"));
    expect(errorBody.parse(body).error.message).toContain("did you mean /v1/chat/completions?");
  });

  it.each([
    ["text/plain", "{}", 415],
    ["application/json", "{", 400],
    ["application/json", '{"__proto__": {"a": 1}, "model": "regente"}', 400],
    ["application/json", "[".repeat(100_000), 400],
    ["application/json", "", 400],
  ])("a body of %s that begins %s", async (type, body, status) => {
    const refused = await fetch(`${system.url}/v1/turns`, {
      method: "POST",
      headers: { "content-type": type },
      body,
    });
    expect(refused.status).toBe(status);
    errorBody.parse(await refused.json());
  });

  it("a body that is not UTF-8, or larger than is taken, also one that does not say its length", async () => {
    const json = { "content-type": "application/json" };
    expect((await rawAsk("/v1/turns", json, "POST", Buffer.from([0x7b, 0xff, 0x7d]))).status).toBe(
      400,
    );
    const large = Buffer.alloc(1024 * 1024 + 1, " ");
    expect((await rawAsk("/v1/turns", json, "POST", large)).status).toBe(413);
    const chunked = await rawAsk(
      "/v1/turns",
      { ...json, "transfer-encoding": "chunked" },
      "POST",
      large,
    );
    expect(chunked.status).toBe(413);
  });

  it("as RFC 9457 for those who ask for it, and in the same words", async () => {
    const refused = await system.ask("/v1/runs/run_none", undefined, {
      accept: "application/problem+json",
    });
    expect(refused.headers.get("content-type")).toBe("application/problem+json");
    const problem = problemBody.parse(refused.body);
    expect(problem).toMatchObject({
      status: 404,
      title: "Not Found",
      type: "urn:regente:error:run_not_found",
      detail: problem.error.message,
    });
    expect(problem.instance).toBe(`urn:regente:request:${refused.headers.get("x-request-id")}`);
  });
});

describe("every request has an id", () => {
  it("its own, when that is safe to repeat", async () => {
    const { headers } = await system.ask("/v1/models", undefined, { "x-request-id": "abc-1.2:3" });
    expect(headers.get("x-request-id")).toBe("abc-1.2:3");
  });
  it.each(["a b", "<script>", "x".repeat(200), "é"])("another one instead of %s", async (id) => {
    const { headers } = await rawHeaders("/v1/models", {
      "x-request-id": Buffer.from(id).toString("latin1"),
    });
    expect(headers["x-request-id"]).toMatch(/^req_[\w-]+$/);
  });
});

function rawHeaders(path: string, headers: Record<string, string>) {
  const answered = Promise.withResolvers<{ headers: Record<string, unknown> }>();
  request(`${system.url}${path}`, { headers }, (response) => {
    response.resume();
    answered.resolve({ headers: response.headers });
  })
    .on("error", answered.reject)
    .end();
  return answered.promise;
}

describe("names by which we may be called", () => {
  it.each([
    "localhost",
    "localhost:9999",
    "app.localhost",
    "127.0.0.1",
    "127.9.9.9:1",
    "[::1]:8080",
    "LOCALHOST.",
    "host.docker.internal:8080",
    "regente.example.org",
  ])("%s is answered", async (host) =>
    expect((await rawAsk("/v1/models", { host })).status).toBe(200),
  );
  it.each([
    "evil.example",
    "localhost.evil.example",
    "127.0.0.1.evil.example",
    "evil.example:8080",
    "10.0.0.7",
    "regente",
  ])("%s is not: a page could have made it point here", async (host) => {
    const { status, text } = await rawAsk("/v1/models", { host });
    expect(status).toBe(403);
    expect(text).toContain("REGENTE_ALLOWED_HOSTS");
  });
});

describe("pages in a browser", () => {
  const from = (origin: string) => ({ origin });
  it.each(["http://localhost:3000", "http://127.0.0.1:5173", "https://chat.example.org"])(
    "of %s may ask",
    async (origin) => {
      const asked = await system.ask("/v1/chat/completions", chat("procure leite"), from(origin));
      expect(asked.status).toBe(200);
      expect(asked.headers.get("access-control-allow-origin")).toBe(origin);
      expect(asked.headers.get("vary")).toBe("Origin");
      expect(asked.headers.get("access-control-expose-headers")).toContain("x-request-id");
    },
  );
  it.each(["https://evil.example", "null", "http://localhost.evil.example"])(
    "of %s may not, and nothing is done",
    async (origin) => {
      const before = system.done.length;
      const asked = await system.ask("/v1/turns", { input_text: "anote veneno" }, from(origin));
      expect(asked.status).toBe(403);
      expect(asked.body).toMatchObject({ error: { code: "origin_not_allowed" } });
      expect(asked.headers.get("access-control-allow-origin")).toBeNull();
      expect(system.done).toHaveLength(before);
      const read = await system.ask("/v1/models", undefined, from(origin));
      expect(read.headers.get("access-control-allow-origin")).toBeNull();
    },
  );
  it("are told in advance what they may send", async () => {
    const { status, headers } = await system.ask(
      "/v1/chat/completions",
      undefined,
      {
        ...from("http://localhost:3000"),
        "access-control-request-method": "POST",
        "access-control-request-headers":
          "authorization,content-type,x-stainless-os,x-session-id,cookie",
      },
      "OPTIONS",
    );
    expect(status).toBe(204);
    expect(headers.get("access-control-allow-origin")).toBe("http://localhost:3000");
    expect(headers.get("access-control-allow-methods")).toContain("POST");
    const allowed = headers.get("access-control-allow-headers")?.split(", ");
    expect(allowed).toEqual(
      expect.arrayContaining(["authorization", "content-type", "x-stainless-os", "x-session-id"]),
    );
    expect(allowed).not.toContain("cookie");
  });
  it("see why they are refused", async () => {
    const refused = await system.ask("/v1/nothing", {}, from("http://localhost:3000"));
    expect(refused.headers.get("access-control-allow-origin")).toBe("http://localhost:3000");
  });
});

describe("users", () => {
  it("a front end on this machine names them; one does not see the other's", async () => {
    const as = (user: string) => ({ "x-user-id": user });
    const { body } = await system.ask(
      "/v1/turns",
      { input_text: "procure pao", session_id: "same" },
      as("ana"),
    );
    expect((await system.ask(`/v1/runs/${body["run_id"]}`, undefined, as("ana"))).status).toBe(200);
    expect((await system.ask(`/v1/runs/${body["run_id"]}`, undefined, as("bia"))).status).toBe(404);
    expect(
      (await system.ask(`/v1/runs/${body["run_id"]}`, undefined, { "x-openwebui-user-id": "ana" }))
        .status,
    ).toBe(200);
  });
  it.each(["", "null", "{{USER_ID}}", "undefined"])("%s in a header is nobody", async (user) => {
    const { body } = await system.ask(
      "/v1/turns",
      { input_text: "procure pao", user_id: "clara" },
      { "x-user-id": user },
    );
    expect(
      (await system.ask(`/v1/runs/${body["run_id"]}`, undefined, { "x-user-id": "clara" })).status,
    ).toBe(200);
  });
});
