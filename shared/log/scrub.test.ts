import { expect, it } from "vitest";
import { describeError, scrub, scrubberFor } from "./scrub.ts";

it.each([
  ["https://api.telegram.org/bot123456789:AAHfiqksKZ8WmR2zSjiQ7_v4TMAKdiHm9T0/sendMessage"],
  ["Authorization: Bearer eyJhbGciOi.J9.x"],
  ["postgres://regente:hunter2@db/regente"],
  ["GET /quote?token=hunter2&symbol=PETR4"],
  ["api_key=hunter2"],
  ["key sk-ant-api03-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA failed"],
])("removes what looks like a secret from %s", (text) => {
  const left = scrub(text);
  expect(left).toContain("[removed]");
  expect(left).not.toMatch(/hunter2|AAH|eyJ|AAAA/);
});

it("leaves plain words alone", () => {
  const text = "connect ECONNREFUSED 127.0.0.1:8101 (quote of PETR4 in São Paulo)";
  expect(scrub(text)).toBe(text);
});

it.each([
  "/srv/regente/orchestrator/adapters/domain-client/exchange.ts:88:12",
  "run_mb2x9k0q_AAAAAAAAAAAAAAAA of the session s-1 ended",
])("leaves %s alone: people need it to find what happened", (text) => {
  expect(scrub(text)).toBe(text);
});

it("removes the values that it was told of, also as part of an address", () => {
  const clean = scrubberFor(["p@ss word", "hush-hush"]);
  const left = clean("GET http://u:p%40ss%20word@db/x failed: p@ss word, hush-hush-2");
  expect(left).not.toMatch(/p@ss|p%40ss|hush/);
});

it("a word as short as a setting's default is no secret", () => {
  expect(scrubberFor(["a", ""])("a cat")).toBe("a cat");
});

it("tells of an error its name, its clean message and where it was thrown", () => {
  const told = describeError(new TypeError("no Bearer abc.def"));
  expect(told).toMatchObject({ name: "TypeError", message: "no [removed]" });
  expect(JSON.stringify(told["at"])).toContain("scrub.test.ts");
  expect(describeError("a text that was thrown")).toEqual({ name: "string" });
});
