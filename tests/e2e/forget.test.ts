import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { runRegente } from "../../cli/testing/run-regente.ts";
import { type System, startSystem, until } from "./system.ts";

/** Stands in every message of whoever is forgotten. */
const MARK = "berimbau";
const DAY_MS = 86_400_000;

let system: System;
beforeAll(async () => {
  system = await startSystem();
  await Promise.all(["memory", "documents"].map((name) => system.startDomain(name)));
  await system.startOrchestrator();
});
afterAll(() => system.close());

/** Something of everything that is kept of a person. */
async function live(user: string): Promise<void> {
  const say = (text: string, session = "talk") => system.turn(text, `${session}-${user}`, user);
  const { run_id } = await say(`anota: afinar o ${MARK}`);
  await say(`gera um pdf com o texto partitura de ${MARK}`);
  await say(`me lembra em 10 dias de trocar a corda do ${MARK}`);
  await say("meu fuso é o de Lisboa");
  await say(`como se conserta um ${MARK}?`, "unclear");
  await say("anota uma coisa pra mim", "asks");
  const body = { input_text: `anota: vender o ${MARK}`, user_id: user };
  await post("/v1/turns", body, { "idempotency-key": `k-${user}` });
  const judged = { verdict: "wrong", comment: `era outro ${MARK}` };
  const feedback = await post(`/v1/turns/${run_id}/feedback`, judged, { "x-user-id": user });
  expect(feedback.status).toBe(204);
}

const post = (path: string, body: object, headers: Record<string, string>) =>
  fetch(`${system.url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });

/** The tables of the store in which a word stands, and the files beside it. */
function placesOf(word: string): string[] {
  const store = new DatabaseSync(join(system.folder, "regente.db"), { readOnly: true });
  const named = z.array(z.object({ name: z.string() }));
  const tables = named.parse(
    store.prepare("select name from sqlite_master where type = 'table'").all(),
  );
  const found = tables.filter(({ name }) =>
    JSON.stringify(store.prepare(`select * from "${name}"`).all()).includes(word),
  );
  store.close();
  const files = ["files", "audit"].filter((folder) =>
    readdirSync(join(system.folder, folder)).some((name) =>
      readFileSync(join(system.folder, folder, name)).includes(word),
    ),
  );
  return [...found.map(({ name }) => name), ...files].toSorted();
}

it("of a user who is forgotten nothing is left but the id in the audit log, and others keep what is theirs", async () => {
  await Promise.all([live("zoraide"), live("wanderley")]);
  const all = [
    ...["channel_notes", "conversations", "example_proposals", "files", "pending_actions"],
    ...["schedules", "task_runs", "task_steps", "usage_metrics", "user_settings"],
  ];
  expect(placesOf("zoraide")).toEqual(expect.arrayContaining(all));
  const before = placesOf("wanderley");
  const args = ["forget", "--user=zoraide", "--url", system.url];
  const shown = await runRegente(args);
  expect(shown.code).not.toBe(0);
  expect(shown.err).toMatch(
    /conversas: [1-9]\d*, perguntas: 1, execuções: [1-9]\d*, agendamentos: 1/,
  );
  expect(placesOf("zoraide")).toEqual(expect.arrayContaining(all));
  expect(await runRegente([...args, "--yes"])).toMatchObject({ code: 0 });
  const nobody = await runRegente([
    "forget",
    "--user=ninguem",
    "--yes",
    "--json",
    "--url",
    system.url,
  ]);
  expect(JSON.parse(nobody.out)).toMatchObject({
    deleted: { sessions: 0, questions: 0, runs: 0, schedules: 0 },
  });
  expect(placesOf("zoraide")).toEqual(["audit"]);
  expect(placesOf("wanderley")).toEqual(before);
  expect(placesOf(MARK)).not.toContain("audit");
  // What was done once is not done again, and no one tells how it went.
  const again = { input_text: `anota: vender o ${MARK}`, user_id: "zoraide" };
  const told = await post("/v1/turns", again, { "idempotency-key": "k-zoraide" });
  expect({ status: told.status, body: await told.json() }).toMatchObject({
    status: 422,
    body: { error: { code: "answer_forgotten" } },
  });
});

it("the audit log says who was forgotten by a digest, and the next start misses nothing", async () => {
  const audit = await (await fetch(`${system.url}/v1/audit`)).text();
  const [, record = ""] = /(\{[^{}]*"what":"user_forgotten"[^{}]*\})/.exec(audit) ?? [];
  expect(record).toMatch(/"forgotten":"[0-9a-f]{64}"/);
  expect(record).not.toContain('"zoraide"');
  await system.startOrchestrator();
  // The log is compared beside the first requests.
  await wait(300);
  expect(system.output("orchestrator")).not.toContain("missing in the store");
});

it("what is over goes by itself once it is older than it is to be kept; what is to come stays", async () => {
  const clock = new URL(`file://${resolve("tests/standing/moved-clock.mjs")}?by=${3 * DAY_MS}`);
  const later = { NODE_OPTIONS: `--import=${clock}` };
  await system.startOrchestrator({ ...later, REGENTE_KEEP_DAYS: "5" });
  expect(placesOf(MARK)).toContain("task_runs");
  await system.startOrchestrator({ ...later, REGENTE_KEEP_DAYS: "1" });
  await until("what is old is gone", async () => !placesOf(MARK).includes("usage_metrics"));
  // The file of an answer lives a day, and the request that is still to be done has its words.
  expect(placesOf(MARK)).toEqual(["schedules"]);
});
