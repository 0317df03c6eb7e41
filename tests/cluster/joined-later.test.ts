import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { openDiary } from "./diary.ts";
import { machines } from "./machines.ts";

const SECRET = "a-secret-of-two-processes-that-share-a-session";
/** A message that does not have to wait is with the domain long before. */
const WAITS_MS = 1500;

it("a message that comes to a process that has just joined waits for the one that is being answered", async () => {
  const folder = mkdtempSync(join(tmpdir(), "regente-joined-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const begun = Promise.withResolvers<void>();
  const written = Promise.withResolvers<void>();
  const diary = await openDiary(SECRET, (text) => {
    if (text !== "s1 m1") return Promise.resolve();
    begun.resolve();
    return written.promise;
  });
  onTestFinished(() => diary.close());
  const [one, other] = await machines({
    ...{ folder, secret: SECRET, domains: [{ name: "diary", url: diary.url }], count: 2 },
    deadlineMs: 100_000,
  });
  if (one === undefined || other === undefined) throw new Error("there are two");
  onTestFinished(() => Promise.all([one.stop(), other.stop()]).then(() => undefined));
  const say = async (url: string, text: string) => {
    const response = await fetch(`${url}/v1/turns`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ session_id: "s1", input_text: `note down ${text}`, locale: "en" }),
    });
    return (await response.json()) as { status: string };
  };

  await one.start();
  const first = say(one.url, "s1 m1");
  await begun.promise;
  await other.start();
  const second = say(other.url, "s1 m2");
  await pause(WAITS_MS);
  const meanwhile = [...diary.counts.keys()];
  written.resolve();
  expect([(await first).status, (await second).status]).toEqual(["success", "success"]);
  expect([meanwhile, diary.overlaps]).toEqual([[], []]);
  expect([...diary.counts.keys()]).toEqual(["s1 m1", "s1 m2"]);
});
