import { expect, it } from "vitest";
import { checkDomain } from "./check-domain.ts";
import { domainContract } from "./domain-contract.ts";
import type { DomainCase } from "./domain-probe.ts";
import { libraryDomain } from "./library-domain.ts";

const secret = "a-secret-that-only-the-tests-know";
const start = (options = {}) => libraryDomain(options).domain.serve({ port: 0 });

const cases = (loans: readonly unknown[]): DomainCase[] => [
  { capability: "find_book", parameters: { title_text: "Iracema" } },
  { capability: "find_book", parameters: { title_text: "Memórias" } },
  {
    capability: "lend_book",
    parameters: { title: "Iracema" },
    other_parameters: { title: "Senhora" },
    happened: () => loans.length,
  },
];

const { domain, loans } = libraryDomain();
domainContract("the library", () => domain.serve({ port: 0 }), cases(loans));
domainContract("the locked library", () => start({ secret }), [], secret);

it("gives one result for each check, and none of a good domain fails", async () => {
  const library = await start();
  const results = await checkDomain(library.url);
  await library.close();
  expect(results.length).toBeGreaterThan(20);
  expect(results.filter(({ ok }) => !ok)).toEqual([]);
});

it("fails every check of a domain that is down, and says so", async () => {
  const library = await start();
  await library.close();
  const results = await checkDomain(library.url);
  expect(results.filter(({ ok }) => ok)).toEqual([]);
  expect(results[0]?.detail).toContain("fetch failed");
});
