import type { LookupAddress } from "node:dns";
import { type AddressInfo, createServer } from "node:net";
import { buildConnector } from "undici";
import { expect, it, onTestFinished } from "vitest";
import {
  ForbiddenAddressError,
  guardConnector,
  isLoopbackAddress,
  isPublicAddress,
} from "./guard-connector.ts";
import { allowedHosts } from "./web-address.ts";

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
    timeoutMs: 60_000,
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

it.each(["8.8.8.8", "1.1.1.1", "172.15.255.255", "172.32.0.1", "2606:4700::1111", "2800:3f0::1"])(
  "%s is public",
  (address) => expect(isPublicAddress(address)).toBe(true),
);

it.each([
  "0.1.2.3",
  "10.255.0.1",
  "100.64.0.1",
  "127.0.0.1",
  "169.254.169.254",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.1.1",
  "198.18.0.1",
  "224.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::ffff:8.8.8.8",
  "::ffff:127.0.0.1",
  "64:ff9b::808:808",
  "fc00::1",
  "fe80::1",
  "ff02::1",
  "2001::1",
  "2001:db8::1",
  "2002:7f00:1::",
  "example.com",
  "",
])("%s is not", (address) => expect(isPublicAddress(address)).toBe(false));

it("this machine is 127.0.0.0/8 and ::1", () => {
  const addresses = ["127.0.0.1", "127.9.9.9", "::1", "128.0.0.1", "::2", "127.example.com"];
  expect(addresses.filter(isLoopbackAddress)).toEqual(["127.0.0.1", "127.9.9.9", "::1"]);
});

it.each([
  ["vimeo.com", "vimeo.com", true],
  ["vimeo.com", "player.VIMEO.com.", true],
  ["vimeo.com", "notvimeo.com", false],
  ["vimeo.com", "vimeo.com.evil.example", false],
  ["www.vimeo.com", "vimeo.com", false],
  ["*", "anything.example", true],
  ["", "vimeo.com", false],
])('the list "%s" and %s: %s', (list, host, expected) => {
  expect(allowedHosts(list.split(","))(host)).toBe(expected);
});
