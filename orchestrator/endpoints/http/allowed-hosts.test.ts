import { expect, it } from "vitest";
import { hostCheck } from "./allowed-hosts.ts";

const settings = {
  allowedHosts: [],
  corsOrigins: [],
  domainHosts: [],
  sessionHeaders: [],
  userHeaders: [],
};
const onNetwork = hostCheck({
  ...settings,
  host: "0.0.0.0",
  allowedHosts: ["Regente.Example.org"],
});

it.each([
  "10.0.0.7:8080",
  "[fe80::1]:8080",
  "regente:8080",
  "orchestrator",
  "localhost",
  "regente.example.org:443",
])("where we listen to the network, %s is a name that no stranger can own", (host) =>
  expect(onNetwork(host)).toBe(true),
);
it.each([
  "evil.example",
  "0.0.0.0.evil.example",
  "regente.example.org.evil.example",
  "",
  "..",
  "a b",
])("%s is not", (host) => expect(onNetwork(host)).toBe(false));
it.each(["::1", "127.0.0.1", "localhost"])("on %s only names of this machine are", (host) => {
  const isAllowed = hostCheck({ ...settings, host });
  expect([isAllowed("localhost:1"), isAllowed("10.0.0.7"), isAllowed("regente")]).toEqual([
    true,
    false,
    false,
  ]);
});
it("an address that is listened on is a name of ours", () => {
  expect(hostCheck({ ...settings, host: "regente.lan" })("regente.lan:8080")).toBe(true);
});
