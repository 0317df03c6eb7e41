import { deep } from "./shapes.ts";

type BadPlan = readonly [what: string, plan: unknown];

const find = (more: object = {}) => ({
  id: 1,
  domain: "notebook",
  capability: "find_line",
  params: { word_text: "a" },
  ...more,
});
const write = (id: unknown, line_text: unknown, more: object = {}) => ({
  id,
  domain: "notebook",
  capability: "write_line",
  params: { line_text },
  ...more,
});
const steps = (...all: unknown[]) => ({ steps: all });
const after = (line_text: string) => steps(find(), write(2, line_text, { depends_on: [1] }));

/** Plans that must be refused whole, before anything runs: each would write if it were carried out. */
export const plans: readonly BadPlan[] = [
  ...[
    null,
    7,
    "x",
    [],
    {},
    { steps: null },
    { steps: {} },
    { steps: [] },
    { steps: [null] },
    { steps: [7] },
  ].map((plan, at): BadPlan => [`a plan that is none (${at})`, plan]),
  ...[null, -1, 1.5, "", "a b", "a.b", "__proto__ x", "é", "x".repeat(65), {}, true].map(
    (id, at): BadPlan => [`a step's name that is none (${at})`, steps(write(id, "x"))],
  ),
  ...[
    null,
    7,
    "",
    "Notebook",
    "note book",
    "../notebook",
    "__proto__",
    "constructor",
    "nobody",
  ].map(
    (domain, at): BadPlan => [`a domain that is none (${at})`, steps(write(1, "x", { domain }))],
  ),
  ...[null, 7, "", "writeLine", "write-line", "__proto__", "constructor", "tell_hour"].map(
    (capability, at): BadPlan => [
      `a capability that is none (${at})`,
      steps(write(1, "x", { capability })),
    ],
  ),
  ...[null, 7, "x", []].map(
    (params, at): BadPlan => [`parameters that are none (${at})`, steps(write(1, "x", { params }))],
  ),
  ...[null, 7, true, {}, ["a"]].map(
    (value, at): BadPlan => [`a parameter of another kind (${at})`, steps(write(1, value))],
  ),
  ["a parameter that is missing", steps(write(1, "x", { params: {} }))],
  ...[null, 7, "1", {}, [null], [1.5], [{}], [-1]].map(
    (depends_on, at): BadPlan => [
      `an order that is none (${at})`,
      steps(find(), write(2, "x", { depends_on })),
    ],
  ),
  ["a step that waits for itself", steps(write(1, "x", { depends_on: [1] }))],
  [
    "two that wait for each other",
    steps(write(1, "x", { depends_on: [2] }), write(2, "x", { depends_on: [1] })),
  ],
  [
    "a ring of a hundred",
    steps(...Array.from({ length: 100 }, (_, n) => write(n, "x", { depends_on: [(n + 1) % 100] }))),
  ],
  ["a step after one that is not there", steps(write(1, "x", { depends_on: [9] }))],
  ["two steps of one name", steps(write(1, "x"), write(1, "y"))],
  ["two steps of one name, once as text", steps(write(1, "x"), write("1", "y"))],
  [
    "two of one output_key",
    steps(write(1, "x", { output_key: "a" }), write(2, "y", { output_key: "a" })),
  ],
  ["an output_key that is a step", steps(write("a", "x"), write("b", "y", { output_key: "a" }))],
  ["an output_key of every object", steps(write(1, "x", { output_key: "__proto__" }))],
  ["an unknown field", steps(write(1, "x", { url: "http://127.0.0.1:1" }))],
  ["a field of the plan that is unknown", { ...steps(write(1, "x")), approved: ["1"] }],
  ["a step that is neither needed nor not", steps(write(1, "x", { required: "maybe" }))],
  ...["", "fast", 7, null].map(
    (execution_mode): BadPlan => [
      `the mode ${JSON.stringify(execution_mode)}`,
      { ...steps(write(1, "x")), execution_mode },
    ],
  ),
  ...["", "all", 7, null].map(
    (combine_mode): BadPlan => [
      `the combination ${JSON.stringify(combine_mode)}`,
      { ...steps(write(1, "x")), combine_mode },
    ],
  ),
  ...[0, -1, 257, 1.5, "4", null].map(
    (max_concurrency): BadPlan => [
      `${JSON.stringify(max_concurrency)} at once`,
      { ...steps(write(1, "x")), max_concurrency },
    ],
  ),
  ["2,001 steps", steps(...Array.from({ length: 2001 }, (_, n) => write(n, "x")))],
  [
    "parameters that are too deep",
    steps(write(1, "x", { params: { line_text: "x", more: deep(70) } })),
  ],
  // References.
  ["a reference to nothing", after("${9.explanation}")],
  ["a reference to itself", after("${2.explanation}")],
  ["a reference forward", steps(write(1, "${2.explanation}"), find({ id: 2 }))],
  ["a reference to a step that it does not wait for", steps(find(), write(2, "${1.explanation}"))],
  ["a reference to a path that the result does not have", after("${1.result.price}")],
  ["a reference through a number", after("${1.result.lines.toFixed}")],
  ["a reference to a prototype", after("${1.result.__proto__}")],
  ["a reference to a constructor", after("${1.result.constructor.name}")],
  ["a reference to the step's prototype", after("${__proto__.result}")],
  ["a reference to a field that steps do not have", after("${1.params.word_text}")],
  ["a reference to the environment", after("${env.PATH}")],
  ["a reference to the process", after("${process.env.PATH}")],
  ["a reference that is never closed", after("${1.explanation")],
  ["an empty reference", after("${}")],
  ["a reference of blanks", after("${ 1.explanation }")],
  ["a reference in a reference", after("${1.${1.explanation}}")],
  ["a reference with an operator", after("${1.result.lines + 1}")],
  ["a reference with a call", after("${1.explanation.toUpperCase()}")],
  ["a reference with an index in brackets", after("${1.result.rows[0]}")],
  ["a reference with quotes", after('${1.result["lines"]}')],
  ["a reference with a filter", after("${1.explanation | upper}")],
  ["a reference of 1,000 characters", after(`\${1.result.${"a.".repeat(500)}a}`)],
  ["a thousand openings", after("${".repeat(1000))],
  ["a path below an explanation", after("${1.explanation.length}")],
  ["a hit of a step that is no search", after("${1.hit.__proto__.x}")],
];

/** Circumstances that are refused, beside a plan that is right. */
export const contexts: readonly BadPlan[] = [
  ...[null, 7, "x", []].map(
    (context, at): BadPlan => [`circumstances that are none (${at})`, context],
  ),
  ["an unknown circumstance", { approved: true }],
  ["a deadline below nothing", { deadline_ms: -1 }],
  ["a deadline of nothing", { deadline_ms: 0 }],
  ["a deadline of years", { deadline_ms: 1e12 }],
  ["half a millisecond", { deadline_ms: 0.5 }],
  ["a deadline in words", { deadline_ms: "1s" }],
  ["a zone that is empty", { timezone: "" }],
  ["a zone that is too long", { timezone: "x".repeat(65) }],
  ["a language that is none", { locale: "fr" }],
  ["a session that is empty", { session_id: "" }],
  ["a user that is too long", { user_id: "u".repeat(300) }],
  ["words that are too long", { original_query: "a".repeat(8001) }],
  ["a dry run that is neither", { dry_run: 1 }],
];
