import { expect, it } from "vitest";
import { draftOverlay } from "./draft.ts";
import { madeManifest } from "./made-manifest.ts";
import { operationsOf } from "./operations.ts";
import { withOverlay } from "./overlay.ts";

/** The first example of what is drafted for one operation. */
function saidFor(method: string, path: string, operationId?: string): string | undefined {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const parameters = names.map((name) => ({
    ...{ name, in: "path", required: true },
    schema: { type: "string" },
  }));
  const operation = { parameters, ...(operationId && { operationId }) };
  const info = { title: "Library" };
  const document = { openapi: "3.1.0", info, paths: { [path]: { [method]: operation } } };
  const wanted = [operationId ?? `${method.toUpperCase()} ${path}`];
  const { overlay } = draftOverlay(document, "library", wanted);
  const opened = operationsOf(withOverlay(document, overlay) as Record<string, unknown>, false);
  return madeManifest("library", {}, opened).goals?.[0]?.hints?.examples?.en?.[0];
}

it.each([
  // A name that is a verb no list has.
  ["post", "/loans", "borrowBook", "borrow book"],
  ["post", "/plants/{id}/water", "waterPlant", "water plant"],
  ["post", "/plants/{id}/water", undefined, "water plant"],
  ["post", "/books/{id}/borrow", undefined, "borrow book"],
  // "return" of what changes something is no look.
  ["post", "/loans/{id}/return", "returnBook", "return book"],
  ["delete", "/loans/{id}", "returnLoan", "return loan"],
  ["post", "/orders/{id}/cancel", undefined, "cancel order"],
  // What the path has several of is a thing.
  ["delete", "/shares/{id}", "share", "delete share"],
  ["post", "/posts", "post", "create post"],
  ["post", "/book-loans", "bookLoan", "create book loan"],
  ["delete", "/bookmarks/{id}", "bookmark", "delete bookmark"],
  ["delete", "/searches/{id}", undefined, "delete search"],
  ["post", "/loans", undefined, "create loan"],
  // What is said twice is one thing.
  ["post", "/books", "books_books_createBook", "create book"],
  // What was said well stays so.
  ["post", "/orders", "createOrder", "create order"],
  ["post", "/search", "searchBooks", "search book"],
  ["put", "/pets/{id}", "updatePet", "change pet"],
  ["delete", "/orders/{id}", "cancelOrder", "cancel order"],
])("%s %s called %s is drafted as such", (method, path, operationId, expected) => {
  expect(saidFor(method, path, operationId)).toBe(expected);
});
