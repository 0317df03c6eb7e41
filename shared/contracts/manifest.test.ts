import { expect, it } from "vitest";
import { faultsOf as explained } from "./errors.ts";
import { manifestSchema } from "./manifest.ts";

type Source = Record<string, unknown>;
const count: Source = {
  capability: "count_books",
  effect: "read",
  result_schema: {
    type: "object",
    properties: { total: { type: "integer" } },
    required: ["total"],
    additionalProperties: false,
  },
};
const burn: Source = {
  capability: "burn_books",
  effect: "destructive",
  bulk: { counted_by: "count_books", total: "/total" },
};
const faultsOf = (...capabilities: Source[]) => {
  const found = manifestSchema.safeParse({
    ...{ manifest_version: "1", domain: "library", version: "1.0.0", capabilities, goals: [] },
    description: { "pt-BR": "Livros", en: "Books" },
  });
  return (found.error === undefined ? [] : explained(found.error)).map(
    ({ path, message }) => `${path.split(".").slice(2).join(".")}: ${message}`,
  );
};

it("what may hit many things names a capability that counts them", () => {
  expect(faultsOf(burn, count)).toEqual([]);
});

it.each<[string, Source[], string]>([
  ["is not there", [burn], "bulk.counted_by: no capability count_books in this manifest"],
  [
    "changes something",
    [burn, { ...count, effect: "write" }],
    "bulk.counted_by: count_books is not a read: counting would change something",
  ],
  [
    "has no such number",
    [{ ...burn, bulk: { counted_by: "count_books", total: "/books" } }, count],
    "bulk.total: the result of count_books has no /books",
  ],
  [
    "counts what only reads",
    [{ ...burn, effect: "read" }, count],
    "bulk: a read changes nothing, so it cannot have bulk",
  ],
])("it is refused where the counter %s", (_why, capabilities, fault) => {
  expect(faultsOf(...capabilities)).toEqual([fault]);
});
