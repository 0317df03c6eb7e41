import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { expect, it, onTestFinished } from "vitest";
import { addKey } from "#shared/api-keys/key-file.ts";
import { systemClock } from "../adapters/time/system-clock.ts";
import { readConfig } from "../config/config.ts";
import { checkGoalsOfKeys } from "./goals-of-keys.ts";

function aKeyFor(
  answers: string[],
  expires_at?: string,
  REGENTE_UPSTREAM = "http://127.0.0.1:9/v1",
) {
  const folder = mkdtempSync(join(tmpdir(), "goals-of-keys-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const REGENTE_BOOTSTRAP = join(folder, "domains.bootstrap.json");
  const tower = { name: "tower", url: "http://127.0.0.1:1" };
  const library = { name: "library", url: "http://127.0.0.1:2", enabled: false };
  writeFileSync(REGENTE_BOOTSTRAP, JSON.stringify({ domains: [tower, library] }));
  const REGENTE_API_KEYS = join(folder, "keys.json");
  const until = expires_at === undefined ? {} : { expires_at };
  addKey(REGENTE_API_KEYS, { user_id: "ana", scopes: ["*"], answers, ...until }, new Date());
  const logged: string[] = [];
  const log = pino({ level: "warn" }, { write: (line: string) => void logged.push(line) });
  const env = { REGENTE_DATA: folder, REGENTE_BOOTSTRAP, REGENTE_API_KEYS, REGENTE_UPSTREAM };
  const config = readConfig(env);
  const looked = Promise.resolve([]);
  return { logged, check: () => checkGoalsOfKeys({ config, log, clock: systemClock }, { looked }) };
}

it.each(["tower.tell_hour", "library.find_book"])(
  "%s of a domain that is down or disabled at the start is only told of",
  async (name) => {
    const { logged, check } = aKeyFor([name]);
    await check();
    expect(logged).toHaveLength(1);
    expect(logged[0]).toContain(name);
  },
);

it("a name that no domain has stops the start, but not where it is of no use", async () => {
  const why = "there is no goal towre:*; did you mean tower:* or library:*?";
  await expect(aKeyFor(["towre:*"]).check()).rejects.toThrow(why);
  await aKeyFor(["towre:*"], "2020-01-31T00:00:00.000Z").check();
  await aKeyFor(["towre:*"], undefined, "").check();
});
