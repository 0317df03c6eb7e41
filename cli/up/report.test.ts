import { describe, expect, it } from "vitest";
import type { DomainStatus } from "#shared/contracts/endpoints.ts";
import { fakeTerminal } from "../testing/fake-terminal.ts";
import { announce, jsonReport, prettyReport } from "./report.ts";

const noon = Date.UTC(2026, 10, 20, 12);
const lines: string[] = [];
const put = (line: string) => void lines.push(line);
const written = () => lines.splice(0).join("");

describe("JSON lines", () => {
  const report = jsonReport(put, () => noon);

  it("keep what a service logged, with its name", () => {
    report.relay("weather", '{"level":40,"time":1,"msg":"slow","ms":9}');
    expect(JSON.parse(written())).toEqual({
      service: "weather",
      level: 40,
      time: 1,
      msg: "slow",
      ms: 9,
    });
  });

  it.each(["plain words", '{"not":"a log line"}', "{broken"])("wrap anything else: %s", (line) => {
    report.relay("weather", line);
    expect(JSON.parse(written())).toEqual({ service: "weather", level: 30, time: noon, msg: line });
  });

  it("carry the supervisor's own words and figures", () => {
    report.say("error", "taken", { port: 1 });
    expect(JSON.parse(written())).toMatchObject({
      service: "supervisor",
      level: 50,
      msg: "taken",
      port: 1,
    });
  });
});

describe("lines for people", () => {
  const { terminal } = fakeTerminal(true);
  const report = prettyReport(put, terminal, () => noon);
  const time = new Date(noon).toLocaleTimeString("pt-BR", { hour12: false });

  it("are short: time, service, words, and what else was said", () => {
    const line = { level: 30, time: noon, domain: "weather", msg: "executed", step: 1, to: "a b" };
    report.relay("weather", JSON.stringify(line));
    expect(written()).toBe(`${time} weather      executed step=1 to=a b\n`);
  });

  it("say what an error says, without its stack", () => {
    const err = { type: "Error", message: "disk full", stack: "Error: disk full\n at x" };
    report.relay("weather", JSON.stringify({ level: 50, msg: "failed", err }));
    expect(written()).toBe(`${time} weather      failed err=disk full\n`);
  });

  it("show a stack trace as it came, without its empty lines", () => {
    for (const line of ["Error: no", "", "    at main.ts:1"]) report.relay("weather", line);
    expect(written()).toBe(
      `${time} weather      Error: no\n${time} weather          at main.ts:1\n`,
    );
  });

  it("let no service write on the rest of the screen", () => {
    report.relay("weather", '{"level":30,"msg":"a\\u001b[2Jb","c":"\\u001b[31md"}');
    expect(written()).toBe(`${time} weather      ab c=d\n`);
  });
});

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
