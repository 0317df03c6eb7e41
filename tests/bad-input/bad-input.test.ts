import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { turnEvent } from "#shared/contracts/endpoints.ts";
import { type Notebook, startNotebook } from "../e2e/notebook.ts";
import { howMuch } from "../how-much.ts";
import { bodies } from "./bodies.ts";
import { ask, DEADLINE_MS, expectDecent, speak } from "./oracle.ts";
import { headers, paths } from "./places.ts";
import { contexts, plans } from "./plans.ts";
import { texts } from "./texts.ts";
import { wire } from "./wire.ts";

/** Where the addresses in these inputs lead; no one may ever come there. */
let visits = 0;
const canary = createServer((_incoming, outgoing) => {
  visits += 1;
  outgoing.end();
});
let elsewhere = "";
let system: Notebook;
beforeAll(async () => {
  canary.listen(0, "127.0.0.1");
  await once(canary, "listening");
  elsewhere = `127.0.0.1:${(canary.address() as AddressInfo).port}`;
  system = await startNotebook({ REGENTE_DEADLINE_MS: String(DEADLINE_MS) });
});
afterAll(async () => {
  await system.close();
  canary.close();
});
afterEach(async () => {
  expect(system.done.splice(0), "nothing was done").toEqual([]);
  expect(visits, "nobody was called").toBe(0);
  expect((await ask(system, "/health")).status).toBe(200);
});

/** The canary in the place of every address of this machine. */
const aimed = <T>(value: T): T =>
  typeof value === "string" ? (value.replaceAll("127.0.0.1:1", elsewhere) as T) : value;

it("there are at least 400 of them", () => {
  const written = [texts, bodies, plans, contexts, paths, headers, wire];
  expect(written.reduce((sum, each) => sum + each.length, 0)).toBeGreaterThanOrEqual(400);
});

describe("a text", () => {
  /** Each text is said by itself, and stands in one other place; in the long run in all. */
  const inPlace = (place: number) => texts.filter((_, at) => howMuch(true, at % 5 === place));
  const chat = (content: string) => ({ model: "regente", messages: [{ role: "user", content }] });

  it.each(texts)("%s, said by itself", async (_what, given) => {
    const text = aimed(given);
    for (const [path, body] of [
      ["/v1/turns", { input_text: text, session_id: "alone" }],
      ["/v1/explain", { input_text: text }],
      ["/v1/chat/completions", chat(text)],
      ["/v1/responses", { model: "regente", input: text }],
    ] as const) {
      const { status, text: told } = await ask(system, path, { body });
      expectDecent(path, { status, text: told });
      expect([200, 400], path).toContain(status);
    }
  });

  it.each(inPlace(0))("%s, as what a known request is about", async (_what, given) => {
    const input_text = `procure ${aimed(given)}`;
    const told = await ask(system, "/v1/turns", { body: { input_text, session_id: "about" } });
    expectDecent("/v1/turns", told);
  });

  it.each(inPlace(1))(
    "%s, as a parameter, arrives as it was sent or not at all",
    async (_what, given) => {
      const word_text = aimed(given);
      system.reads.length = 0;
      const path = "/v1/domains/notebook/capabilities/find_line/execute";
      expectDecent(path, await ask(system, path, { body: { parameters: { word_text } } }));
      expect(system.reads.every((read) => read === word_text)).toBe(true);
    },
  );

  it.each(inPlace(2))(
    "%s, as the name of a session, a user and a language",
    async (_what, given) => {
      const text = aimed(given);
      const input_text = "xyzzy";
      for (const body of [
        { input_text, session_id: text },
        { input_text, user_id: text },
        { input_text, locale: text },
        { input_text, metadata: { [text]: text, timezone: text, locale_hint: text } },
      ])
        expectDecent(JSON.stringify(body).slice(0, 80), await ask(system, "/v1/turns", { body }));
    },
  );

  it.each(inPlace(3))("%s, as the answer to a question", async (_what, given) => {
    const session_id = "asked";
    await ask(system, "/v1/turns", { body: { input_text: "procure marta", session_id } });
    const body = { input_text: aimed(given), session_id };
    expectDecent("/v1/turns", await ask(system, "/v1/turns", { body }));
    await ask(system, `/v1/sessions/${session_id}`, { method: "DELETE" });
  });

  // "ⓢⓘⓜ" is a yes, as ｓｉｍ is.
  it.each(inPlace(4).filter(([, text]) => text.normalize("NFKC") !== "sim"))(
    "%s, as a yes to what cannot be taken back",
    async (_what, given) => {
      const session_id = "risky";
      await ask(system, "/v1/turns", { body: { input_text: "apague o caderno", session_id } });
      const body = { input_text: aimed(given), session_id };
      expectDecent("/v1/turns", await ask(system, "/v1/turns", { body }));
      await ask(system, `/v1/sessions/${session_id}`, { method: "DELETE" });
    },
  );
});

