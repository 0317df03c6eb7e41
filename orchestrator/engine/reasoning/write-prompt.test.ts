import { expect, it } from "vitest";
import { promptSchema } from "#shared/contracts/prompt.ts";
import { promptVersion } from "./write-prompt.ts";

const plain = promptSchema.parse({ template: { en: "Describe {book}" } });
const tried = (share: number) =>
  promptSchema.parse({ ...plain, trial: { template: { en: "Tell of {book}" }, share } });
const asked = (session: number) => ({
  ...{ user_id: "ana", session_id: `s${session}` },
  address: "library.describe",
});
const SESSIONS = Array.from({ length: 2000 }, (_, at) => at);

it("a prompt with one version has no name for it", () => {
  expect(promptVersion(plain, asked(1))).toEqual({ prompt: plain, version: undefined });
});

it("each session has its version, which is the same each time", () => {
  const version = (session: number) => promptVersion(tried(0.5), asked(session)).version;
  for (const session of SESSIONS.slice(0, 50)) expect(version(session)).toBe(version(session));
  expect(new Set(SESSIONS.map(version))).toEqual(new Set(["a", "b"]));
});

it.each([0.1, 0.5, 0.9])("so many sessions get the second one: %d", (share) => {
  const got = SESSIONS.map((session) => promptVersion(tried(share), asked(session)));
  const seconds = got.filter(({ version }) => version === "b");
  expect(Math.abs(seconds.length / SESSIONS.length - share)).toBeLessThan(0.05);
  expect(new Set(seconds.map(({ prompt }) => prompt.template.en))).toEqual(
    new Set(["Tell of {book}"]),
  );
});
