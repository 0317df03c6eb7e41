import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ExecutionPlan, executionPlan } from "#shared/contracts/plan.ts";
import { PlanError } from "./plan-error.ts";
import { catalogue } from "./planner.fixture.ts";
import { validatePlan } from "./validate-plan.ts";

type Sketch = Record<string, unknown>;
const plan = (steps: Sketch[], mode = "dag"): ExecutionPlan =>
  executionPlan.parse({
    execution_mode: mode,
    steps: steps.map((step, at) => ({
      id: at + 1,
      domain: "weather",
      capability: "coldest",
      ...step,
    })),
  });

/** What is wrong with a plan, as "path: message". */
function faults(steps: Sketch[], mode?: string): string[] {
  try {
    validatePlan(plan(steps, mode), catalogue);
    return [];
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    expect(error.code).toBe("INVALID_PLAN");
    return error.faults.map(({ path, message }) => `${path}: ${message}`);
  }
}

const forecast = (params: Sketch, rest: Sketch = {}) => ({
  capability: "forecast",
  params,
  ...rest,
});
const card = (params: Sketch, rest: Sketch = {}) => ({
  domain: "post",
  capability: "send_card",
  params,
  ...rest,
});

const parcel = (inside: unknown) => ({
  domain: "post",
  capability: "send_parcel",
  params: { message: "x", inside },
  depends_on: [1],
});

describe("the order", () => {
  it.each<[string, Sketch[], string | undefined, string[]]>([
    [
      "a diamond is fine",
      [{}, { depends_on: [1] }, { depends_on: [1] }, { depends_on: [2, 3] }],
      undefined,
      [],
    ],
    ["a step may be written before what it needs", [{ depends_on: [2] }, {}], undefined, []],
    [
      '1 and "1" are the same step',
      [{ id: 1 }, { id: "1" }],
      undefined,
      ["steps.1.id: 1 is already the name of steps.0"],
    ],
    [
      "an output_key may not be another step's name",
      [{ id: "a" }, { output_key: "a" }],
      undefined,
      ["steps.1.output_key: a is already the name of steps.0"],
    ],
    ["an output_key may repeat its own step's id", [{ id: "a", output_key: "a" }], undefined, []],
    [
      "names that reach a prototype are refused",
      [{ id: "__proto__" }],
      undefined,
      ["steps.0.id: __proto__ is a reserved name"],
    ],
    [
      "a dependency has to exist",
      [{ depends_on: [7] }],
      undefined,
      ["steps.0.depends_on.0: there is no step 7"],
    ],
    [
      "an output_key is no dependency",
      [{ output_key: "x" }, { depends_on: ["x"] }],
      undefined,
      ["steps.1.depends_on.0: there is no step x"],
    ],
    [
      "a step cannot wait for itself",
      [{ depends_on: [1] }],
      undefined,
      ["steps.0.depends_on: steps wait for each other: 1 <- 1"],
    ],
    [
      "a circle is named",
      [{}, { depends_on: [4] }, { depends_on: [2] }, { depends_on: [3, 1] }],
      undefined,
      ["steps.1.depends_on: steps wait for each other: 2 <- 4 <- 3 <- 2"],
    ],
    [
      "a sequence cannot wait for what comes later",
      [{ depends_on: [2] }, {}],
      "sequential",
      [
        "steps.0.depends_on: steps wait for each other: 1 <- 2 <- 1 (each sequential step also waits for the one before it)",
      ],
    ],
    [
      "parallel steps have no dependencies",
      [{}, { depends_on: [1] }],
      "parallel",
      ["steps.1.depends_on: parallel steps must not have dependencies; use execution_mode dag"],
    ],
  ])("%s", (_what, steps, mode, expected) => expect(faults(steps, mode)).toEqual(expected));

  it("has a limit for dependencies, so that no plan stalls everybody else", () => {
    const all = Array.from({ length: 200 }, (_, at) => at + 1);
    const steps = Array.from({ length: 200 }, () => ({ depends_on: all }));
    expect(faults(steps)).toEqual(["steps: 40000 dependencies; at most 20000 are allowed"]);
  });
});

