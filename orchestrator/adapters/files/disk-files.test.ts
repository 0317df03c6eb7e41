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

const idOf = ({ url }: { url: string }) => url.slice("/v1/files/".length);
/** All files but the key of the links. */
const kept = async () => (await readdir(folder)).filter((name) => name !== "link-key");

const chart = {
  name: "../../gráfico.png",
  media_type: "image/png",
  bytes: Buffer.from([1, 10, 2, 255]),
};

it("a file comes back as it was put, under a name that it did not choose", async () => {
  const files = await diskFiles(folder, clock);
  const link = await files.put("ana", chart);
  expect(link).toMatchObject({ name: chart.name, media_type: "image/png" });
  const found = await files.find({ user_id: "ana" }, idOf(link));
  expect(found && { ...found, bytes: [...found.bytes] }).toEqual({
    ...chart,
    bytes: [1, 10, 2, 255],
  });
  expect((await kept()).every((name) => /^[a-f0-9]{48}$/.test(name))).toBe(true);
});

it("no one else finds a file, and cannot tell it from one that is not there", async () => {
  const files = await diskFiles(folder, clock);
  const link = await files.put("ana", chart);
  expect(await files.find({ user_id: "rui" }, idOf(link))).toBeUndefined();
  expect(await files.find({ user_id: "rui" }, "0".repeat(48))).toBeUndefined();
  expect(await files.find("anybody", idOf(link))).toMatchObject({ name: chart.name });
});

it("a signed link opens that one file, also in the next process", async () => {
  const files = await diskFiles(folder, clock);
  const [link, other] = [await files.put("ana", chart), await files.put("ana", chart)];
  const { pathname, searchParams } = new URL(files.signed(link).url, "http://localhost");
  const signature = searchParams.get("signature") ?? "";
  expect(pathname).toBe(link.url);
  const next = await diskFiles(folder, clock);
  expect(next.isSigned(idOf(link), signature)).toBe(true);
  expect(next.isSigned(idOf(other), signature)).toBe(false);
  for (const wrong of ["", "x", `${signature}x`, signature.slice(1)])
    expect(next.isSigned(idOf(link), wrong)).toBe(false);
});

it.each(["https://example.org/a.png", "/v1/files/../secret", "/v1/runs/1"])(
  "%s is none of ours, and is not signed",
  async (url) => {
    const files = await diskFiles(folder, clock);
    expect(files.signed({ name: "a", media_type: "image/png", url }).url).toBe(url);
  },
);

it("a link expires after a day and its file goes", async () => {
  const files = await diskFiles(folder, clock);
  const link = await files.put("ana", chart);
  now += 25 * 60 * 60 * 1000;
  expect(await files.find({ user_id: "ana" }, idOf(link))).toBeUndefined();
  expect(await kept()).toEqual([]);
});

it("what has expired goes without being asked for, and nothing else", async () => {
  const files = await diskFiles(folder, clock);
  await files.put("ana", chart);
  now += 23 * 60 * 60 * 1000;
  const link = await files.put("ana", chart);
  now += 2 * 60 * 60 * 1000;
  await files.sweep();
  expect(await kept()).toEqual([idOf(link)]);
});

it("all files of a user are deleted, and no one else's", async () => {
  const files = await diskFiles(folder, clock);
  await files.put("ana", chart);
  const link = await files.put("rui", chart);
  await files.put("ana", chart);
  await files.forget({ user_id: "ana" });
  expect(await kept()).toEqual([idOf(link)]);
});

it.each(["../secret", "", "0".repeat(48), "__proto__", "link-key"])("%j is no file", async (id) => {
  const files = await diskFiles(folder, clock);
  expect(await files.find("anybody", id)).toBeUndefined();
});
