import { expect, it } from "vitest";
import { domainChecks } from "#shared/conformance/check-domain.ts";
import { type RuleNumber, rules } from "#shared/conformance/domain-check.ts";
import { checkTexts } from "./show-report.ts";

const [pt, en] = [checkTexts("pt-BR"), checkTexts("en")];

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
  const routes = "FIND_BOOK: its examples in en lead to this goal (3)";
  const all = [...names, routes, "lend_book takes effect only once for one key"];
  expect(names.length).toBeGreaterThan(40);
  expect(all.filter((name) => pt.nameOf(name) === name)).toEqual([]);
  expect(all.map(en.nameOf)).toEqual(all);
  expect(pt.nameOf("a missing intent is 400, naming intent")).toBe(
    "um corpo sem a intenção: 400, indicando intent",
  );
});

it("says in Portuguese what a check has seen, and the rule that is broken; a domain's own words stay", () => {
  const said = (detail: string) => pt.detailOf(detail);
  expect(said("find_book: wanted a failure, got success")).toBe(
    "find_book: esperava uma falha, veio success",
  );
  expect(said('wanted 404, got 200 {"status":"success"}')).toBe(
    'esperava 404, veio 200 {"status":"success"}',
  );
  expect(said("it happened 0 times")).toBe("aconteceu 0 vezes");
  expect(said("the same words in en and pt-BR: It happened 2 times")).toBe(
    "as mesmas palavras em en e pt-BR: It happened 2 times",
  );
  expect(en.detailOf("it happened 0 times")).toBe("it happened 0 times");
  for (const rule of Object.keys(rules) as RuleNumber[]) {
    expect(pt.ruleOf(rule)).not.toBe(rules[rule]);
    expect(en.ruleOf(rule)).toBe(rules[rule]);
  }
});
