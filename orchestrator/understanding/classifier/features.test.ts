import { expect, it } from "vitest";
import { randomFrom } from "#shared/random/random.ts";
import { numberIds } from "./features.ts";

it("gives the same number the same id, in the order of meeting", () => {
  const ids = numberIds();
  expect([5, -5, 2 ** 52 + 1, 5, 0].map(ids.learn)).toEqual([0, 1, 2, 0, 3]);
  expect([0, 5, -5, 2 ** 52 + 1, 6].map(ids.find)).toEqual([3, 0, 1, 2, -1]);
  expect([...ids.numbers()]).toEqual([5, -5, 2 ** 52 + 1, 0]);
});

it("forgets nothing when it grows, nor when it is made again from its numbers", () => {
  const random = randomFrom(1);
  const keys = Array.from({ length: 20_000 }, () => Math.floor((random() - 0.5) * 2 ** 50));
  const ids = numberIds();
  const learnt = new Map(keys.map((key) => [key, ids.learn(key)]));
  const again = numberIds(ids.numbers());
  expect(again.numbers()).toHaveLength(learnt.size);
  for (const [key, id] of learnt) expect([ids.find(key), again.find(key)]).toEqual([id, id]);
  expect(again.find(2 ** 51)).toBe(-1);
  expect([again.learn(2 ** 51), again.find(2 ** 51)]).toEqual([learnt.size, learnt.size]);
});
