import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Notebook, startNotebook } from "./notebook.ts";

let notebook: Notebook;
beforeAll(async () => {
  notebook = await startNotebook();
});
afterAll(() => notebook.close());
beforeEach(() => {
  notebook.done.length = 0;
});

const keyed = (key: string, more: Record<string, string> = {}) => ({
  "idempotency-key": key,
  ...more,
});
const note = (text: string, more: object = {}) => ({ input_text: `anote ${text}`, ...more });

describe("a request with an Idempotency-Key", () => {
  it("is carried out once; whoever sends it again is given the first result, also after a restart", async () => {
    const first = await notebook.ask("/v1/turns", note("leite"), keyed("k1"));
    expect(first.headers.get("idempotent-replayed")).toBeNull();
    const second = await notebook.ask("/v1/turns", note("leite"), keyed("k1"));
    expect(second.headers.get("idempotent-replayed")).toBe("true");
    expect(second.body).toEqual(first.body);
    await notebook.restart();
    const third = await notebook.ask("/v1/turns", note("leite"), keyed("k1"));
    expect([third.status, third.body]).toEqual([200, first.body]);
    expect(notebook.done).toEqual(["leite"]);
  });

  it("has one effect when it is sent twenty times at once", async () => {
    const body = { model: "regente", messages: [{ role: "user", content: "anote pão" }] };
    const all = await Promise.all(
      Array.from({ length: 20 }, () => notebook.ask("/v1/chat/completions", body, keyed("k2"))),
    );
    expect(notebook.done).toEqual(["pão"]);
    const statuses = new Set(all.map(({ status }) => status));
    expect([...statuses].every((status) => status === 200 || status === 409)).toBe(true);
    const refused = all.find(({ status }) => status === 409);
    if (refused !== undefined) expect(refused.headers.get("retry-after")).toBe("1");
    const later = await notebook.ask("/v1/chat/completions", body, keyed("k2"));
    expect(later.headers.get("idempotent-replayed")).toBe("true");
  });

  it.each([
    ["another body", "/v1/turns", note("queijo")],
    ["another door", "/v1/explain", note("café")],
  ])("is refused with %s under the same key", async (_what, path, body) => {
    await notebook.ask("/v1/turns", note("café"), keyed("k3"));
    const other = await notebook.ask(path, body, keyed("k3"));
    expect(other.status).toBe(422);
    expect(other.body["error"]).toMatchObject({ code: "idempotency_key_reused" });
  });

  it("belongs to its user: the same key of someone else is another one", async () => {
    await notebook.ask("/v1/turns", note("mel", { user_id: "ana" }), keyed("k4"));
    await notebook.ask("/v1/turns", note("sal", { user_id: "bia" }), keyed("k4"));
    await notebook.ask("/v1/turns", note("sal"), keyed("k4", { "x-user-id": "rui" }));
    expect(notebook.done).toEqual(["mel", "sal", "sal"]);
  });

  it("keeps no key when the endpoint refused it before anything began", async () => {
    const wrong = await notebook.ask("/v1/turns", { input_text: "anote ovos", x: 1 }, keyed("k5"));
    expect(wrong.status).toBe(400);
    const right = await notebook.ask("/v1/turns", note("ovos"), keyed("k5"));
    expect([right.status, notebook.done]).toEqual([200, ["ovos"]]);
  });

  it("keeps a stream as it was, also one that its client did not wait for", async () => {
    const events = { accept: "text/event-stream" };
    const first = await notebook.ask("/v1/turns", note("uvas"), keyed("k6", events));
    const second = await notebook.ask("/v1/turns", note("uvas"), keyed("k6", events));
    expect(second.headers.get("content-type")).toMatch(/^text\/event-stream/);
    expect(second.text).toBe(first.text);
    expect(notebook.done).toEqual(["uvas"]);
  });

  it.each([
    ["is too long", "x".repeat(256)],
    ["holds a blank", "a b"],
    ["is empty", ""],
  ])("is refused when its key %s", async (_why, key) => {
    const refused = await notebook.ask("/v1/turns", note("nada"), keyed(key));
    expect([refused.status, notebook.done]).toEqual([400, []]);
    expect(refused.body["error"]).toMatchObject({ code: "invalid_idempotency_key" });
  });
});
