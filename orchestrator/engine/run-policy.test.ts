import { expect, it } from "vitest";
import { executionPlan } from "#shared/contracts/plan.ts";
import { testCatalogue } from "../catalogue/catalogue.fixture.ts";
import { needsApproval, stepPolicy } from "./run-policy.ts";

const catalogue = testCatalogue({
  domain: "library",
  capabilities: [
    { capability: "read_page", effect: "read", trust: "untrusted" },
    { capability: "look_up", effect: "read" },
    { capability: "lend", effect: "write", repeat: "keyed", timeout_ms: 700 },
    { capability: "post", effect: "external", confirm: "never" },
    { capability: "order", effect: "external", confirm: "always" },
    { capability: "burn", effect: "destructive" },
    { capability: "undeclared" },
  ],
});
type Sketch = [id: string, capability: string, reads?: string, ...depends_on: string[]];
const plan = (steps: Sketch[], execution_mode = "dag") =>
  executionPlan.parse({
    execution_mode,
    steps: steps.map(([id, capability, reads, ...depends_on]) => ({
      id,
      domain: "library",
      capability,
      params: reads === undefined ? {} : { text: reads },
      depends_on,
    })),
  });

it.each<[string, Sketch[], string[]]>([
  [
    "nothing that only reads",
    [
      ["a", "read_page"],
      ["b", "look_up", "${a.explanation}", "a"],
    ],
    [],
  ],
  [
    "no plain write",
    [
      ["a", "look_up"],
      ["b", "lend", "${a.explanation}", "a"],
    ],
    [],
  ],
  ["what destroys", [["a", "burn"]], ["a"]],
  ["what always asks", [["a", "order"]], ["a"]],
  [
    "a write of outside text",
    [
      ["a", "read_page"],
      ["b", "lend", "${a.result.t}", "a"],
    ],
    ["b"],
  ],
  [
    "a write of what was made from outside text",
    [
      ["a", "read_page"],
      ["b", "look_up", "${a.explanation}", "a"],
      ["c", "lend", "said: ${b.result.title}", "b"],
    ],
    ["c"],
  ],
  [
    "an effect that nobody declared, of outside text",
    [
      ["a", "read_page"],
      ["b", "undeclared", "${a.metadata.note}", "a"],
    ],
    ["b"],
  ],
  [
    "not a write beside outside text",
    [
      ["a", "read_page"],
      ["b", "lend", "mine"],
    ],
    [],
  ],
  [
    "not a write that only comes after it",
    [
      ["a", "read_page"],
      ["b", "lend", "mine", "a"],
    ],
    [],
  ],
  [
    "not a write that only reads how it went",
    [
      ["a", "read_page"],
      ["b", "lend", "${a.status} ${a.confidence}", "a"],
    ],
    [],
  ],
  [
    "never what declares so",
    [
      ["a", "read_page"],
      ["b", "post", "${a.explanation}", "a"],
    ],
    [],
  ],
  ["a capability that nobody knows", [["a", "invented"]], ["a"]],
])("the user is asked about %s", (_what, steps, expected) => {
  expect([...needsApproval(plan(steps), catalogue).keys()]).toEqual(expected);
});

it("outside text reaches the later steps of a sequence without a word of depends_on", () => {
  const steps: Sketch[] = [
    ["a", "read_page"],
    ["b", "lend", "${a.explanation}"],
  ];
  expect([...needsApproval(plan(steps, "sequential"), catalogue).keys()]).toEqual(["b"]);
});

it("a step is carried out as its manifest declares it", () => {
  const given = plan([
    ["a", "read_page"],
    ["b", "lend", "${a.explanation}", "a"],
    ["c", "invented"],
  ]);
  const [, lend, invented] = given.steps.map(stepPolicy(catalogue, given));
  expect(lend).toEqual({
    effect: "write",
    repeat: "keyed",
    timeoutMs: 700,
    attempts: 2,
    backoffMs: 200,
    confirm: true,
    outside: [{ param: "text", from: ["library.read_page"] }],
  });
  expect(invented).toMatchObject({ effect: "external", repeat: "once", attempts: 1 });
});
