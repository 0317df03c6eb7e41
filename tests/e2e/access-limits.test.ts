import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it, onTestFinished } from "vitest";
import { addKey } from "#shared/api-keys/key-file.ts";
import { errorBody } from "#shared/contracts/endpoints.ts";
import { type Notebook, startNotebook } from "./notebook.ts";

let system: Notebook | undefined;
afterEach(() => system?.close());

const say = { input_text: "ajuda" };
const statuses = async (times: number, headers: Record<string, string> = {}) => {
  const asked = [];
  for (let at = 0; at < times; at += 1) asked.push(await system?.ask("/v1/turns", say, headers));
  return asked.map((each) => each?.status);
};

it("one user is held to the rate, and told when to come again; another one is not", async () => {
  const folder = mkdtempSync(join(tmpdir(), "regente-limits-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "keys.json");
  const [ana, bia] = ["ana", "bia"].map((user_id) => {
    const { key } = addKey(file, { user_id, scopes: ["*"] }, new Date());
    return { authorization: `Bearer ${key}` };
  });
  system = await startNotebook({ REGENTE_API_KEYS: file, REGENTE_RATE_LIMIT: "3/h" });
  expect(await statuses(4, ana)).toEqual([200, 200, 200, 429]);
  expect(await statuses(1, bia)).toEqual([200]);
  const refused = await system.ask("/v1/turns", say, ana);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(60);
  expect(errorBody.parse(refused.body).error).toMatchObject({
    type: "rate_limit_error",
    code: "rate_limit_exceeded",
  });
  expect((await system.ask("/health", undefined, ana, "GET")).status).toBe(200);
});

it("wrong credentials are 429 beyond a rate, and right ones of the same address still come in", async () => {
  const folder = mkdtempSync(join(tmpdir(), "regente-limits-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "keys.json");
  const { key } = addKey(file, { user_id: "ana", scopes: ["*"] }, new Date());
  system = await startNotebook({ REGENTE_API_KEYS: file });
  const wrong = { authorization: `Bearer ${key}x` };
  expect(new Set(await statuses(600, wrong))).toEqual(new Set([401]));
  // Meanwhile some of them are forgiven, ten a second: so many at once come faster on any machine.
  const burst = async () =>
    (await Promise.all(Array.from({ length: 100 }, () => statuses(1, wrong)))).flat();
  let answered = await burst();
  for (let more = 0; more < 30 && !answered.includes(429); more += 1) answered = await burst();
  expect(new Set([401, ...answered])).toEqual(new Set([401, 429]));
  expect(await statuses(1, { authorization: `Bearer ${key}` })).toEqual([200]);
});

it("where no one checks who calls, the address is held to the rate, whatever it says of itself", async () => {
  system = await startNotebook({ REGENTE_RATE_LIMIT: "2/h" });
  expect(await statuses(1)).toEqual([200]);
  expect(await statuses(2, { "x-user-id": "other", "x-forwarded-for": "203.0.113.9" })).toEqual([
    200, 429,
  ]);
});

it("a proxy of ours says whom it speaks for", async () => {
  system = await startNotebook({ REGENTE_RATE_LIMIT: "1/h", REGENTE_TRUSTED_PROXIES: "127.0.0.1" });
  expect(await statuses(2, { "x-forwarded-for": "203.0.113.9" })).toEqual([200, 429]);
  expect(await statuses(1, { "x-forwarded-for": "203.0.113.8" })).toEqual([200]);
});
