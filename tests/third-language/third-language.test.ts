import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { ROWS } from "./rows.ts";

type Told = {
  status: string;
  said: string;
  goal: string | null;
  locale: string;
  baked: string[];
  schedule: { locale: string; next_at: number; action: { text: string } } | null;
};

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** The hours that a zone is ahead in which it is noon now: what "mañana" is has to be asked after midnight. */
const AHEAD = 12 - new Date().getUTCHours();
const ZONE = `Etc/GMT${AHEAD > 0 ? "-" : "+"}${Math.abs(AHEAD)}`;

/** What becomes of sentences where a third language is in the tables: in a process that loads the project with it. */
async function speak(...sentences: readonly string[]): Promise<Told[]> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--import", here("add-language.ts"), here("speak.ts"), ZONE, ...sentences],
    { timeout: 60_000 },
  );
  return JSON.parse(stdout) as Told[];
}

it("a language is a folder of words: with it and a manifest it acts, leaves be, and keeps for later", async () => {
  const [acts, negated, standing] = await speak(
    "hornea pan de centeno",
    "no hornees pan de centeno",
    "recuérdame mañana a las 9 que llame al molino",
  );
  expect(acts).toMatchObject({
    status: "success",
    said: "Al horno (es): pan de centeno.",
    goal: "BAKE",
    locale: "es",
    baked: ["pan de centeno"],
  });
  expect(negated).toMatchObject({ said: "Está bien, no lo hago.", baked: [], schedule: null });
  expect(standing).toMatchObject({ status: "success", baked: [] });
  expect(standing?.schedule).toMatchObject({
    locale: "es",
    action: { do: "tell", text: "llame al molino" },
  });
  const { next_at = 0 } = standing?.schedule ?? {};
  expect(new Date(next_at + AHEAD * 3_600_000).toISOString()).toMatch(/T09:00:00.000Z$/);
  expect(next_at).toBeGreaterThan(Date.now());
  expect(next_at).toBeLessThan(Date.now() + 48 * 3_600_000);
});

it("its own rows are words and nothing else", () => {
  for (const [file, tables] of Object.entries(ROWS))
    for (const table of Object.keys(tables))
      expect(readFileSync(file, "utf8"), file).toMatch(
        new RegExp(`const ${table}: Readonly<Record<Locale, `),
      );
});
