import { expect, it } from "vitest";
import { whyIn } from "../messages/messages.ts";
import { reason } from "../messages/reason.ts";
import { domainChecks } from "./check-domain.ts";
import { resultOf, type Verdict } from "./domain-check.ts";
import { rulesIn, said } from "./said.ts";

const cases = [
  {
    capability: "lend_book",
    parameters: { title: "Dune" },
    asks: false,
    other_parameters: { title: "Emma" },
    counted_by: { capability: "list_loans", parameters: {}, path: "loans" },
  },
];

it("says the name of every check in both languages", () => {
  const names = domainChecks({ cases, secret: "a-key" }).map(({ name }) => name);
  expect(names.length).toBeGreaterThan(40);
  expect(names.filter((name) => whyIn("pt-BR", name) === whyIn("en", name))).toEqual([]);
  const missing = names.find(
    (name) => whyIn("en", name) === "a missing intent is 400, naming intent",
  );
  expect(missing && whyIn("pt-BR", missing)).toBe("um corpo sem a intenção: 400, indicando intent");
});

it("says what a check has seen, and the rule that is broken, in both; a domain's own words stay", () => {
  const check = { about: "effects", rule: "6.2", name: "a check" } as const;
  const seen = (verdict: Verdict) =>
    (["en", "pt-BR"] as const).map((locale) => resultOf({ check, verdict }, locale).detail);
  const failure = said("seen.wanted_failure", { got: "success" });
  expect(seen(reason("at", { path: "find_book", why: failure }))).toEqual([
    "find_book: wanted a failure, got success",
    "find_book: esperava uma falha, veio success",
  ]);
  expect(seen(said("seen.wanted", { wanted: 404, got: '200 {"status":"success"}' }))).toEqual([
    'wanted 404, got 200 {"status":"success"}',
    'esperava 404, veio 200 {"status":"success"}',
  ]);
  expect(seen(said("seen.happened", { times: 0 }))).toEqual([
    "it happened 0 times",
    "aconteceu 0 vezes",
  ]);
  const explanation = "It happened 2 times";
  const languages = { one_language: "en", other_language: "pt-BR" };
  expect(seen({ not_checked: said("seen.same_words", { ...languages, explanation }) })).toEqual([
    "the same words in en and pt-BR: It happened 2 times",
    "as mesmas palavras em en e pt-BR: It happened 2 times",
  ]);
  const [en, pt] = [rulesIn("en"), rulesIn("pt-BR")];
  expect(resultOf({ check, verdict: "x" }, "pt-BR").sentence).toBe(pt.get("6.2"));
  expect(en.size).toBe(31);
  expect([...en].filter(([rule, sentence]) => pt.get(rule) === sentence)).toEqual([]);
});
