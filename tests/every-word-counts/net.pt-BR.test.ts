import { expect, it } from "vitest";
import { actingVariants } from "./shipped.ts";

// Every example of the shipped domains that changes something, and every follow-up that does, in every form that says
// not, if, when, to whom, or takes it back. A tenth of a million sentences.
it("nothing is changed by a request that says otherwise", { timeout: 1_800_000 }, () => {
  const { counts, acting } = actingVariants("pt-BR");
  const changed = [...counts].filter(([, count]) => count.acting > 0);
  expect(changed).toEqual([]);
  expect(acting).toEqual([]);
  expect([...counts.values()].reduce((sum, { heard }) => sum + heard, 0)).toBeGreaterThan(50_000);
});
