import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { addKey, revokeKey } from "#shared/api-keys/key-file.ts";
import { type Notebook, startNotebook } from "./notebook.ts";

const folder = mkdtempSync(join(tmpdir(), "regente-live-"));
const keyFile = join(folder, "keys.json");
const keyOf = (user_id: string) => addKey(keyFile, { user_id, scopes: ["*"] }, new Date()).key;
const ana = { authorization: `Bearer ${keyOf("ana")}` };
const bia = { authorization: `Bearer ${keyOf("bia")}` };
let system: Notebook;
beforeAll(async () => {
  system = await startNotebook({ REGENTE_API_KEYS: keyFile });
});
afterAll(async () => {
  await system.close();
  rmSync(folder, { recursive: true });
});

const runsOf = async (who: Record<string, string>) => {
  const { body } = await system.ask("/v1/runs", undefined, who, "GET");
  return (body as { runs: { run_id: string; status: string }[] }).runs;
};

it("a run that is under way is seen, followed and stopped by its own user only", async () => {
  const said = system.ask("/v1/turns", { input_text: "espere o trem", session_id: "s" }, ana);
  await system.isWaiting();
  const [running] = await runsOf(ana);
  expect(running).toMatchObject({ status: "running" });
  const { run_id = "" } = running ?? {};
  expect(await runsOf(bia)).toEqual([]);
  for (const [method, way] of [
    ["GET", ""],
    ["GET", "/events"],
    ["POST", "/cancel"],
    ["POST", "/resume"],
    ["POST", "/rerun"],
    ["POST", "/replay"],
  ] as const) {
    const body = method === "POST" ? {} : undefined;
    const other = await system.ask(`/v1/runs/${run_id}${way}`, body, bia, method);
    expect([way, other.status]).toEqual([way, 404]);
    expect(other.text).not.toContain("trem");
  }
  // Nothing of that has disturbed it, and her own word stops it.
  expect((await runsOf(ana))[0]).toMatchObject({ run_id, status: "running" });
  expect((await system.ask(`/v1/runs/${run_id}/cancel`, {}, ana)).status).toBe(202);
  expect((await said).status).toBe(200);
});

it("the same message of two users at once is two requests, each with its own answer", async () => {
  const chat = { model: "regente", messages: [{ role: "user", content: "anote leite" }] };
  const both = [ana, bia].map((who) => system.ask("/v1/chat/completions", chat, who));
  for (const { status } of await Promise.all(both)) expect(status).toBe(200);
  expect(system.done).toEqual(["leite", "leite"]);
  const [hers, other] = [await runsOf(ana), await runsOf(bia)];
  expect(new Set([...hers, ...other].map(({ run_id }) => run_id)).size).toBe(3);
});

it("a stream ends when its key is revoked, and tells nothing more", async () => {
  const { key, id } = addKey(keyFile, { user_id: "caio", scopes: ["*"] }, new Date());
  const other = { authorization: `Bearer ${keyOf("caio")}` };
  const isKnown = async () =>
    (await fetch(`${system.url}/v1/me`, { headers: { authorization: `Bearer ${key}` } })).ok;
  const wait = () => new Promise((next) => setTimeout(next, 50));
  while (!(await isKnown())) await wait();
  const stream = await fetch(`${system.url}/v1/live`, {
    headers: { authorization: `Bearer ${key}` },
  });
  expect(stream.status).toBe(200);
  const told = stream.text();
  revokeKey(keyFile, id);
  while (await isKnown()) await wait();
  await system.ask("/v1/turns", { input_text: "anote segredo", session_id: "s" }, other);
  expect(await told).not.toContain("segredo");
});

it("a user who opens hundreds of event streams is refused, and disturbs no one", async () => {
  const leaving = new AbortController();
  const follow = (who: Record<string, string>) =>
    fetch(`${system.url}/v1/live`, { headers: who, signal: leaving.signal });
  const many = await Promise.all(Array.from({ length: 40 }, () => follow(ana)));
  expect(many.filter(({ status }) => status === 429)).toHaveLength(8);
  expect((await follow(bia)).status).toBe(200);
  leaving.abort();
  // Who left makes room.
  await expect
    .poll(async () => (await fetch(`${system.url}/v1/live`, { headers: ana })).status)
    .toBe(200);
});
