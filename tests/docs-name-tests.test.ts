import { existsSync, globSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { variableNames } from "../orchestrator/config/config.ts";

/** `orchestrator/engine/retry.test.ts` in docs/reliability.md. */
const TEST_FILE = /`([\w/.-]+\.(?:test|contract)\.ts)`/g;

it("every test that docs/reliability.md names is there", () => {
  const named = [...readFileSync("docs/reliability.md", "utf8").matchAll(TEST_FILE)].map(
    ([, path]) => path ?? "",
  );
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter((path) => path.includes("/") && !existsSync(path))).toEqual([]);
});

/** `orchestrator/understanding/lexicons/{pt-BR,en}.ts`: each of them. */
const eachOf = (path: string): string[] => {
  const [all, names] = /\{([\w,-]+)\}/.exec(path) ?? [];
  return all === undefined || names === undefined
    ? [path]
    : names.split(",").map((name) => path.replace(all, name));
};

it("where CONTRIBUTING.md says that a change goes, there is something", () => {
  const named = [
    ...readFileSync("CONTRIBUTING.md", "utf8").matchAll(
      /`((?:cli|console|docs|orchestrator|shared|tests)\/[\w/.{},-]+)`/g,
    ),
  ].flatMap(([, path]) => eachOf(path ?? ""));
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((path) => !existsSync(path))).toEqual([]);
});

it("every setting is told on some page", () => {
  const pages = globSync("docs/*.md").map((file) => readFileSync(file, "utf8"));
  const isTold = (name: string) => pages.some((page) => new Set(page.match(/\w+/g)).has(name));
  expect(variableNames.length).toBeGreaterThan(40);
  expect(variableNames.filter((name) => !isTold(name))).toEqual([]);
});
