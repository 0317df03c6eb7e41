import { afterAll, expect, it } from "vitest";
import { silentLog } from "#shared/domain-kit/log.ts";
import { domainContract } from "#shared/testing/domain-contract.ts";
import { readSettings, webDomain } from "./main.ts";
import { startFakeTavily } from "./testing/fake-tavily.ts";

const secret = "a-secret-that-only-the-tests-know";
const tavily = await startFakeTavily();
afterAll(() => tavily.close());

domainContract(
  "web",
  () => {
    const settings = readSettings({ TAVILY_API_KEY: tavily.key, TAVILY_API_ROOT: tavily.url });
    return webDomain(settings, { log: silentLog, secret }).serve({ port: 0 });
  },
  [
    { capability: "search_web", parameters: { query: "história do café" } },
    { capability: "read_web_page", parameters: { url: "http://127.0.0.1/" } },
  ],
  secret,
);

it("refuses a wrong address by the variable's name, and never quotes the key", () => {
  const env = { TAVILY_API_KEY: "tvly-s3cret", TAVILY_API_ROOT: "api.tavily.com" };
  expect(() => readSettings(env)).toThrow(
    "settings of web: TAVILY_API_ROOT: must be an address that begins with https:// or http://",
  );
});

it("takes empty variables for none", () => {
  const empty = { TAVILY_API_KEY: " ", TAVILY_API_ROOT: "", WEB_HOSTS: " " };
  expect(readSettings(empty)).toEqual({ tavily: undefined, hosts: ["*"] });
  expect(readSettings({ WEB_HOSTS: "a.example, b.example" }).hosts).toEqual([
    "a.example",
    "b.example",
  ]);
});