describe("a body", () => {
  it.each(bodies)("%s: %s", async (path, _what, body, status) => {
    const sent = JSON.parse(aimed(JSON.stringify(body))) as unknown;
    const told = await ask(system, path, { body: JSON.stringify(sent) });
    expectDecent(path, told);
    expect(told.status, told.text).toBe(status);
  });

  it.each(bodies.filter(([path]) => path === "/v1/turns"))(
    "%s: %s, where events are asked for",
    async (path, _what, body, status) => {
      const headersOf = { accept: "text/event-stream" };
      const told = await ask(system, path, { body: JSON.stringify(body), headers: headersOf });
      expect(told.status, told.text).toBe(status);
      if (status !== 200) return expectDecent(path, told);
      const events = told.text.split("\n").filter((line) => line.startsWith("data:"));
      for (const line of events) turnEvent.parse(JSON.parse(line.slice(5)));
      expect(events.at(-1)).toContain('"type":"turn"');
    },
  );

  it("that is wrong is refused with the members of RFC 9457 where they are asked for", async () => {
    const accept = "application/problem+json";
    const told = await ask(system, "/v1/turns", { body: {}, headers: { accept } });
    expect(JSON.parse(told.text)).toMatchObject({ status: 400, detail: "input_text: is missing" });
  });
});

describe("a plan", () => {
  it.each(plans)("%s", async (_what, plan) => {
    system.reads.length = 0;
    const told = await ask(system, "/v1/plans/execute", { body: { plan } });
    expectDecent("a plan", told);
    expect([400, 422], told.text).toContain(told.status);
    expect(system.reads, "nothing was asked of a domain either").toEqual([]);
  });

  const plan = {
    steps: [{ id: 1, domain: "notebook", capability: "find_line", params: { word_text: "a" } }],
  };
  it.each(contexts)("with %s", async (_what, context) => {
    const told = await ask(system, "/v1/plans/execute", { body: { plan, context } });
    expectDecent("circumstances", told);
    expect(told.status, told.text).toBe(400);
  });
});

describe("an address", () => {
  // The page for people is made when it is first asked for, which may take longer than any answer.
  beforeAll(async () => expect((await fetch(system.url)).status).toBe(200));

  it.each(paths)("%s", async (path, status) => {
    const { hostname, port } = new URL(system.url);
    const request = `GET ${path} HTTP/1.1\r\nhost: ${hostname}:${port}\r\nconnection: close\r\n\r\n`;
    const told = await speak(system, Buffer.from(request), { stays: true });
    expectDecent(path, told);
    expect(told.status, told.text).toBe(status);
  });
});

describe("headers", () => {
  it.each(headers)("%s", async (_what, given, status) => {
    const body = { input_text: "xyzzy" };
    const told = await ask(system, "/v1/turns", { body, headers: given });
    expectDecent(JSON.stringify(given).slice(0, 80), told);
    expect(told.status, told.text).toBe(status);
  });
});

describe("on the wire", () => {
  it.each(wire)("%s", async (_what, bytes, statuses) => {
    // Large bodies are read aside, and to Node a client that has closed its half by then has left.
    const told = await speak(system, bytes, { stays: bytes.byteLength > 256 * 1024 });
    expect(statuses, told.text.slice(0, 300)).toContain(told.status);
    if (told.status >= 400) expectDecent("the wire", told);
  });
});
