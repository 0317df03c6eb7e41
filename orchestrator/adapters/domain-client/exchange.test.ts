import { getEventListeners, once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { isDomainAddress, onceAborted } from "./exchange.ts";
import { aCall, clientOf, http, json, manifestSource, sunny } from "./loopback.fixture.ts";

it("does every task once when the signal fires, in the order in which they came", () => {
  const told: number[] = [];
  const stop = new AbortController();
  for (const each of [1, 2, 3]) onceAborted(stop.signal, () => told.push(each));
  stop.abort();
  stop.abort();
  expect(told).toEqual([1, 2, 3]);
});

it("does not do what was taken back, also while the others are done", () => {
  const told: string[] = [];
  const stop = new AbortController();
  onceAborted(stop.signal, () => told.push("first"))();
  onceAborted(stop.signal, () => told.push("second"));
  stop.abort();
  expect(told).toEqual(["second"]);
});

it("does the same task as often as it was given", () => {
  let times = 0;
  const stop = new AbortController();
  const task = () => {
    times += 1;
  };
  const takeBack = onceAborted(stop.signal, task);
  onceAborted(stop.signal, task);
  takeBack();
  takeBack();
  stop.abort();
  expect(times).toBe(1);
});

it("has one listener for all that wait, and none when nothing waits any more", () => {
  const stop = new AbortController();
  const listeners = () => getEventListeners(stop.signal, "abort").length;
  const back = [1, 2, 3].map(() => onceAborted(stop.signal, () => undefined));
  expect(listeners()).toBe(1);
  for (const takeBack of back) takeBack();
  expect(listeners()).toBe(0);
  const again: string[] = [];
  onceAborted(stop.signal, () => again.push("waits again"));
  stop.abort();
  expect(again).toEqual(["waits again"]);
});

it.each([
  "127.0.0.1",
  "::1",
  "10.0.0.7",
  "172.18.0.3",
  "192.168.1.2",
  "203.0.113.9",
  "fd12::1",
  "2001:db8::1",
])("a domain may be at %s", (address) => expect(isDomainAddress(address)).toBe(true));
it.each([
  "169.254.169.254",
  "::ffff:169.254.169.254",
  "::ffff:a9fe:a9fe",
  "64:ff9b::a9fe:a9fe",
  "2002:a9fe:a9fe::1",
  "fe80::1",
  "fd00:ec2::254",
  "100.100.100.200",
  "192.0.0.192",
  "0.0.0.0",
  "::",
  "224.0.0.1",
  "ff02::1",
  "255.255.255.255",
  "not an address",
  "",
])("no domain is at %j", (address) => expect(isDomainAddress(address)).toBe(false));

it.each([
  "http://169.254.169.254",
  "http://[::ffff:a9fe:a9fe]",
  "http://0xa9fea9fe",
  "http://2852039166",
  "http://0.0.0.0",
])("a call to %s never leaves", async (url) => {
  await expect(clientOf(url).call(aCall())).rejects.toMatchObject({
    fault: "unreachable",
    sent: false,
    message: expect.stringContaining("that no domain may use") as string,
  });
});
it("a name is judged by what it resolves to when the connection is made", async () => {
  const url = await http(json(sunny));
  const { port } = new URL(url);
  const resolve = (to: string) =>
    clientOf(`http://weather.example:${port}`, {
      resolve: (_host, _options, done) => done(null, [{ address: to, family: 4 }]),
    });
  expect((await resolve("127.0.0.1").call(aCall())).status).toBe("success");
  await expect(resolve("169.254.169.254").call(aCall())).rejects.toMatchObject({ sent: false });
});
it("a manifest is not fetched from there either, and never from where a redirect leads", async () => {
  let asked = 0;
  const canary = createServer((_request, response) => {
    asked += 1;
    response.end("{}");
  }).listen(0, "127.0.0.1");
  await once(canary, "listening");
  onTestFinished(() => void canary.close());
  const { port } = canary.address() as AddressInfo;
  const url = await http((_request, response) =>
    response.writeHead(302, { location: `http://127.0.0.1:${port}/manifest` }).end(),
  );
  const source = manifestSource();
  await expect(source.fetchManifest(`${url}/manifest`, undefined)).rejects.toThrow("redirects");
  await expect(source.fetchManifest("http://169.254.169.254/manifest", undefined)).rejects.toThrow(
    "that no domain may use",
  );
  expect(asked).toBe(0);
});
