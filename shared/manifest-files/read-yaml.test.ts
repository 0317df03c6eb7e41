import { expect, it } from "vitest";
import { readKeptYaml, readYaml } from "./read-yaml.ts";

it("names the line of a key that stands twice, also in what is inside", () => {
  expect(readYaml("a.yaml", "a: 1\nb:\n  c: 1\n  c: 2\n")).toMatchObject({
    faults: [{ path: "a.yaml:4", why: { code: "yaml_duplicate_key" } }],
  });
});

it("reads twenty thousand keys in one pass", () => {
  const text = Array.from({ length: 20_000 }, (_, at) => `k${at}: 1`).join("\n");
  expect(readYaml("a.yaml", `${text}\nk7: 2`)).toMatchObject({
    faults: [{ path: "a.yaml:20001", why: { code: "yaml_duplicate_key" } }],
  });
});

it("a file that is read again gives the same values, lines and faults", () => {
  const text = "a: 1\nb:\n  - c: two # a comment\n";
  for (const read of [readKeptYaml("a.yaml", text), readKeptYaml("a.yaml", text)]) {
    expect(read).toMatchObject({ value: { a: 1, b: [{ c: "two" }] } });
    expect("lineOf" in read && read.lineOf(["b", 0, "c"])).toBe(3);
  }
  const faults = [{ path: "a.yaml:2", why: { code: "yaml_duplicate_key" } }];
  for (const read of [readKeptYaml("a.yaml", "a: 1\na: 2"), readKeptYaml("a.yaml", "a: 1\na: 2")])
    expect(read).toMatchObject({ faults });
});
