import { mkdtempSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { addKey } from "#shared/api-keys/key-file.ts";
import { errorBody } from "#shared/contracts/endpoints.ts";
import { type Notebook, startNotebook } from "./notebook.ts";

const folder = mkdtempSync(join(tmpdir(), "regente-keys-"));
const file = join(folder, "keys.json");
const { key } = addKey(file, { user_id: "ana", scopes: ["notebook:*"] }, new Date());
let system: Notebook;
beforeAll(async () => {
  system = await startNotebook({ REGENTE_API_KEYS: file });
});
afterAll(async () => {
  await system.close();
  rmSync(folder, { recursive: true });
});

const ask = () => system.ask("/v1/runs", undefined, { authorization: `Bearer ${key}` }, "GET");
const becomes = (wanted: number) =>
  vi.waitFor(async () => expect((await ask()).status).toBe(wanted), { timeout: 60_000 });

it("while no one can read the keys they open nothing, and whoever calls is told to come again", async () => {
  await becomes(200);
  renameSync(file, `${file}.aside`);
  symlinkSync(file, file);
  await becomes(503);
  const refused = await ask();
  expect(refused.headers.get("retry-after")).toBe("1");
  expect(errorBody.parse(refused.body).error).toMatchObject({ code: "identity_unavailable" });
  rmSync(file);
  await becomes(503);
  renameSync(`${file}.aside`, file);
  await becomes(200);
});
