import { afterEach, beforeEach, expect, it } from "vitest";
import { type Notebook, startNotebook } from "./notebook.ts";

let notebook: Notebook;
beforeEach(async () => {
  notebook = await startNotebook();
});
afterEach(() => notebook.close());

const step = (id: number, capability: string, params: object, depends_on: number[] = []) => ({
  ...{ id, domain: "notebook", capability, params, depends_on },
});

it("a run that failed goes on from what did not succeed, as the same run", async () => {
  const steps = [step(1, "write_line", { line_text: "leite" }), step(2, "break_down", {}, [1])];
  const failed = await notebook.ask("/v1/plans/execute", { plan: { steps } });
  expect(failed.body["status"]).toBe("partial");
  const { run_id } = failed.body;
  const resumed = await notebook.ask(`/v1/runs/${String(run_id)}/resume`, {});
  expect(resumed.body).toMatchObject({ run_id, status: "partial" });
  expect(notebook.done).toEqual(["leite"]);
  const types = await notebook.ask(`/v1/runs/${String(run_id)}/events?after=100`);
  expect(types.text).toContain("event: reply");
});

it("a run of which nothing failed does not go on", async () => {
  const steps = [step(1, "write_line", { line_text: "leite" })];
  const { body } = await notebook.ask("/v1/plans/execute", { plan: { steps } });
  const resumed = await notebook.ask(`/v1/runs/${String(body["run_id"])}/resume`, {});
  expect([resumed.status, notebook.done]).toEqual([409, ["leite"]]);
});
