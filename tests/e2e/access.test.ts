import { request } from "node:http";
import { SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { errorBody, turnResponse } from "#shared/contracts/endpoints.ts";
import { problemBody, usageReport } from "#shared/contracts/native-endpoints.ts";
import { JWT_SECRET, knownUsers } from "./known-users.ts";
import { type Notebook, startNotebook } from "./notebook.ts";

const { keyOf, settings, forget } = knownUsers();
const keys = {
  ana: keyOf("ana", "notebook:*"),
  bia: keyOf("bia", "notebook:*"),
  anaReads: keyOf("ana", "effect:read"),
  reader: keyOf("reader", "effect:read"),
  scraper: keyOf("scraper", "door:metrics:read"),
  front: keyOf("front", "notebook:*", "door:act_as"),
  ops: keyOf("ops", "*"),
};
type Who = keyof typeof keys;
const as = (who: Who, more: Record<string, string> = {}) => ({
  authorization: `Bearer ${keys[who]}`,
  ...more,
});
let system: Notebook;
beforeAll(async () => {
  system = await startNotebook({
    ...settings,
    REGENTE_TOKENS_PER_USER_DAY: "1000",
    REGENTE_TOKENS_PER_DAY: "5000",
  });
});
afterAll(async () => {
  await system.close();
  forget();
});

const turn = (who: Who, input_text: string, session_id: string, more: object = {}) =>
  system.ask("/v1/turns", { input_text, session_id, ...more }, as(who));

/** What anyone may ask: that the process runs, and how to use it. */
const OPEN = [
  "/health",
  "/ready",
  "/openapi.json",
  "/docs",
  "/docs/page.mjs",
  "/docs/page.css",
  "/",
  "/console/icon.svg",
];

type Described = { paths: Record<string, Record<string, { "x-right": string }>> };
/** Every endpoint, as the orchestrator describes itself. */
async function endpoints() {
  const { body } = await system.ask("/openapi.json", undefined, {}, "GET");
  return Object.entries((body as Described).paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { "x-right": right }]) => ({
      method: method.toUpperCase(),
      path: path.replace("{file}", "icon.svg").replace(/\{\w+\}/g, "any"),
      right,
    })),
  );
}

describe("without credentials", () => {
  it("every endpoint is 401 and says what to send, but for those that tell nothing of anyone", async () => {
    const all = await endpoints();
    const open = all.filter(({ right }) => right === "health");
    expect(open.filter(({ path }) => !OPEN.includes(path))).toEqual([]);
    expect(all.length).toBeGreaterThan(25);
    for (const { method, path, right } of all.filter((endpoint) => !open.includes(endpoint))) {
      const refused = await system.ask(path, method === "POST" ? {} : undefined, {}, method);
      expect([path, right, refused.status]).toEqual([path, right, 401]);
      expect(refused.headers.get("www-authenticate")).toBe("Bearer");
      const { error } = errorBody.parse(refused.body);
      expect(error).toMatchObject({ type: "authentication_error", code: "missing_credentials" });
      expect(error.message).toContain("authorization: Bearer");
    }
  });
  it.each(OPEN)("GET %s is open, and tells nothing of anybody", async (path) => {
    const { status, text } = await system.ask(path, undefined, {}, "GET");
    expect(status).toBe(200);
    expect(text).not.toContain("notebook");
  });
  it("clients that want problem details get them", async () => {
    const refused = await system.ask(
      "/v1/runs",
      undefined,
      { accept: "application/problem+json" },
      "GET",
    );
    expect(refused.headers.get("content-type")).toContain("application/problem+json");
    expect(problemBody.parse(refused.body)).toMatchObject({
      status: 401,
      type: "urn:regente:error:missing_credentials",
    });
  });
  it("the body is not even read", async () => {
    const refused = await system.ask("/v1/turns", { input_text: "x".repeat(2_000_000) });
    expect(refused.status).toBe(401);
  });
});

