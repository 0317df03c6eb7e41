import { expect, it } from "vitest";
import { allGuards, guardFaults } from "./guard-faults.fixture.ts";
import { guardOf } from "./guards-at.ts";
import { rulesIn } from "./rule.ts";

it("every example says what its rule says, no counter-example does, and every rule is missed where it is taken away", () => {
  expect(allGuards().length).toBeGreaterThan(80);
  expect(guardFaults()).toEqual([]);
});

it.each([
  ["counter", "- id: no\n  says: negated\n  cue: [no]\n  examples: [no pdf]", "no: "],
  ["examples", "- id: no\n  says: negated\n  cue: [no]\n  counter: [yes]", "no: "],
  ["says", "- id: no\n  says: nothing\n  cue: [no]\n  examples: [a]\n  counter: [b]", "no: "],
])("a rule with a fault in %s is refused by file and rule", (field, text, rule) => {
  expect(() => rulesIn("guards.yaml", text)).toThrow(`guards.yaml: ${rule}`);
  expect(() => rulesIn("guards.yaml", text)).toThrow(field);
});

it("a rule that stands there twice, or asks for a condition that there is none of, is refused", () => {
  const rule = "- id: no\n  says: negated\n  cue: [no]\n  examples: [a]\n  counter: [b]\n";
  expect(() => rulesIn("guards.yaml", rule + rule)).toThrow("guards.yaml: no: stands there twice");
  const [one] = rulesIn("guards.yaml", `${rule}  where: [behind the moon]\n`);
  expect(() => one && guardOf(one)).toThrow(
    'guards.yaml: no: there is no condition "behind the moon"',
  );
});
