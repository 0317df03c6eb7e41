import { expect, it } from "vitest";
import { openAnswerRoom } from "./answer-room.ts";

/** Whether each of these has its room by now. */
const given = async (asked: readonly (true | Promise<void>)[]): Promise<boolean[]> => {
  const later = new Promise<boolean>((resolve) => setImmediate(resolve, false));
  return Promise.all(
    asked.map((each) => Promise.race([Promise.resolve(each).then(() => true), later])),
  );
};

it("what does not fit waits until a run before it has ended, the first first", async () => {
  const room = openAnswerRoom(100, 0);
  const [a, b, c, d] = [room.share(), room.share(), room.share(), room.share()];
  const asked = [a.take(60, true), b.take(40, true), c.take(50, true), d.take(10, true)];
  expect(await given(asked)).toEqual([true, true, false, false]);
  b.end();
  expect(await given(asked)).toEqual([true, true, false, true]);
  a.end();
  expect(await given(asked)).toEqual([true, true, true, true]);
});

it("the run that has held some for the longest time goes on, so that no two wait for each other", async () => {
  const room = openAnswerRoom(100, 0);
  const [a, b] = [room.share(), room.share()];
  const asked = [a.take(50, true), b.take(50, true), b.take(50, true), a.take(50, true)];
  expect(await given(asked)).toEqual([true, true, false, true]);
  a.end();
  expect(await given(asked)).toEqual([true, true, true, true]);
});

it("an answer that is larger than all the room is taken when no other is held", () => {
  const room = openAnswerRoom(100, 0);
  expect(room.share().take(1000, true)).toBe(true);
});

it("what was done is heard at once, and counts", async () => {
  const room = openAnswerRoom(100, 0);
  const [a, b, c] = [room.share(), room.share(), room.share()];
  const asked = [a.take(100, true), b.take(100, false), c.take(10, true)];
  expect(await given(asked)).toEqual([true, true, false]);
  a.end();
  expect(await given(asked)).toEqual([true, true, false]);
  b.end();
  expect(await given(asked)).toEqual([true, true, true]);
});

it("who has left the line is given nothing", async () => {
  const room = openAnswerRoom(100, 0);
  const [a, b, c] = [room.share(), room.share(), room.share()];
  const asked = [a.take(100, true), b.take(100, true), c.take(100, true)];
  b.end();
  a.end();
  expect(await given(asked)).toEqual([true, false, true]);
});

it("what every run is answered first takes none, and its many small answers do", async () => {
  const room = openAnswerRoom(100, 30);
  const [a, b] = [room.share(), room.share()];
  const asked = [a.take(100, true), b.take(20, true), b.take(10, true), b.take(5, true)];
  const more = [a.take(20, true), b.take(20, true)];
  expect(await given(asked)).toEqual([true, true, true, false]);
  expect(await given(more)).toEqual([true, false]);
  a.end();
  expect(await given([...asked, ...more])).toEqual([true, true, true, true, true, true]);
});