describe("with credentials of someone", () => {
  it("wrong ones are 401 and told to be wrong", async () => {
    const refused = await system.ask(
      "/v1/runs",
      undefined,
      { authorization: `Bearer ${keys.ana}x` },
      "GET",
    );
    expect(refused.status).toBe(401);
    expect(refused.headers.get("www-authenticate")).toBe('Bearer error="invalid_token"');
    expect(refused.text).not.toContain(keys.ana.slice(-20));
  });
  it("two different ones in one request are no one's", async () => {
    const answered = Promise.withResolvers<number>();
    request(`${system.url}/v1/runs`, (response) => {
      response.resume();
      answered.resolve(response.statusCode ?? 0);
    })
      .setHeader("authorization", [`Bearer ${keys.ana}x`, `Bearer ${keys.bia}`])
      .end();
    expect(await answered.promise).toBe(401);
  });
  it("a token opens as a key does", async () => {
    const token = await new SignJWT({ scope: "notebook:*" })
      .setProtectedHeader({ alg: "HS256" })
      .setIssuer("https://id.example.org")
      .setAudience("regente")
      .setSubject("caio")
      .setExpirationTime("5m")
      .sign(new TextEncoder().encode(JWT_SECRET));
    const said = await system.ask(
      "/v1/turns",
      { input_text: "procure a lista", session_id: "s" },
      { authorization: `Bearer ${token}` },
    );
    expect(said.body).toMatchObject({ status: "success" });
  });
  it.each<[who: Who, path: string, status: number]>([
    ["ana", "/v1/domains", 403],
    ["ana", "/v1/diff", 403],
    ["scraper", "/v1/runs", 403],
    ["ops", "/v1/domains", 200],
    ["ops", "/v1/diff", 200],
    ["ana", "/v1/usage", 200],
  ])("%s at %s: %i", async (who, path, status) => {
    const { status: got, text } = await system.ask(path, undefined, as(who), "GET");
    expect(got).toBe(status);
    if (status === 403) expect(text).toContain("door:");
  });
});

