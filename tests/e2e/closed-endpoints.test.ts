import { createHmac, randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { openStore } from "../../orchestrator/adapters/store/open-store.ts";
import { systemClock } from "../../orchestrator/adapters/time/system-clock.ts";
import { expectDecent, speak } from "../bad-input/oracle.ts";
import { JWT_SECRET, knownUsers } from "./known-users.ts";
import { type Notebook, startNotebook } from "./notebook.ts";

const { keyOf, settings, forget } = knownUsers();
const [ana, bia, ops] = [
  keyOf("ana", "notebook:*"),
  keyOf("bia", "notebook:*", "tower:*", "effect:read", "door:runs:*"),
  keyOf("ops", "*"),
];
let system: Notebook;
beforeAll(async () => {
  system = await startNotebook(settings);
});
afterAll(async () => {
  await system.close();
  forget();
});
afterEach(async () => {
  expect(system.done.splice(0), "nothing was done").toEqual([]);
  expect((await system.ask("/health", undefined, {}, "GET")).status).toBe(200);
});

const WRITE = JSON.stringify({ input_text: "anote leite" });
/** A whole request that would write a line, by the headers that say who calls. */
const writing = (headers: readonly string[], more: { start?: string; body?: string } = {}) => {
  const { start = "POST /v1/turns HTTP/1.1", body = WRITE } = more;
  const { host } = new URL(system.url);
  const fixed = [`Host: ${host}`, "Content-Type: application/json", "Connection: close"];
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  return Buffer.from([start, ...fixed, length, ...headers, "", body].join("\r\n"), "latin1");
};

const say = (bytes: Buffer) => speak(system, bytes, { stays: true });

const base64url = (value: unknown) =>
  Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");
const seconds = () => Math.floor(Date.now() / 1000);
const claims = (more: object = {}) => ({
  iss: "https://id.example.org",
  aud: "regente",
  sub: "ana",
  scope: "*",
  exp: seconds() + 300,
  ...more,
});
const tokenOf = (header: object, payload: unknown, secret: string | Buffer = JWT_SECRET) => {
  const signed = `${base64url({ typ: "JWT", ...header })}.${base64url(payload)}`;
  return `${signed}.${createHmac("sha256", secret).update(signed).digest("base64url")}`;
};
const HS256 = { alg: "HS256" };
const bearer = (credential: string) => `Authorization: Bearer ${credential}`;

it("a request as it should be is let in, so that what is refused below is refused for what it is", async () => {
  for (const credential of [ana, tokenOf(HS256, claims())]) {
    expect(await say(writing([bearer(credential)]))).toMatchObject({ status: 200 });
    expect(system.done.splice(0)).toEqual(["leite"]);
  }
});

describe("over a socket, no one comes in with", () => {
  it.each<[what: string, headers: () => string[], statuses?: number[]]>([
    ["nothing", () => []],
    ["an empty header", () => ["Authorization:"]],
    ["the scheme alone", () => ["Authorization: Bearer"]],
    ["a key without its scheme", () => [`Authorization: ${ana}`]],
    ["a key as a login", () => [`Authorization: Basic ${btoa(`ana:${ana}`)}`]],
    ["a key behind a list of schemes", () => [`Authorization: Basic x, Bearer ${ana}`]],
    ["a key and something after it", () => [`${bearer(ana)} x`]],
    ["a key and a comma", () => [`${bearer(ana)},`]],
    ["a key in quotes", () => [`Authorization: Bearer "${ana}"`]],
    ["a key with a tab for a blank", () => [`Authorization: Bearer\t${ana}`]],
    ["a key with a NUL in it", () => [bearer(`${ana}\0`)], [400]],
    ["a key that ends in other letters", () => [bearer(`${ana}\xe9`)]],
    ["a key in another header", () => [`X-Api-Key: ${ana}`, `Api-Key: ${ana}`]],
    ["a key in a header of proxies", () => [`Proxy-Authorization: Bearer ${ana}`]],
    ["a key in a header that a proxy wrote", () => [`X-Forwarded-Authorization: Bearer ${ana}`]],
    ["a key as a cookie", () => [`Cookie: authorization=Bearer ${ana}; token=${ana}`]],
    ["a key of many letters", () => [bearer("x".repeat(9000))]],
    ["a key of more than fits", () => [bearer("x".repeat(20_000))], [431]],
    ["the digest of a key", () => [bearer(`rgt_${ana.slice(4, 16)}_${"0".repeat(64)}`)]],
    ["the name of a user", () => ["X-User-Id: ana", "X-OpenWebUI-User-Id: ana"]],
    [
      "an address of this machine",
      () => ["X-Forwarded-For: 127.0.0.1", "Forwarded: for=127.0.0.1"],
    ],
    ["no signature", () => [bearer(`${base64url({ alg: "none" })}.${base64url(claims())}.`)]],
    ["nOnE", () => [bearer(`${base64url({ alg: "nOnE" })}.${base64url(claims())}.`)]],
    ["another secret", () => [bearer(tokenOf(HS256, claims(), `${JWT_SECRET}.`))]],
    ["no secret", () => [bearer(tokenOf(HS256, claims(), ""))]],
    ["another algorithm by name", () => [bearer(tokenOf({ alg: "HS512" }, claims()))]],
    ["a public one by name", () => [bearer(tokenOf({ alg: "RS256" }, claims()))]],
    ["a key id of a file", () => [bearer(tokenOf({ ...HS256, kid: "/dev/null" }, claims(), ""))]],
    [
      "a key of its own",
      () => [bearer(tokenOf({ ...HS256, jwk: { kty: "oct", k: "aw" } }, claims(), "k"))],
    ],
    ["another issuer", () => [bearer(tokenOf(HS256, claims({ iss: "https://id.example.org/" })))]],
    [
      "an issuer in a list",
      () => [bearer(tokenOf(HS256, claims({ iss: ["https://id.example.org"] })))],
    ],
    ["another audience", () => [bearer(tokenOf(HS256, claims({ aud: "regente2" })))]],
    [
      "an audience that is an object",
      () => [bearer(tokenOf(HS256, claims({ aud: { regente: true } })))],
    ],
    ["its time over", () => [bearer(tokenOf(HS256, claims({ exp: seconds() - 90 })))]],
    ["no end", () => [bearer(tokenOf(HS256, claims({ exp: undefined })))]],
    ["an end in words", () => [bearer(tokenOf(HS256, claims({ exp: "never" })))]],
    ["an end beyond numbers", () => [bearer(tokenOf(HS256, `{"exp":1e999,"sub":"ana"}`))]],
    ["a beginning to come", () => [bearer(tokenOf(HS256, claims({ nbf: seconds() + 90 })))]],
    ["no subject", () => [bearer(tokenOf(HS256, claims({ sub: undefined })))]],
    ["a number for a subject", () => [bearer(tokenOf(HS256, claims({ sub: 7 })))]],
    [
      "a subject of every object",
      () => [bearer(tokenOf(HS256, `{"__proto__":${JSON.stringify(claims())}}`))],
    ],
    [
      "its payload encrypted",
      () => [bearer(`${base64url({ alg: "dir", enc: "A256GCM" })}..a.b.c`)],
    ],
    [
      "random bytes",
      () => [bearer(`${[1, 2, 3].map(() => randomBytes(30).toString("base64url")).join(".")}`)],
    ],
    ["two keys", () => [bearer(ana), bearer(bia)]],
    ["two keys, the second one nobody's", () => [bearer(ana), bearer("x")]],
    ["the same key twice", () => [bearer(ana), `authorization: Bearer ${ana}`]],
    ["a key in a line that goes on", () => ["Authorization: Bearer", ` ${ana}`], [400]],
    ["a key with a blank before its colon", () => [`Authorization : Bearer ${ana}`], [400]],
  ])("%s", async (_what, headers, statuses = [401]) => {
    const answer = await say(writing(headers()));
    expectDecent("closed", answer);
    expect(statuses).toContain(answer.status);
    for (const secret of [ana, bia, ops, JWT_SECRET])
      expect(answer.text).not.toContain(secret.slice(-20));
  });

  it.each<[what: string, start: string]>([
    ["an address", `POST /v1/turns?authorization=Bearer%20KEY HTTP/1.1`],
    ["an address as OAuth has it", `POST /v1/turns?access_token=KEY HTTP/1.1`],
    ["a login in the address", `POST http://ana:KEY@HOST/v1/turns HTTP/1.1`],
    ["a path that another endpoint opens", `POST /health/../v1/turns HTTP/1.1`],
    ["a path behind one that is open", `POST /docs/%2e%2e/v1/turns HTTP/1.1`],
    ["a path of two slashes", `POST //v1/turns HTTP/1.1`],
    ["a path with a blank at its end", `POST /v1/turns%20 HTTP/1.1`],
    ["a path in other letters", `POST /V1/Turns HTTP/1.1`],
    ["an old protocol", `POST /v1/turns HTTP/1.0`],
    ["another method", `PUT /v1/turns HTTP/1.1`],
  ])("a key in, or without a key by, %s", async (_what, start) => {
    const { host } = new URL(system.url);
    const line = start.replace("KEY", ana).replace("HOST", host);
    const answer = await say(writing(["X-HTTP-Method-Override: POST"], { start: line }));
    expectDecent(start, answer);
    expect([400, 401, 403, 404, 405]).toContain(answer.status);
  });

  it("a key that comes after the body", async () => {
    const { host } = new URL(system.url);
    const bytes = [
      "POST /v1/turns HTTP/1.1",
      `Host: ${host}`,
      "Content-Type: application/json",
      "Transfer-Encoding: chunked",
      "Trailer: Authorization",
      "Connection: close",
      "",
      WRITE.length.toString(16),
      WRITE,
      "0",
      bearer(ana),
      "",
      "",
    ].join("\r\n");
    expect((await say(Buffer.from(bytes))).status).toBe(401);
  });

  it("a key of the request before it on the same connection", async () => {
    const first = writing([bearer(ana)], {
      start: "POST /v1/turns HTTP/1.1",
      body: JSON.stringify({ input_text: "procure algo" }),
    });
    const kept = Buffer.from(
      first.toString("latin1").replace("Connection: close\r\n", ""),
      "latin1",
    );
    const answer = await say(Buffer.concat([kept, writing([])]));
    expect(answer.text).toContain("HTTP/1.1 401");
  });
});

it("who leaves in the middle of their body has not made us fail", async () => {
  const faults = async () => {
    const { text } = await system.ask("/metrics", undefined, { authorization: `Bearer ${ops}` });
    return text.split("\n").filter((line) => line.startsWith("regente_door_errors_total{"));
  };
  const { hostname, port } = new URL(system.url);
  for (const more of [[], ["Idempotency-Key: half"]]) {
    const whole = writing([bearer(ana), ...more]);
    const socket = connect(Number(port), hostname);
    await new Promise((sent) => socket.write(whole.subarray(0, -5), sent));
    // The endpoints are at it once they have answered someone who came later.
    await say(writing([]));
    socket.resetAndDestroy();
    await once(socket, "close");
  }
  const cutOff = (lines: string[]) => lines.filter((line) => line.includes("body_cut_off"));
  await vi.waitFor(async () => expect(cutOff(await faults())[0]).toMatch(/ 2$/), {
    timeout: 60_000,
  });
  expect((await faults()).filter((line) => line.includes('status="5'))).toEqual([]);
});

it("HEAD tells no one what GET would not", async () => {
  for (const path of ["/v1/runs", "/v1/domains", "/metrics", "/v1/usage", "/v1/sessions/s"])
    expect((await fetch(`${system.url}${path}`, { method: "HEAD" })).status, path).toBe(401);
});

describe("of another user's", () => {
  const made: Record<string, string> = {};
  beforeAll(async () => {
    const as = { authorization: `Bearer ${ana}` };
    const turn = (input_text: string, session_id: string) =>
      system.ask("/v1/turns", { input_text, session_id, follows_ticks: true }, as);
    const run = await turn("procure o segredo da ana", "sessao-da-ana");
    const file = await turn("procure fontes", "sessao-da-ana");
    await turn("procure marta", "pergunta-da-ana");
    const open = await system.ask("/v1/pending", undefined, as, "GET");
    const request = { model: "regente", input: "procure o segredo da ana" };
    const response = await system.ask("/v1/responses", request, as);
    // As the bot keeps it once a chat has answered with its code.
    const store = await openStore({ dataDir: system.folder, clock: systemClock });
    await store.recipients.put({
      ...{ id: "chat-da-ana", user_id: "ana", channel: "telegram", address: "43", name: "Marta" },
      ...{ title: "", self: false, shared: false, created_at: 0 },
    });
    await store.close();
    await turn("me lembra do segredo em 20 horas", "lembrete-da-ana");
    const kept = await system.ask("/v1/schedules", undefined, as, "GET");
    const [link] = (file.body as { files: { url: string }[] }).files;
    const { run_id: runs } = run.body as { run_id: string };
    Object.assign(made, {
      ...{ runs, turns: runs },
      sessions: "sessao-da-ana",
      pending: (open.body as { pending: { id: string }[] }).pending[0]?.id,
      responses: (response.body as { id: string }).id,
      files: link?.url.split("/").at(-1),
      recipients: "chat-da-ana",
      schedules: (kept.body as { schedules: { id: string }[] }).schedules[0]?.id,
    });
  });

  const bodies: Record<string, Record<string, object>> = {
    recipients: { post: { name: "1" } },
    schedules: { patch: { status: "paused" } },
    ...{ turns: { post: { verdict: "wrong" } }, sessions: { patch: { title: "1" } } },
  };
  it("nothing is had by its id, at any endpoint that has one, and it looks like what never was", async () => {
    const { body } = await system.ask("/openapi.json", undefined, {}, "GET");
    const { paths } = body as { paths: Record<string, object> };
    const withId = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).flatMap((method) => (path.includes("{id}") ? [[method, path]] : [])),
    );
    const tried = new Set<string>();
    for (const [method = "", path = ""] of withId) {
      const kind = path.split("/")[2] ?? "";
      if (kind === "models") continue;
      const sent = bodies[kind]?.[method] ?? (method === "post" ? { text: "1" } : undefined);
      const as = { authorization: `Bearer ${bia}` };
      const ask = (id: string) =>
        system.ask(path.replace("{id}", id), sent, as, method.toUpperCase());
      const id = made[kind];
      if (id === undefined) {
        expect([path, (await ask("x")).status]).toEqual([path, 403]);
        continue;
      }
      tried.add(kind);
      const never = `${id.slice(0, -4)}zzzz`;
      const [others, none] = [await ask(id), await ask(never)];
      expect([method, path, others.status]).toEqual([method, path, 404]);
      expect(others.text.replaceAll(id, "ID")).toBe(none.text.replaceAll(never, "ID"));
      expect(others.text).not.toMatch(/segredo|linhas|Marta/);
    }
    expect([...tried].toSorted()).toEqual(Object.keys(made).toSorted());
  });

  it.each<[what: string, path: string, body: object]>([
    ["a session in the body", "/v1/turns", { input_text: "1", session_id: "pergunta-da-ana" }],
    ["an explanation", "/v1/explain", { input_text: "1", session_id: "pergunta-da-ana" }],
    [
      "a chat's conversation",
      "/v1/chat/completions",
      {
        model: "regente",
        messages: [{ role: "user", content: "1" }],
        metadata: { session_id: "pergunta-da-ana", user_id: "ana" },
        user: "ana",
      },
    ],
    [
      "a response's conversation",
      "/v1/responses",
      { model: "regente", input: "1", conversation: "pergunta-da-ana", user: "ana" },
    ],
  ])("nothing is had by naming %s", async (_what, path, body) => {
    const answered = await system.ask(path, body, { authorization: `Bearer ${bia}` });
    expect(answered.status).toBeLessThan(500);
    expect(answered.text).not.toMatch(/Marta|segredo/);
  });
  it("a question is not found by saying what she said, in a chat without a name", async () => {
    const chat = (credential: string, messages: object[]) =>
      system.ask(
        "/v1/chat/completions",
        { model: "regente", messages },
        { authorization: `Bearer ${credential}` },
      );
    const first = { role: "user", content: "procure marta" };
    const asked = (await chat(ana, [first])).body as {
      choices: { message: { content: string } }[];
    };
    const content = asked.choices[0]?.message.content ?? "";
    expect(content).toContain("Marta Silva");
    const stolen = [first, { role: "assistant", content }, { role: "user", content: "2" }];
    expect((await chat(bia, stolen)).text).not.toContain("Duas linhas com Marta");
  });
  it("a result is not had by its Idempotency-Key", async () => {
    const ask = (credential: string) =>
      system.ask(
        "/v1/turns",
        { input_text: "procure o segredo", session_id: "k" },
        { authorization: `Bearer ${credential}`, "idempotency-key": "one" },
      );
    const hers = await ask(ana);
    const other = await ask(bia);
    expect(hers.headers.get("idempotent-replayed")).toBeNull();
    expect(other.headers.get("idempotent-replayed")).toBeNull();
    expect(other.body["run_id"]).not.toBe(hers.body["run_id"]);
  });
  it("lists and sums hold none of it, whatever is asked for", async () => {
    for (const path of [
      "/v1/runs?session_id=sessao-da-ana",
      "/v1/sessions",
      "/v1/pending?session_id=pergunta-da-ana",
      "/v1/usage?since=2000-01-01",
    ]) {
      const other = keyOf("nova", "notebook:*");
      const { status, text } = await system.ask(
        path,
        undefined,
        { authorization: `Bearer ${other}` },
        "GET",
      );
      expect([path, [200, 401].includes(status)]).toEqual([path, true]);
      expect(text).not.toMatch(/segredo|Marta|ana"/);
    }
  });
  it("no page of hers is turned to with her bookmark", async () => {
    const page = async (credential: string, more = "") =>
      system.ask(
        `/v1/runs?limit=1${more}`,
        undefined,
        { authorization: `Bearer ${credential}` },
        "GET",
      );
    const { next } = (await page(ana)).body as { next: string };
    const turned = await page(bia, `&before=${encodeURIComponent(next)}`);
    expect(turned.status).toBeLessThan(500);
    expect(turned.text).not.toMatch(/segredo|ana/);
  });
  it("nor by a plan that names her, or a run of hers", async () => {
    const step = {
      id: 1,
      domain: "notebook",
      capability: "find_line",
      params: { word_text: `\${${made["runs"]}.explanation}` },
    };
    const given = await system.ask(
      "/v1/plans/execute",
      { plan: { steps: [step] } },
      { authorization: `Bearer ${bia}` },
    );
    expect(given.status).toBe(422);
    for (const more of [{ user_id: "ana" }, { context: { user_id: "ana" } }]) {
      const named = await system.ask(
        "/v1/plans/execute",
        { plan: { steps: [{ ...step, params: { word_text: "x" } }] }, ...more },
        { authorization: `Bearer ${bia}` },
      );
      expect([400, 403]).toContain(named.status);
    }
  });
});
