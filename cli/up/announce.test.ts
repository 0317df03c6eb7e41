import { expect, it } from "vitest";
import type { DomainStatus } from "#shared/contracts/endpoints.ts";
import { fakeTerminal } from "../testing/fake-terminal.ts";
import { announce } from "./announce.ts";

const { terminal } = fakeTerminal(true);
const standing = { url: "http://127.0.0.1:8080", model: "regente" };

it("says where to talk and which domains are up, with whatever key where no one checks", () => {
  const of = (name: string, rest: Partial<DomainStatus>): DomainStatus => ({
    ...{ name, state: "up", url: null, version: null, description: null },
    ...{ goals: [], capabilities: [], problem: null },
    ...rest,
  });
  const domains = [
    of("weather", { version: "1.0.0" }),
    of("library", { state: "down", problem: "no answer" }),
  ];
  const said = announce({ ...standing, domains }, terminal);
  expect(said).toMatch(/● weather 1\.0\.0\n.*○ library .*no answer/);
  expect(said).toContain("qualquer chave");
  expect(said).not.toContain("authorization");
});

it("asks for the key of who reads it where the endpoints check who calls", () => {
  const said = announce({ ...standing, domains: undefined }, terminal);
  expect(said).toContain("npx regente keys add");
  expect(said).toContain("-H 'authorization: Bearer SUA_CHAVE'");
});
