import { expect, it } from "vitest";
import { oneAfterAnotherByKey } from "./one-after-another.ts";

it("messages of one session are handled one after another, other sessions do not wait", async () => {
  const inOrder = oneAfterAnotherByKey();
  const seen: string[] = [];
  const open = Promise.withResolvers<void>();
  const first = inOrder("a", async () => {
    await open.promise;
    seen.push("a1");
  });
  const second = inOrder("a", async () => seen.push("a2"));
  await inOrder("b", async () => seen.push("b1"));
  open.resolve();
  await Promise.all([first, second]);
  expect(seen).toEqual(["b1", "a1", "a2"]);
});

it("a message that failed does not hold up the next", async () => {
  const inOrder = oneAfterAnotherByKey();
  const failing = inOrder("a", () => Promise.reject(new Error("disk")));
  const next = inOrder("a", async () => "fine");
  await expect(failing).rejects.toThrow("disk");
  expect(await next).toBe("fine");
});
