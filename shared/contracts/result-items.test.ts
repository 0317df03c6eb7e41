import { expect, it } from "vitest";
import { inEnglish } from "../messages/messages.ts";
import type { JsonSchema } from "./json-schema.ts";
import { checkResultItems, type ResultItems, resultItems } from "./result-items.ts";

const schema: JsonSchema = {
  type: "object",
  properties: {
    books: {
      type: "array",
      items: { type: "object", properties: { id: { type: "integer" }, title: { type: "string" } } },
    },
  },
};
const books: ResultItems = { path: "/books", label: "/title", entity: { id: "/id" } };
const faultsOf = (changes: Partial<ResultItems>) =>
  checkResultItems({ ...books, ...changes }, schema).map(
    ({ path, why }) => `${path.join(".")}: ${inEnglish(why)}`,
  );

it("a declaration that the result keeps is fine", () => expect(faultsOf({})).toEqual([]));

it("nothing is held against a result that says nothing of itself", () =>
  expect(checkResultItems({ ...books, path: "/any" }, undefined)).toEqual([]));

it.each<[string, Partial<ResultItems>, string]>([
  ["a list that is not there", { path: "/films" }, "path: the result_schema has no /films"],
  ["a label that is not there", { label: "/name" }, "label: the value at /books has no /name"],
  [
    "a value that is not there",
    { entity: { id: "/key" } },
    "entity.id: the value at /books has no /key",
  ],
  [
    "a name that is no entity",
    { said_as: { en: "book {title}" } },
    "said_as.en: {title} is not one of the entities",
  ],
])("%s is named", (_fault, changes, message) => expect(faultsOf(changes)).toEqual([message]));

it("a path is a JSON pointer, and there is an entity", () => {
  expect(resultItems.safeParse({ ...books, path: "books" }).success).toBe(false);
  expect(resultItems.safeParse({ ...books, entity: {} }).success).toBe(false);
});