describe("one user's rows are no one else's", () => {
  it("not by id", async () => {
    const said = await turn("ana", "procure o segredo da ana", "mine");
    const { run_id } = said.body as { run_id: string };
    for (const [method, path] of [
      ["GET", `/v1/runs/${run_id}`],
      ["GET", `/v1/runs/${run_id}/events`],
      ["POST", `/v1/runs/${run_id}/rerun`],
      ["POST", `/v1/runs/${run_id}/replay`],
      ["POST", `/v1/runs/${run_id}/cancel`],
      ["GET", "/v1/sessions/mine"],
      ["POST", "/v1/sessions/mine/reset"],
      ["DELETE", "/v1/sessions/mine"],
    ] as const) {
      const other = await system.ask(path, method === "POST" ? {} : undefined, as("bia"), method);
      expect([path, other.status]).toEqual([path, 404]);
      expect(other.text).not.toContain("segredo");
    }
    expect((await system.ask(`/v1/runs/${run_id}`, undefined, as("ana"), "GET")).status).toBe(200);
  });
  it("not by a list", async () => {
    await turn("ana", "procure o cofre", "lists");
    for (const path of ["/v1/runs", "/v1/sessions", "/v1/pending", "/v1/runs?session_id=lists"])
      expect((await system.ask(path, undefined, as("bia"), "GET")).text).not.toContain("cofre");
  });
  it("not by a session of the same name: an open question is its owner's", async () => {
    expect((await turn("ana", "procure marta", "shared")).body).toMatchObject({
      status: "clarification",
    });
    expect((await turn("bia", "1", "shared")).text).not.toContain("Marta");
    expect((await turn("ana", "2", "shared")).text).toContain("Marta Silva");
  });
  it("not by the id of a question", async () => {
    await turn("ana", "procure marta", "asked");
    const open = await system.ask("/v1/pending?session_id=asked", undefined, as("ana"), "GET");
    const id = (open.body as { pending: { id: string }[] }).pending[0]?.id ?? "";
    expect((await system.ask(`/v1/pending/${id}/answer`, { text: "1" }, as("bia"))).status).toBe(
      404,
    );
    expect((await system.ask(`/v1/pending/${id}/expire`, {}, as("bia"))).status).toBe(404);
  });
  it("not by a stored response, however its id is written", async () => {
    const made = await system.ask(
      "/v1/responses",
      { model: "regente", input: "procure o cofre" },
      as("ana"),
    );
    const { id } = made.body as { id: string };
    for (const guess of [id, `%0A${id}`, `x%0A${id}`, `..%2Fana%0A${id}`])
      expect((await system.ask(`/v1/responses/${guess}`, undefined, as("bia"), "GET")).status).toBe(
        404,
      );
    const goesOn = { model: "regente", input: "1", previous_response_id: id };
    expect((await system.ask("/v1/responses", goesOn, as("bia"))).status).toBe(400);
  });
  it.each<[what: string, headers: Record<string, string>, body: object]>([
    ["a header", { "x-user-id": "ana" }, {}],
    ["a front end's header", { "x-openwebui-user-id": "ana" }, {}],
    ["the body", {}, { user_id: "ana" }],
    ["a header of another spelling", { "X-User-ID": "ana" }, {}],
  ])("not by naming its owner in %s", async (_what, headers, body) => {
    const refused = await system.ask(
      "/v1/turns",
      { input_text: "oi", ...body },
      as("bia", headers),
    );
    expect(refused.status).toBe(403);
    expect(errorBody.parse(refused.body).error.code).toBe("user_not_allowed");
  });
  it.each([{ "x-forwarded-user": "ana" }, { "x-real-user": "ana" }, { cookie: "user=ana" }])(
    "%j means nothing",
    async (header) => {
      await turn("ana", "procure o cofre", "of-ana");
      const runs = await system.ask("/v1/runs", undefined, as("bia", header), "GET");
      expect(runs.text).not.toContain("cofre");
    },
  );
  it("the `user` of an OpenAI client names no one", async () => {
    const chat = {
      model: "regente",
      messages: [{ role: "user", content: "procure o farol" }],
      user: "ana",
    };
    expect((await system.ask("/v1/chat/completions", chat, as("bia"))).status).toBe(200);
    expect((await system.ask("/v1/runs", undefined, as("ana"), "GET")).text).not.toContain("farol");
    expect((await system.ask("/v1/runs", undefined, as("bia"), "GET")).text).toContain("farol");
  });
  it("a front end that may speak for others speaks for whom it names", async () => {
    const said = { input_text: "procure a ponte", session_id: "s" };
    await system.ask("/v1/turns", said, as("front", { "x-user-id": "dora" }));
    const runs = (user: string) =>
      system.ask("/v1/runs", undefined, as("front", { "x-user-id": user }), "GET");
    expect((await runs("dora")).text).toContain("ponte");
    expect((await runs("eva")).text).not.toContain("ponte");
  });
  it.each<[what: string, headers: Record<string, string>, user: unknown]>([
    ["a header too long for one", { "x-user-id": "d".repeat(257) }, undefined],
    ["a text too long for one", {}, "d".repeat(257)],
    ["a number", {}, 42],
    ["an object with a number", {}, { id: 42 }],
    ["a list", {}, ["dora"]],
  ])(
    "it is never taken for who it names when that is no name: %s",
    async (_what, headers, user) => {
      const chat = { model: "regente", messages: [{ role: "user", content: "procure o moinho" }] };
      for (const key of [
        {},
        { "idempotency-key": JSON.stringify(user ?? "header").slice(0, 40) },
      ]) {
        const more = { ...headers, ...key };
        const refused = await system.ask(
          "/v1/chat/completions",
          { ...chat, user },
          as("front", more),
        );
        expect([refused.status, errorBody.parse(refused.body).error.code]).toEqual([
          400,
          "invalid_user",
        ]);
      }
      // Of anyone else it is a note to a provider.
      const noted = await system.ask("/v1/chat/completions", { ...chat, user }, as("bia"));
      expect(noted.status).toBe(200);
    },
  );
});

