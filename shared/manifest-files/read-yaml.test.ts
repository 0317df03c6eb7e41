import { expect, it } from "vitest";
import { readYaml } from "./read-yaml.ts";

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
