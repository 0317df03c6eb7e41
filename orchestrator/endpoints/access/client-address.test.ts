import { describe, expect, it } from "vitest";
import { addressReader, readNetwork } from "./client-address.ts";

const PROXIES = ["10.0.0.0/8", "192.0.2.1", "fd00::/8"];

it.each<[peer: string, forwarded: string | undefined, from: string]>([
  ["203.0.113.7", undefined, "203.0.113.7"],
  ["::ffff:203.0.113.7", undefined, "203.0.113.7"],
  ["203.0.113.7", "198.51.100.1", "203.0.113.7"],
  ["10.1.2.3", "198.51.100.1", "198.51.100.1"],
  ["10.1.2.3", undefined, "10.1.2.3"],
  ["10.1.2.3", "6.6.6.6, 198.51.100.1", "198.51.100.1"],
  ["10.1.2.3", "6.6.6.6, 198.51.100.1, 192.0.2.1", "198.51.100.1"],
  ["10.1.2.3", "198.51.100.1, not-an-address", "10.1.2.3"],
  ["10.1.2.3", "", "10.1.2.3"],
  ["fd00::1", "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8::7", undefined, "2001:db8:0:0::/64"],
  ["2001:0db8:0001:0002::1", undefined, "2001:db8:1:2::/64"],
  ["::1", undefined, "0:0:0:0::/64"],
])("a request of %s for %j comes from %s", (peer, forwarded, from) => {
  expect(addressReader(PROXIES)(peer, forwarded)).toBe(from);
});
it("without proxies no one speaks for anyone", () => {
  expect(addressReader([])("127.0.0.1", "6.6.6.6")).toBe("127.0.0.1");
});
describe("a network", () => {
  it.each(["10.0.0.1", "10.0.0.0/8", "::1", "fd00::/8"])("%s is one", (text) =>
    expect(readNetwork(text)).toBeDefined(),
  );
  it.each(["", "ten", "10.0.0.0/33", "10.0.0.0/x", "::/129", "10.0.0.0/8/8x", "10.0.0.0/-1"])(
    "%j is none",
    (text) => expect(readNetwork(text)).toBeUndefined(),
  );
});
