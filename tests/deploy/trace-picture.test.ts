import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { drawTrace, TRACE_PICTURE, traceOfAMessage } from "./trace-picture.ts";

/** A picture without its figures. */
const shape = (svg: string) =>
  [...svg.matchAll(/<text x="(\d+)" y="(\d+)">([^<]+)</g)].map(([, x, y, name]) => [x, y, name]);

it("a message and its steps are one trace down to the domains, as docs/trace.svg draws it", async () => {
  const spans = await traceOfAMessage(1);
  const steps = spans.filter(({ name }) => name.startsWith("execute_tool"));
  expect(steps.length).toBeGreaterThan(1);
  for (const { from, to } of spans) expect(to).toBeGreaterThan(from);
  // Each step's domain answers within the step.
  for (const step of steps)
    expect(spans[spans.indexOf(step) + 1]).toMatchObject({ name: "POST /execute", depth: 2 });
  expect(shape(drawTrace(spans))).toEqual(shape(readFileSync(TRACE_PICTURE, "utf8")));
});
