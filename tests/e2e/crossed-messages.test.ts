import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { addKey } from "#shared/api-keys/key-file.ts";
import { howMuch } from "../how-much.ts";
import { startNotebook } from "./notebook.ts";

const USERS = 40;
const MESSAGES = howMuch(10_000, 2000);
const AT_ONCE = 64;

/** Each in turn, so many at once. */
async function crossed(tasks: readonly (() => Promise<void>)[]): Promise<void> {
  let next = 0;
  const work = async () => {
    for (let task = tasks[next++]; task !== undefined; task = tasks[next++]) await task();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

it("thousands of messages of 40 users, all in sessions of the same names, and not one is mixed up", async () => {
  const folder = mkdtempSync(join(tmpdir(), "regente-crossed-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "keys.json");
  const users = Array.from({ length: USERS }, (_, at) => {
    const user_id = `user${at}`;
    const { key } = addKey(file, { user_id, scopes: ["notebook:*"] }, new Date());
    return { word: `palavra${at}x`, headers: { authorization: `Bearer ${key}` } };
  });
  const system = await startNotebook({ REGENTE_API_KEYS: file });
  onTestFinished(() => system.close());
  const wrong: string[] = [];
  const foreign = (text: string, word: string) =>
    (text.match(/palavra\d+x/g) ?? []).some((each) => each !== word);

  const tasks = Array.from({ length: MESSAGES }, (_, at) => async () => {
    const user = users[at % USERS];
    if (user === undefined) return;
    const { word, headers } = user;
    // Five sessions, with the same names for everybody; one in ten messages asks to repeat what was said there.
    const session_id = `s${Math.floor(at / USERS) % 5}`;
    const input_text = at % 10 === 9 ? "repete" : `procure ${word}`;
    let said = await system.ask("/v1/turns", { input_text, session_id }, headers);
    // A machine that is slow turns some away before anything is done for them, and says when to come again.
    while (said.status === 503 && said.text.includes('"overloaded"')) {
      await sleep(1000 * Number(said.headers.get("retry-after")));
      said = await system.ask("/v1/turns", { input_text, session_id }, headers);
    }
    const isMine = said.status === 200 && !foreign(said.text, word);
    if (!isMine || (at % 10 !== 9 && !said.text.includes(word)))
      wrong.push(`${said.status} ${word}: ${said.text.slice(0, 200)}`);
  });
  await crossed(tasks);
  expect(wrong).toEqual([]);

  for (const { word, headers } of users)
    for (const path of ["/v1/runs?limit=100", "/v1/sessions", "/v1/pending"]) {
      const { status, text } = await system.ask(path, undefined, headers, "GET");
      expect([path, status, foreign(text, word)]).toEqual([path, 200, false]);
    }
}, 180_000);
