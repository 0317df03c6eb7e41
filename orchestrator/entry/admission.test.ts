import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Admission, openAdmission } from "./admission.ts";

/** Milliseconds of a clock that the test moves. */
let now: number;
let admission: Admission;
let url: string;
let close: () => Promise<unknown>;
/** Requests that were let in and are not answered. */
let held: ServerResponse[];
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  now = 0;
  held = [];
  admission = openAdmission({ now: () => now, monotonic: () => now }, () => "req_1");
  const server = createServer((incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (!admission.admit(incoming, outgoing)) return;
    if (incoming.url === "/health") outgoing.end("ok");
    else held.push(outgoing);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  close = () => new Promise((done) => server.close(done).closeAllConnections());
});
afterEach(async () => {
  vi.useRealTimers();
  admission.close();
  await close();
});

/** The loop comes so much too late to its next look. */
const late = (ms: number) => {
  now += 50 + ms;
  vi.advanceTimersByTime(50);
};
/** Ask so often, and go on when all of it is let in. */
const hold = async (count: number) => {
  const before = held.length;
  const asked = Array.from({ length: count }, () => fetch(url).catch(() => undefined));
  await vi.waitUntil(() => held.length === before + count);
  return { first: () => asked[0] };
};

it("turns requests away while the loop is late and much is under way, and never those who watch", async () => {
  await hold(320);
  late(60);
  const refused = await fetch(url);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);
  expect(refused.headers.get("x-request-id")).toBe("req_1");
  expect(await refused.json()).toMatchObject({ error: { code: "overloaded" } });
  expect((await fetch(`${url}/health`)).status).toBe(200);
  for (const one of held) one.end();
  await vi.waitUntil(() => admission.load().underWay === 0);
  const { first } = await hold(1);
  held.at(-1)?.end("fine");
  expect((await first())?.status).toBe(200);
});

it.each([
  ["the loop is in time", 320, 0],
  ["little is under way", 319, 500],
])("lets everybody in while %s", async (_why, underWay, lagMs) => {
  await hold(underWay);
  late(lagMs);
  await hold(1);
  expect(admission.load().underWay).toBe(underWay + 1);
});

it("begins nothing new when the process is stopping, and lets the connection go", async () => {
  const { first } = await hold(1);
  admission.drain();
  const refused = await fetch(url);
  expect([refused.status, refused.headers.get("connection")]).toEqual([503, "close"]);
  held[0]?.end("done");
  expect(await (await first())?.text()).toBe("done");
});
