import { expect, it } from "vitest";
import { domainChecks } from "#shared/conformance/domain-checks.ts";
import { checkName } from "./check-names.ts";

const cases = [
  {
    capability: "lend_book",
    parameters: { title: "Dune" },
    asks: false,
    other_parameters: { title: "Emma" },
    counted_by: { capability: "list_loans", parameters: {}, path: "loans" },
  },
];

it("says the name of every check in Portuguese, and leaves it as it is in English", () => {
  const names = domainChecks({ cases, secret: "a-key" }).map(({ name }) => name);
  const routes = "FIND_BOOK: its examples in en lead home (3)";
  const all = [...names, routes, "lend_book happens once for one key"];
  expect(names.length).toBeGreaterThan(40);
  expect(all.filter((name) => checkName["pt-BR"](name) === name)).toEqual([]);
  expect(all.map(checkName.en)).toEqual(all);
  expect(checkName["pt-BR"]("a missing intent is 400, naming intent")).toBe(
    "a falta da intenção: 400, dizendo intent",
  );
});
