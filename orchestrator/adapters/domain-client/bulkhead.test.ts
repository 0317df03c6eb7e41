import { expect, it } from "vitest";
import { bulkhead } from "./bulkhead.ts";

const patient = new AbortController().signal;

it("lets in as many as there is room for, and the next ones as room is made, in their order", async () => {
  const room = bulkhead(2);
  expect([room.enter(patient), room.enter(patient)]).toEqual([true, true]);
  const came: string[] = [];
  const first = Promise.resolve(room.enter(patient)).then(() => came.push("first"));
  const second = Promise.resolve(room.enter(patient)).then(() => came.push("second"));
  room.leave();
  room.leave();
  await Promise.all([first, second]);
  expect([came, room.open]).toEqual([["first", "second"], 2]);
  room.leave();
  room.leave();
  expect([room.open, room.enter(patient)]).toEqual([0, true]);
});

it("turns away who finds no room in time, and who does not want it any more", async () => {
  const room = bulkhead(1);
  await room.enter(patient);
  const leaving = new AbortController();
  const turned = [patient, leaving.signal].map(async (signal) => room.enter(signal));
  leaving.abort();
  expect(await Promise.all(turned)).toEqual([false, false]);
  room.leave();
  expect(room.open).toBe(0);
});

it("lets in first who has begun something, and lets them wait for as long as they have", async () => {
  const room = bulkhead(1);
  await room.enter(patient);
  const came: string[] = [];
  const beginning = Promise.resolve(room.enter(patient)).then((isIn) => came.push(`new ${isIn}`));
  const goingOn = Promise.resolve(room.enter(patient, 60_000)).then(() => came.push("begun"));
  // Whoever is new is told that it is busy; whoever has begun is still there.
  await beginning;
  room.leave();
  await goingOn;
  expect(came).toEqual(["new false", "begun"]);
  const next = [room.enter(patient), room.enter(patient, 60_000)].map(async (isIn) => isIn);
  room.leave();
  expect(await Promise.race(next.map((each, at) => each.then(() => at)))).toBe(1);
  room.leave();
  expect(await next[0]).toBe(true);
});