describe("the capability", () => {
  it.each([
    [
      "has to exist in that domain",
      { capability: "send_card" },
      "steps.0.capability: weather has no capability send_card",
    ],
    ["needs its domain", { domain: "nowhere" }, "steps.0.capability: there is no domain nowhere"],
  ])("%s", (_what, step, expected) => expect(faults([step])).toEqual([expected]));
});

describe("literal parameters", () => {
  it("are checked against params_schema, each fault by its path", () => {
    expect(faults([forecast({ days: 0, planet: "Mars" })])).toEqual([
      "steps.0.params.city: is missing",
      "steps.0.params.days: must be 1 or more",
      "steps.0.params.planet: unknown field",
    ]);
  });
  it("with an escape are text", () => {
    expect(faults([forecast({ city: "${$}{9.result}" })])).toEqual([]);
  });
  it("may hold no key that reaches a prototype", () => {
    const params = JSON.parse('{"a": {"__proto__": {"x": 1}}}') as Sketch;
    const given = plan([{}]);
    const [step] = given.steps;
    if (step) step.params = params as never;
    expect(() => validatePlan(given, catalogue)).toThrow(
      "steps.0.params: a.__proto__: reserved key",
    );
  });
  it("that begin like a reference and are none are refused with the way out", () => {
    expect(faults([forecast({ city: "${HOME}" })])[0]).toMatch(
      /^steps\.0\.params\.city: "\$\{HOME\}" is not a reference/,
    );
  });
});

