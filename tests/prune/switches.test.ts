import { stripTypeScriptTypes } from "node:module";
import { expect, it } from "vitest";
import { switched } from "./switches.ts";

const SOURCE = `
const double = (n: number): number => n * 2;
function isEven(n: number): boolean {
  return n % 2 === 0;
}
const pair = (n: number) => ({ double: double(n), isEven: isEven(n), same: ((x: number) => x)(n) });
export const all = (ns: readonly number[]) => ns.map((n) => pair(n));
export async function later() { return 1; }
`;

type Runs = (id: number, run: () => unknown, argument: unknown) => unknown;
async function load(runs: Runs) {
  const names: string[] = [];
  const text = stripTypeScriptTypes(switched("a.ts", SOURCE, names));
  Object.assign(globalThis, { __regenteRuns: runs });
  const url = `data:text/javascript,${encodeURIComponent(text)}#${Math.random()}`;
  const { all } = (await import(url)) as { all(ns: number[]): unknown };
  return { names, all };
}

it("a source whose functions are switched does what it did", async () => {
  const { all, names } = await load((_id, run) => run());
  expect(names).toEqual(["a.ts:2 double", "a.ts:3 isEven", "a.ts:6 pair", "a.ts:7 all"]);
  expect(all([1, 2])).toEqual([
    { double: 2, isEven: false, same: 1 },
    { double: 4, isEven: true, same: 2 },
  ]);
});

it("a function that is switched off gives something else, and is told its argument", async () => {
  const { all } = await load((id, run, argument) => (id === 0 ? argument : run()));
  expect(all([3])).toEqual([{ double: 3, isEven: false, same: 3 }]);
});
