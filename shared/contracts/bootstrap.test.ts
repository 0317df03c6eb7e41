import { describe, expect, it } from "vitest";
import { parseBootstrap } from "./bootstrap.ts";

const file = (entry: object) => JSON.stringify({ domains: [{ name: "weather", ...entry }] });
const first = (entry: object, env: Record<string, string> = {}) =>
  parseBootstrap(file(entry), env, "domains.json").domains[0];

describe("variables", () => {
  it.each([
    ["the variable", { WEATHER_URL: "http://10.0.0.1:1" }, "http://10.0.0.1:1"],
    ["the default, when it is not set", {}, "http://127.0.0.1:8101"],
    ["the default, when it is empty", { WEATHER_URL: "" }, "http://127.0.0.1:8101"],
  ])("a reference stands for %s", (_which, env, url) => {
    expect(first({ url: "${WEATHER_URL:-http://127.0.0.1:8101}" }, env)?.url).toBe(url);
  });

  it("may be a part of the text, and more than one", () => {
    expect(first({ url: "http://${A}:${B:-80}/" }, { A: "host" })?.url).toBe("http://host:80/");
  });

  it("stay text: a value cannot add fields", () => {
    const value = 'http://a/","enabled":"false';
    expect(first({ url: "${A}" }, { A: value })).toMatchObject({ url: value, enabled: true });
  });

  it("are not looked for in values", () => {
    expect(first({ manifest: "${A}" }, { A: "${B}" })?.manifest).toBe("${B}");
  });
});

it("may be just the list of domains", () => {
  const text = JSON.stringify([{ name: "weather", url: "http://a/base" }]);
  expect(parseBootstrap(text, {}, "domains.json").domains[0]?.url).toBe("http://a/base");
});

it.each([
  [
    "a variable without value or default",
    file({ url: "${A}" }),
    "domains.0.url: needs the environment variable A",
  ],
  ["text that is not JSON", "{", "domains.json: is not JSON"],
  ["another protocol", file({ url: "file:///etc/passwd" }), "domains.0.url: must be an http://"],
  ["a login", file({ url: "http://me:secret@a" }), "domains.0.url: must be an address and a path"],
  ["a query", file({ url: "http://a/?key=1" }), "domains.0.url: must be an address and a path"],
  ["an entry that leads nowhere", file({}), "domains.0: needs a url or a manifest file"],
  ["an unknown field", file({ url: "http://a", port: 1 }), "domains.0.port: unknown field"],
  [
    "a name listed twice",
    JSON.stringify({ domains: [1, 2].map(() => ({ name: "weather", url: "http://a" })) }),
    "domains.1.name: weather is listed twice",
  ],
])("refuses %s, saying where", (_fault, text, message) => {
  expect(() => parseBootstrap(text, {}, "domains.json")).toThrow(message);
});
