import fc from "fast-check";
import { expect, it } from "vitest";
import { planExecuteReader, planExecuteRequest } from "./endpoints.ts";
import { plainSteps } from "./plan.ts";

const mostly = (right: fc.Arbitrary<unknown>, other: fc.Arbitrary<unknown>) =>
  fc.oneof({ arbitrary: right, weight: 8 }, { arbitrary: other, weight: 1 });
const names = mostly(
  fc.constantFrom("weather", "a_b"),
  fc.constantFrom("a-b", "A", "", "prototype", "a".repeat(65), 1),
);
const ids = mostly(
  fc.constantFrom(1, 0, "1", "a-b"),
  fc.constantFrom(-1, 0.5, 2 ** 53, "-a", "a".repeat(65), null),
);
const left = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const step = fc
  .record({
    id: ids,
    domain: left(names),
    capability: names,
    params: left(fc.constantFrom<unknown>({}, { city: ["x"] }, [], null, "x")),
    depends_on: left(fc.oneof(fc.array(ids, { maxLength: 2 }), fc.constantFrom({}, null))),
    required: left(fc.constantFrom<unknown>(true, false, 0)),
    output_key: left(names),
    asked: left(fc.constantFrom("also", "x")),
    other: left(fc.constant(1)),
  })
  .map((each) => JSON.parse(JSON.stringify(each)) as unknown);
const request = fc.record({
  plan: fc.oneof(
    fc.record({
      steps: fc.oneof(fc.array(step, { maxLength: 2 }), fc.constant(null)),
      max_concurrency: fc.constantFrom(1, 0),
    }),
    fc.constant([]),
  ),
  context: fc.constantFrom({}, { locale: "pt_BR.UTF-8" }, { deadline_ms: 0 }),
});

it("a plan that is read without its checker is read as by it, and refused as by it", () => {
  fc.assert(
    fc.property(request, (given) => {
      const { success, data, error } = planExecuteReader.safeParse(given);
      const checked = planExecuteRequest.safeParse(given);
      expect({ success, data }).toEqual({ success: checked.success, data: checked.data });
      expect(error?.issues).toEqual(checked.error?.issues);
    }),
    { numRuns: 3000 },
  );
});

it("what callers write plainly needs no checker", () => {
  const plain = { id: 1, capability: "forecast", params: { city: "x" } };
  expect(plainSteps([plain, { ...plain, id: "b", domain: "weather", depends_on: [1] }])).toEqual([
    { ...plain, depends_on: [], required: true },
    { ...plain, id: "b", domain: "weather", depends_on: [1], required: true },
  ]);
});
