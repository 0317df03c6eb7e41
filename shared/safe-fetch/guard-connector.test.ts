import type { LookupAddress } from "node:dns";
import { type AddressInfo, createServer } from "node:net";
import { buildConnector } from "undici";
import { expect, it, onTestFinished } from "vitest";
import { ForbiddenAddressError, guardConnector } from "./guard-connector.ts";
import { isLoopbackAddress, isPublicAddress } from "./public-address.ts";

const names: Record<string, LookupAddress[]> = {
  "inside.example": [{ address: "127.0.0.1", family: 4 }],
  "mixed.example": [
    { address: "8.8.8.8", family: 4 },
    { address: "127.0.0.1", family: 4 },
  ],
  "mapped.example": [{ address: "::ffff:127.0.0.1", family: 6 }],
  "empty.example": [],
};

/** What a connection to `hostname` ends in: its error, or the address at its other end. */
function connectTo(hostname: string, port: string, permits: (address: string) => boolean) {
  const connect = guardConnector(buildConnector, {
    permits,
    timeoutMs: 1000,
    resolve: (host, _options, done) => done(null, names[host] ?? []),
  });
  return new Promise((done) =>
    connect({ hostname, host: hostname, protocol: "http:", port }, (error, socket) => {
      done(error ?? socket?.remoteAddress);
      socket?.destroy();
    }),
  );
}

async function listen() {
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    socket.destroy();
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return { port: String((server.address() as AddressInfo).port), count: () => connections };
}

it.each([...Object.keys(names), "127.0.0.1", "[::1]", "::1"])(
  "%s is not connected to where only public addresses may be",
  async (hostname) => {
    const { port, count } = await listen();
    const ended = await connectTo(hostname, port, isPublicAddress);
    expect(ended).toBeInstanceOf(ForbiddenAddressError);
    expect(count()).toBe(0);
  },
);

it.each(["inside.example", "127.0.0.1"])("%s is connected to where it may be", async (hostname) => {
  const { port } = await listen();
  expect(await connectTo(hostname, port, isLoopbackAddress)).toBe("127.0.0.1");
});
