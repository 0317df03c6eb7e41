import { expect, it } from "vitest";
import { isLoopbackAddress, isPublicAddress } from "./public-address.ts";
import { allowedHosts } from "./web-address.ts";

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
