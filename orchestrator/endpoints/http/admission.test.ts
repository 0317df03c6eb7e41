import { EventEmitter } from "node:events";
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
/** What was let in, in the order in which it was begun. */
let begun: string[];
beforeEach(async () => {
  now = 0;
  held = [];
  begun = [];
  admission = openAdmission({ now: () => now, monotonic: () => now }, () => "req_1");
  const server = createServer((incoming: IncomingMessage, outgoing: ServerResponse) => {
    admission.admit(incoming, outgoing, () => {
      begun.push(incoming.url ?? "");
      if (incoming.url === "/health") outgoing.end("ok");
      else held.push(outgoing);
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  close = () => new Promise((done) => server.close(done).closeAllConnections());
});
afterEach(() => close());

const PATIENT = { timeout: 60_000 };

/** Ask so often, and go on when all of it is let in. */
const hold = async (count: number) => {
  const before = held.length;
  const asked = Array.from({ length: count }, () => fetch(url).catch(() => undefined));
  await vi.waitUntil(() => held.length === before + count, PATIENT);
  return { first: () => asked[0] };
};

/** A request that is all there: what the server hands over, without a wire. */
const arrives = (path: string) => {
  const incoming = { url: path } as IncomingMessage;
  const outgoing = Object.assign(new EventEmitter(), {
    status: 0,
    headers: {},
    writeHead(status: number, headers: object) {
      Object.assign(outgoing, { status, headers });
    },
    end: vi.fn(),
  });
  const begin = vi.fn(() => void begun.push(path));
  admission.admit(incoming, outgoing as unknown as ServerResponse, begin);
  return { outgoing, begin };
};
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

it("begins a few requests in each turn of the event loop, in the order in which they came", async () => {
  const paths = Array.from({ length: 40 }, (_, index) => `/${index}`);
  for (const path of paths) arrives(path);
  expect(begun).toEqual(paths.slice(0, 16));
  await nextTurn();
  expect(begun).toEqual(paths.slice(0, 32));
  await nextTurn();
  expect(begun).toEqual(paths);
  arrives("/idle again");
  expect(begun).toHaveLength(41);
});

it("begins nothing in a turn that brought a connection, so that those who wait to connect are seen soon", async () => {
  admission.connected();
  arrives("/1");
  expect(begun).toEqual([]);
  await nextTurn();
  admission.connected();
  arrives("/2");
  await nextTurn();
  expect(begun).toEqual([]);
  // None came any more.
  await nextTurn();
  expect(begun).toEqual(["/1", "/2"]);
});

it("begins one for eight turns, many in a row, when every turn brings a connection", async () => {
  const begunAfter = async (turns: number) => {
    for (let index = 0; index < turns; index++) {
      admission.connected();
      arrives("/");
      await nextTurn();
    }
    return begun.length;
  };
  expect(await begunAfter(8 * 32 - 1)).toBe(0);
  // A turn takes no longer than any other.
  expect(await begunAfter(1)).toBe(16);
  expect(await begunAfter(1)).toBe(32);
  expect(await begunAfter(8 * 32 - 2)).toBe(32);
  // None came any more.
  await vi.waitUntil(() => begun.length === 8 * 64 - 1, PATIENT);
});

it("begins the few that wait sooner", async () => {
  arrives("/1");
  admission.connected();
  arrives("/2");
  arrives("/3");
  for (let turns = 0; turns < 8 * 2 - 1; turns++) {
    await nextTurn();
    admission.connected();
  }
  expect(begun).toEqual(["/1"]);
  await nextTurn();
  expect(begun).toEqual(["/1", "/2", "/3"]);
});

it("begins what the time allows when turns are long although nothing is begun", async () => {
  for (let index = 0; index < 8; index++) {
    admission.connected();
    arrives(`/slow/${index}`);
    now += 70;
    await nextTurn();
  }
  expect(begun.filter((path) => path.startsWith("/slow/"))).toHaveLength(8);
});

it("turns requests away while the first in line has waited for long, and never those who watch", () => {
  vi.useFakeTimers();
  try {
    for (let index = 0; index < 17; index++) arrives(`/${index}`);
    now = 501;
    const refused = arrives("/late");
    arrives("/health");
    expect(begun.at(-1)).toBe("/health");
    // Not at once: who is told at once asks again at once.
    expect(refused.outgoing.end).not.toHaveBeenCalled();
    vi.advanceTimersByTime(200);
    expect(refused.outgoing).toMatchObject({
      status: 503,
      headers: { "retry-after": "1", "x-request-id": "req_1" },
    });
    expect(String(refused.outgoing.end.mock.calls[0]?.[0])).toContain('"overloaded"');
    // The one that waited is served: it was let in.
    vi.runAllTimers();
    expect(begun).toContain("/16");
    expect(arrives("/later").begin).toHaveBeenCalledOnce();
  } finally {
    vi.useRealTimers();
  }
});

it("lets everyone in while the first in line has not waited for long, however many came before", async () => {
  const arriveAt = (ms: number) => {
    now = ms;
    for (let index = 0; index < 32; index++) arrives(`/${ms}/${index}`);
  };
  arriveAt(0);
  arriveAt(400);
  await nextTurn();
  await nextTurn();
  now = 560;
  expect(begun).toHaveLength(48);
  expect(admission.isFull()).toBe(false);
  now = 901;
  expect(admission.isFull()).toBe(true);
  await nextTurn();
  expect([begun.length, admission.isFull()]).toEqual([64, false]);
});

it("does not begin for who left while waiting", async () => {
  const asked = Array.from({ length: 20 }, (_, index) => arrives(`/${index}`));
  asked[18]?.outgoing.emit("close");
  expect(admission.underWay()).toBe(19);
  await nextTurn();
  expect(asked.map(({ begin }) => begin.mock.calls.length)).toEqual([
    ...Array<number>(18).fill(1),
    0,
    1,
  ]);
});

it("takes no more than it can hold, however quickly each is begun", async () => {
  for (let index = 0; index < 4096; index++) arrives("/");
  vi.useFakeTimers();
  const refused = arrives("/");
  vi.advanceTimersByTime(200);
  vi.useRealTimers();
  expect(refused.outgoing).toMatchObject({ status: 503 });
});

it("begins nothing new when the process is stopping, and lets the connection go", async () => {
  const { first } = await hold(1);
  admission.drain();
  const refused = await fetch(url);
  expect([refused.status, refused.headers.get("connection")]).toEqual([503, "close"]);
  held[0]?.end("done");
  expect(await (await first())?.text()).toBe("done");
});
