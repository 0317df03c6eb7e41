import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished, vi } from "vitest";
import { followDomains } from "./follow-domains.ts";

/** As long as a busy machine may need. */
const PATIENT = { timeout: 20_000 };

function follow() {
  const folder = mkdtempSync(join(tmpdir(), "follow-"));
  mkdirSync(join(folder, "garden", "goals"), { recursive: true });
  const heard: string[] = [];
  const followed = followDomains(async (name) => void heard.push(name));
  const places = [join(folder, "garden")];
  followed.follow([
    { name: "garden", places },
    { name: "herbs", places: [join(folder, "herbs.yaml")] },
  ]);
  onTestFinished(async () => {
    await followed.close();
    rmSync(folder, { recursive: true });
  });
  const write = (name: string) => writeFileSync(join(folder, name), "x");
  return { folder, heard, followed, places, write };
}

it("tells once of several files of a domain, again when one is replaced, and of folders inside it", async () => {
  const { folder, heard, write } = follow();
  write("garden/manifest.yaml");
  write("garden/main.ts");
  await vi.waitFor(() => expect(heard).toEqual(["garden"]), PATIENT);
  write("new");
  renameSync(join(folder, "new"), join(folder, "garden/manifest.yaml"));
  await vi.waitFor(() => expect(heard).toEqual(["garden", "garden"]), PATIENT);
  write("garden/goals/one.yaml");
  await vi.waitFor(() => expect(heard).toHaveLength(3), PATIENT);
});

it("misses nothing that is written while it is told what to follow, and follows a folder that was made again", async () => {
  const { folder, heard, followed, places, write } = follow();
  write("garden/manifest.yaml");
  followed.follow([{ name: "garden", places }]);
  await vi.waitFor(() => expect(heard).toEqual(["garden"]), PATIENT);
  rmSync(join(folder, "garden/goals"), { recursive: true });
  mkdirSync(join(folder, "garden/goals"));
  followed.follow([{ name: "garden", places }]);
  write("garden/goals/one.yaml");
  await vi.waitFor(() => expect(heard.length).toBeGreaterThan(1), PATIENT);
});

it("tells nothing of what a domain writes itself, of tests, and of what is hidden", async () => {
  const { heard, write } = follow();
  for (const name of ["items.db", "domain.test.ts", ".swap.ts"]) write(`garden/${name}`);
  await sleep(300);
  expect(heard).toEqual([]);
});
