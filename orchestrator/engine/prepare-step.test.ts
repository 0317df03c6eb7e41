import { expect, it } from "vitest";
import type { StepPolicy } from "./plan-run.ts";
import { prepareParams } from "./prepare-step.ts";
import type { Readable } from "./references.ts";
import { engineRun, pendingAnswer, refuses, says, statuses } from "./run-plan.fixture.ts";

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

const counter = { capability: "count", total: "/found/total", isTrusted: true, timeoutMs: 1000 };
const burn: Partial<StepPolicy> = { effect: "destructive", bulk: { counter } };
const params = { shelf: "top", secret: "x" };
const counts = (total: unknown) => () => says(`${String(total)} books`, { found: { total } });

it("what would hit several things waits for a yes that says how many, and nothing is sent", async () => {
  const { outcome, log, calls } = engineRun(
    { a: { policy: burn, params } },
    { "a-count": counts(12) },
  );
  const { status, waiting } = await outcome;
  expect(status).toBe("waiting");
  expect(waiting).toMatchObject({
    kind: "confirm",
    output: {
      result: { params, hits: 12, told: "12 books" },
      metadata: { code: "NEEDS_APPROVAL" },
    },
  });
  expect(log).toEqual(["send a-count", "done a-count"]);
  expect(calls[0]?.intent).toMatchObject({ capability: "count", parameters: params });
});

it.each([
  [0, "destructive"],
  [1, "write"],
] as const)("what would hit %s and is %s is done at once", async (total, effect) => {
  const policy = { ...burn, effect };
  const { outcome, log } = engineRun({ a: { policy } }, { "a-count": counts(total) });
  expect(statuses(await outcome)).toEqual({ a: "success" });
  expect(log).toEqual([
    ...["send a-count", "done a-count", "intend a", "send a", "done a", "settle a success"],
  ]);
});

it("what would destroy a single thing asks", async () => {
  const { outcome } = engineRun({ a: { policy: burn } }, { "a-count": counts(1) });
  expect((await outcome).waiting?.output.result).toMatchObject({ hits: 1 });
});

it("what asks anyway says how many as well, also where that is one", async () => {
  const { outcome } = engineRun(
    { a: { policy: { ...burn, confirm: true } } },
    { "a-count": counts(1) },
  );
  expect((await outcome).waiting?.output.result).toMatchObject({ hits: 1 });
});

it.each<[string, Partial<StepPolicy>, ReturnType<typeof counts>]>([
  ["the counter fails", burn, () => refuses("no")],
  ["its answer has no number", burn, counts("many")],
  ["it may not be asked", { ...burn, bulk: {} }, counts(1)],
])("where %s it asks, and says that it cannot tell", async (_why, policy, answer) => {
  const { outcome } = engineRun({ a: { policy } }, { "a-count": answer });
  expect((await outcome).waiting?.output.result).toMatchObject({ hits: null, told: "" });
});

it("a yes is for what was shown, and is not counted again", async () => {
  const { outcome, log } = engineRun(
    { a: { policy: burn } },
    { "a-count": counts(12) },
    { approves: (id) => id === "a" },
  );
  expect(statuses(await outcome)).toEqual({ a: "success" });
  expect(log).not.toContain("send a-count");
});

it("the counter is given the parameters that it takes, and words from outside are not shown", async () => {
  const { outcome, calls } = engineRun(
    {
      a: {
        params,
        policy: {
          ...burn,
          bulk: { counter: { ...counter, isTrusted: false, takes: new Set(["shelf"]) } },
        },
      },
    },
    { "a-count": counts(2) },
  );
  expect((await outcome).waiting?.output.result).toMatchObject({ hits: 2, told: "" });
  expect(calls[0]?.intent.parameters).toEqual({ shelf: "top" });
});

it("who leaves while it is counted has changed nothing", async () => {
  const answer = pendingAnswer();
  const { outcome, log, time, cancel } = engineRun(
    { a: { policy: burn } },
    { "a-count": () => answer.promise },
  );
  await time.settled();
  cancel();
  answer.resolve(says("2 books", { found: { total: 1 } }));
  await time.advance(20_000);
  expect((await outcome).status).toBe("cancelled");
  expect(log).not.toContain("intend a");
});