describe("another key of the same user, that allows less", () => {
  it("does not do again what the first one did", async () => {
    const step = {
      id: 1,
      domain: "notebook",
      capability: "write_line",
      params: { line_text: "b" },
    };
    const plan = { plan: { steps: [step] } };
    const { run_id } = (await system.ask("/v1/plans/execute", plan, as("ana"))).body;
    const before = system.done.length;
    for (const way of ["rerun", "resume"]) {
      const again = await system.ask(`/v1/runs/${String(run_id)}/${way}`, {}, as("anaReads"));
      expect(again.status).toBeGreaterThanOrEqual(400);
      expect(again.status).toBeLessThan(500);
    }
    expect(system.done.length).toBe(before);
  });
  it("does not say yes to what it may not do", async () => {
    const asked = (await turn("ana", "apague o caderno", "wiped")).body;
    expect(asked).toMatchObject({ status: "clarification" });
    expect((await turn("anaReads", "sim", "wiped")).body).toMatchObject({ status: "failure" });
    await turn("ana", "apague o caderno", "wiped");
    const open = await system.ask("/v1/pending?session_id=wiped", undefined, as("ana"), "GET");
    const id = (open.body as { pending: { id: string }[] }).pending[0]?.id ?? "";
    await system.ask(`/v1/pending/${id}/answer`, { text: "sim" }, as("anaReads"));
    expect(system.done).not.toContain("wipe");
  });
});

it("what everybody has spent together is told to operators, and to each user their own", async () => {
  const limits = async (who: Who) => {
    const { body } = await system.ask("/v1/usage", undefined, as(who), "GET");
    return usageReport.parse(body).limits.map(({ limit, tokens }) => [limit, tokens]);
  };
  expect(await limits("ana")).toEqual([["user_day", 1000]]);
  expect(await limits("front")).toEqual([["user_day", 1000]]);
  expect(await limits("ops")).toEqual([
    ["user_day", 1000],
    ["day", 5000],
  ]);
});

describe("what someone has no right to", () => {
  it("is refused in words at the endpoints for people, and as 403 at those for programs", async () => {
    const told = await turn("reader", "anote leite", "s");
    expect(told.status).toBe(200);
    expect(told.body).toMatchObject({ status: "failure" });
    expect(told.text).toContain("não tem permissão");
    const { answer, trace } = turnResponse.parse(told.body);
    expect(answer).toContain("(effect:write)");
    expect(trace.intent.evidence).toContainEqual({ kind: "missing_scope", detail: "effect:write" });
    const step = {
      id: 1,
      domain: "notebook",
      capability: "write_line",
      params: { line_text: "a" },
    };
    for (const [path, body] of [
      ["/v1/plans/execute", { plan: { steps: [step] } }],
      ["/v1/domains/notebook/capabilities/write_line/execute", { parameters: { line_text: "a" } }],
    ] as const) {
      const refused = await system.ask(path, body, as("reader"));
      expect(refused.status).toBe(403);
      const { code, message } = errorBody.parse(refused.body).error;
      expect(code).toBe("forbidden");
      expect(message).toContain("notebook.write_line (effect:write)");
    }
    expect(system.done).not.toContain("leite");
    expect(system.done).not.toContain("a");
  });
  it("is not among the models, nor a model that answers", async () => {
    const { text } = await system.ask("/v1/models", undefined, as("ana"), "GET");
    expect(text).toContain("regente/notebook");
    expect(text).not.toContain("regente/tower");
    const chat = { model: "regente/tower", messages: [{ role: "user", content: "toque o sino" }] };
    expect((await system.ask("/v1/chat/completions", chat, as("ana"))).status).toBe(404);
  });
});
