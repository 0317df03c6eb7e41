import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { addKey, revokeKey } from "#shared/api-keys/key-file.ts";
import { verifyAudit } from "#shared/audit-log/audit-record.ts";
import { type Notebook, startNotebook } from "./notebook.ts";

const folder = mkdtempSync(join(tmpdir(), "regente-audited-"));
const keyFile = join(folder, "keys.json");
const keys = new Map(
  ["ana", "ops"].map((user_id) => [
    user_id,
    addKey(keyFile, { user_id, scopes: ["*"] }, new Date()),
  ]),
);
let system: Notebook;
beforeAll(async () => {
  system = await startNotebook({ REGENTE_API_KEYS: keyFile });
});
afterAll(async () => {
  await system.close();
  rmSync(folder, { recursive: true });
});

const ask = (who: string, path: string, body?: unknown, method?: string) =>
  system.ask(path, body, { authorization: `Bearer ${keys.get(who)?.key}` }, method);
const say = (input_text: string, session_id: string) =>
  ask("ana", "/v1/turns", { input_text, session_id });

/** What is written from now on, without places and times. */
function listen() {
  const audit = join(system.folder, "audit");
  const read = () =>
    readdirSync(audit)
      .toSorted()
      .flatMap((file) => readFileSync(join(audit, file), "utf8").split("\n").slice(0, -1))
      .map((line) => JSON.parse(line) as Record<string, string>);
  const before = read().length;
  return async () => {
    expect((await verifyAudit(audit)).faults).toEqual([]);
    return read().slice(before);
  };
}

it("every effect is in the audit log, under whoever had it done, and nothing that only reads", async () => {
  await say("anote leite", "first");
  const written = listen();
  await say("anote pão", "s");
  await say("procure pão", "s");
  const records = await written();
  expect(records.map(({ what, user_id, capability }) => [what, user_id, capability])).toEqual([
    ["intended", "ana", "write_line"],
    ["settled", "ana", "write_line"],
  ]);
  expect(JSON.stringify(records)).not.toMatch(/pão|find_line/);
});

it("a yes is in it with what it was for, before the effect; and so is a no", async () => {
  const written = listen();
  await say("apague o caderno", "yes");
  await say("sim", "yes");
  await say("apague o caderno", "no");
  await say("não", "no");
  const records = await written();
  expect(records.map(({ what }) => what)).toEqual(["approved", "intended", "settled", "declined"]);
  const [yes, intended] = records;
  expect(yes).toMatchObject({ user_id: "ana", run_id: intended?.["run_id"] });
  expect(yes?.["params_digest"]).toBe(intended?.["params_digest"]);
});

it("what operators change of the domains is in it, under their name", async () => {
  const written = listen();
  await ask("ops", "/v1/domains", { name: "other", url: "http://127.0.0.1:9" });
  await ask("ops", "/v1/domains/other/approve", { digest: "0".repeat(64) });
  await ask("ops", "/v1/domains/other", undefined, "DELETE");
  // A domain that the bootstrap file lists stays, so nothing is written down.
  await ask("ops", "/v1/domains/tower", undefined, "DELETE");
  expect((await written()).map(({ user_id, change, domain }) => [user_id, change, domain])).toEqual(
    [
      ["ops", "register", "other"],
      ["ops", "approve", "other"],
      ["ops", "remove", "other"],
    ],
  );
});

it("so are keys that come and go, by their ids", async () => {
  const written = listen();
  const eva = addKey(keyFile, { user_id: "eva", scopes: ["*"] }, new Date());
  revokeKey(keyFile, keys.get("ops")?.id ?? "");
  await vi.waitFor(
    async () => {
      await ask("ana", "/v1/runs", undefined, "GET");
      expect(await written()).toMatchObject([
        { what: "keys_changed", keys: 2, added: [eva.id], removed: [keys.get("ops")?.id] },
      ]);
    },
    { timeout: 60_000 },
  );
});
