import { expect, it } from "vitest";
import { prepareParams } from "./prepare-step.ts";
import type { Readable } from "./references.ts";

/** A search with so many hits, whatever its name. */
const searched =
  (hits: number) =>
  (id: string): Readable => ({
    id,
    status: "success",
    output: {
      status: "success",
      result: { candidates: Array.from({ length: hits }, (_, n) => ({ n, label: `${id}${n}` })) },
      explanation: "",
      confidence: 1,
      metadata: {},
    },
  });
const step = (...searches: string[]) => ({
  id: 9,
  domain: "garden",
  capability: "plant",
  params: Object.fromEntries(searches.map((name) => [name, `\${${name}.hit.n}`])),
  depends_on: [],
  required: true,
});

it("offers the first choices of many searches with many hits, and looks at no others", () => {
  const prepared = prepareParams(step("a", "b", "c", "d", "e", "f"), searched(60));
  const result = "ask" in prepared ? prepared.ask.result : undefined;
  const { candidates } = result as { candidates: { label: string }[] };
  expect(candidates).toHaveLength(50);
  expect(candidates[0]?.label).toBe("a0 / b0 / c0 / d0 / e0 / f0");
  expect(candidates[49]?.label).toBe("a0 / b0 / c0 / d0 / e0 / f49");
});

it("asks nothing where every search has one hit", () => {
  expect(prepareParams(step("a", "b"), searched(1))).toEqual({ params: { a: 0, b: 0 } });
});
