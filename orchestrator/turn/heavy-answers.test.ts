import { expect, it, onTestFinished } from "vitest";
import { success } from "#shared/domain-kit/answers.ts";
import { defineDomain } from "#shared/domain-kit/define-domain.ts";
import { silentLog } from "#shared/domain-kit/log.ts";
import { executePlan } from "./execute-plan.ts";
import { openTurnDeps } from "./turn-deps.fixture.ts";

/** An archive whose every answer is nearly a megabyte. */
const archive = defineDomain(
  {
    manifest_version: "1",
    domain: "archive",
    version: "1.0.0",
    description: { en: "An archive" },
    goals: [],
    capabilities: [
      { capability: "read_box", effect: "read", params_schema: { type: "object" } },
      { capability: "pack", effect: "write", repeat: "keyed", params_schema: { type: "object" } },
    ],
  },
  {
    read_box: async () => success({ result: "x".repeat(900_000), explanation: "Read." }),
    pack: async () => success({ result: "x".repeat(900_000), explanation: "Packed." }),
  },
  { log: silentLog },
);

it("a run holds sixteen million characters of what was looked at; what was done is told all the same", async () => {
  const deps = await openTurnDeps([archive]);
  onTestFinished(() => deps.close());
  const step = (id: number, capability: string) => ({
    ...{ id, domain: "archive", capability, params: {}, depends_on: [], required: true },
  });
  const reads = Array.from({ length: 22 }, (_, at) => step(at + 1, "read_box"));
  const { steps } = await executePlan(
    {
      plan: {
        execution_mode: "sequential",
        combine_mode: "report",
        max_concurrency: 1,
        steps: [...reads.map((each) => ({ ...each, required: false })), step(23, "pack")],
      },
      entry: { user_id: "ana", session_id: "s", input_text: "p", channel: "test", metadata: {} },
    },
    deps.turnDeps(),
  );
  const told = steps.map(({ status, output }) =>
    status === "success" ? status : output?.metadata,
  );
  expect(told.slice(0, 18)).toEqual(Array.from({ length: 18 }, () => "success"));
  expect(told.slice(18, 22)).toMatchObject([1, 2, 3, 4].map(() => ({ fault: "too_large" })));
  expect(told[22]).toBe("success");
});