describe("a reference", () => {
  const first = forecast({ city: "LIS" }, { output_key: "lisbon" });
  const optional = { ...first, required: false };
  const after = { depends_on: [1] };
  it.each<[string, Sketch[], string[]]>([
    [
      "to a promised path of the right type is fine",
      [first, forecast({ city: "${1.explanation}", days: "${1.result.rows.0.max}" }, after)],
      [],
    ],
    [
      "by output_key is fine",
      [first, card({ message: "${lisbon.result.temp} degrees" }, after)],
      [],
    ],
    [
      "into an open object is fine",
      [first, card({ message: "${1.result.extra.any.thing}" }, after)],
      [],
    ],
    [
      "to where nothing was promised is fine",
      [{}, card({ message: "${1.result.what.ever}" }, after)],
      [],
    ],
    [
      "to one of several possible types is fine",
      [first, card({ message: "${1.result.note}" }, after)],
      [],
    ],
    [
      "to an ancestor far away is fine",
      [first, { depends_on: [1] }, card({ message: "${1.explanation}" }, { depends_on: [2] })],
      [],
    ],
    [
      "inside a text may be of any type",
      [first, card({ message: "rows: ${1.result.rows}" }, after)],
      [],
    ],
    [
      "to a step that is not there",
      [card({ message: "${9.explanation}" })],
      ["steps.0.params.message: ${9.explanation} does not point to a step of this plan"],
    ],
    [
      "to a step that may still be running",
      [first, card({ message: "${1.explanation}" })],
      [
        "steps.1.params.message: ${1.explanation} points to a step that may not be finished by then: add 1 to depends_on",
      ],
    ],
    [
      "to itself",
      [card({ message: "${1.explanation}" })],
      [
        "steps.0.params.message: ${1.explanation} points to a step that may not be finished by then: add 1 to depends_on",
      ],
    ],
    [
      "to a path that nobody promised",
      [first, card({ message: "${1.result.rain}" }, after)],
      [
        "steps.1.params.message: ${1.result.rain} points to nothing in the result_schema of forecast",
      ],
    ],
    [
      "into a text as if it were an object",
      [first, card({ message: "${1.result.temp.x}" }, after)],
      [
        "steps.1.params.message: ${1.result.temp.x} points to nothing in the result_schema of forecast",
      ],
    ],
    [
      "to an inherited name",
      [first, card({ message: "${1.result.toString}" }, after)],
      [
        "steps.1.params.message: ${1.result.toString} points to nothing in the result_schema of forecast",
      ],
    ],
    [
      "of the wrong type",
      [first, forecast({ city: "${1.result.temp}" }, after)],
      ["steps.1.params.city: ${1.result.temp} has type number, but string is needed"],
    ],
    [
      "to an optional step where the parameter is required",
      [optional, card({ message: "${1.explanation}" }, after)],
      [
        "steps.1.params.message: ${1.explanation} may be absent, because step 1 is optional and message is not",
      ],
    ],
    [
      "to an optional step where the parameter is optional is fine",
      [optional, card({ message: "x", to: "${1.explanation}" }, after)],
      [],
    ],
    [
      "to a hit of a search is fine",
      [
        { capability: "find_city", params: { query: "x" } },
        forecast({ city: "${1.hit.city}" }, after),
      ],
      [],
    ],
    [
      "to a field that hits do not have",
      [
        { capability: "find_city", params: { query: "x" } },
        forecast({ city: "${1.hit.zip}" }, after),
      ],
      ["steps.1.params.city: ${1.hit.zip} points to nothing in the result_schema of find_city"],
    ],
    [
      "to files, whole, each in a list, or one of them, is fine",
      [
        first,
        parcel("${1.files}"),
        parcel(["${1.files}", "${1.files.0}"]),
        card({ message: "${1.files.0.name}" }, after),
      ],
      [],
    ],
    [
      "to files where there is room for one only",
      [first, card({ message: "${1.files}" }, after)],
      ["steps.1.params.message: ${1.files} has type array, but string is needed"],
    ],
    [
      "to what no file has",
      [first, card({ message: "${1.files.0.bytes}" }, after)],
      [
        "steps.1.params.message: ${1.files.0.bytes} points to nothing in the result_schema of forecast",
      ],
    ],
    [
      "to words where a file is needed",
      [first, parcel(["${1.explanation}"])],
      ["steps.1.params.inside.0: ${1.explanation} has type string, but object is needed"],
    ],
    [
      "into a parameter that does not exist",
      [first, card({ message: "x", bcc: "${1.explanation}" }, after)],
      ["steps.1.params.bcc: unknown field"],
    ],
  ])("%s", (_what, steps, expected) => expect(faults(steps)).toEqual(expected));

  it("in a sequence may point to any step before", () => {
    expect(faults([first, {}, card({ message: "${1.explanation}" })], "sequential")).toEqual([]);
    expect(faults([card({ message: "${2.explanation}" }), {}], "sequential")).toHaveLength(1);
  });
});

it("all faults of all steps come at once, up to fifty", () => {
  expect(faults([{ capability: "x" }, {}, { capability: "y" }])).toHaveLength(2);
  const many = faults(Array.from({ length: 80 }, () => ({ capability: "x" })));
  expect(many).toHaveLength(51);
  expect(many.at(-1)).toBe("steps: 30 more faults");
});

it("an acyclic plan is accepted and a plan with a circle is not, whatever its shape and order", () => {
  const edges = fc.array(fc.tuple(fc.nat(14), fc.nat(14)), { maxLength: 40 });
  const order = fc.shuffledSubarray(
    Array.from({ length: 15 }, (_, at) => at),
    { minLength: 15 },
  );
  fc.assert(
    fc.property(edges, order, fc.boolean(), (pairs, names, close) => {
      const forward = pairs.filter(([a, b]) => a < b);
      const [first] = forward;
      const all =
        close && first !== undefined ? [...forward, [first[1], first[0]] as const] : forward;
      const steps = names.map((name) => ({
        id: `n${name}`,
        depends_on: all.filter(([, to]) => to === name).map(([from]) => `n${from}`),
      }));
      const found = faults(steps);
      expect(found.length > 0).toBe(close && first !== undefined);
      for (const fault of found)
        expect(fault).toMatch(/steps wait for each other: (n\d+) <- .*\1$/);
    }),
  );
});
