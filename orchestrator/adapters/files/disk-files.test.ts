import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { diskFiles } from "./disk-files.ts";

let folder = "";
let now = 0;
const clock = { now: () => now, monotonic: () => now };
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "files-"));
});
afterEach(() => rm(folder, { recursive: true }));

const chart = {
  name: "../../gráfico.png",
  media_type: "image/png",
  bytes: Buffer.from([1, 10, 2, 255]),
};

it("a file comes back as it was put, under a name that it did not choose", async () => {
  const files = await diskFiles(folder, clock);
  const link = await files.put("ana", chart);
  expect(link).toMatchObject({ name: chart.name, media_type: "image/png" });
  const found = await files.find(link.url.slice("/v1/files/".length));
  expect(found && { ...found, bytes: [...found.bytes] }).toEqual({
    ...chart,
    bytes: [1, 10, 2, 255],
  });
  expect((await readdir(folder)).every((name) => /^[a-f0-9]{48}$/.test(name))).toBe(true);
});

it("a link expires after a day and its file goes", async () => {
  const files = await diskFiles(folder, clock);
  const link = await files.put("ana", chart);
  now += 25 * 60 * 60 * 1000;
  expect(await files.find(link.url.slice("/v1/files/".length))).toBeUndefined();
  expect(await readdir(folder)).toEqual([]);
});

it.each(["../secret", "", "0".repeat(48), "__proto__"])("%j is no file", async (id) => {
  const files = await diskFiles(folder, clock);
  expect(await files.find(id)).toBeUndefined();
});
