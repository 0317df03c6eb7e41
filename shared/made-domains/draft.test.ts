import { expect, it } from "vitest";
import { draftOverlay, draftToolOverlay } from "./draft.ts";
import { madeManifest } from "./made-manifest.ts";
import { operationsOf } from "./operations.ts";
import { withOverlay } from "./overlay.ts";
import { toolsOf } from "./pinned-tools.ts";

const inputSchema = {
  type: "object",
  properties: { name: { type: "string" } },
  required: ["name"],
};
/** All words of the goals that are drafted for tools, but for those that must not lead to them. */
function wordsFor(tools: Parameters<typeof draftToolOverlay>[0]): string {
  const { overlay } = draftToolOverlay(tools, "Plants", "greenhouse", []);
  const opened = toolsOf(withOverlay({ info: { title: "Plants" }, tools }, overlay), false);
  const goals = madeManifest("greenhouse", {}, opened).goals ?? [];
  return JSON.stringify(goals.map(({ hints }) => [hints?.templates, hints?.examples]));
}

it("a tool that may change something is asked for by its own verb, and never by words for looking", () => {
  const drafted = wordsFor({ waterPlant: { description: "Waters a plant", inputSchema } });
  expect(drafted).toContain("water plant");
  expect(drafted).not.toMatch(/show me|find me|mostra|what is/);
});

it("one that only reads, as its server says, is looked at", () => {
  const annotations = { readOnlyHint: true };
  const drafted = wordsFor({ plantCare: { description: "Care", inputSchema, annotations } });
  expect(drafted).toContain("show me");
});

it("what a name says twice is one thing", () => {
  const drafted = wordsFor({ "pantry.pantry_find": { description: "Find", inputSchema } });
  expect(drafted).toContain('"show me pantry"');
  expect(drafted).not.toContain("pantry pantry");
});

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

/** What is drafted as said for one operation. */
function saidIn(method: string, path: string, operationId: string): Record<string, unknown> {
  const info = { title: "Fleet" };
  const document = { openapi: "3.1.0", info, paths: { [path]: { [method]: { operationId } } } };
  const { overlay } = draftOverlay(document, "fleet", [operationId]);
  const opened = operationsOf(withOverlay(document, overlay) as Record<string, unknown>, false);
  return opened[0]?.notes.goals[0]?.said ?? {};
}

it("a noun of which the language does not know every word stays in the words of the document", () => {
  expect(saidIn("get", "/gizmo-orders", "listGizmoOrders")).toMatchObject({
    thing: { en: "gizmo order | order", "pt-BR": "gizmo order | pedido" },
    things: { en: "gizmo orders | orders", "pt-BR": "gizmo orders | pedidos" },
  });
  expect(saidIn("get", "/gizmopancies", "listGizmopancies")).toMatchObject({
    thing: { "pt-BR": "gizmopancy" },
    things: { en: "gizmopancies", "pt-BR": "gizmopancies" },
  });
  expect(saidIn("get", "/maintenance-orders", "listMaintenanceOrders")).toMatchObject({
    things: { "pt-BR": "pedidos de manutenção | pedidos" },
  });
});

it("a verb that could be a thing is no part of the noun, and says what is done", () => {
  const recorded = { does: "add", thing: { en: "refuel", "pt-BR": "abastecimento" } };
  expect(saidIn("post", "/refuels", "recordRefuel")).toMatchObject(recorded);
  expect(saidIn("post", "/records", "createRecord")).toMatchObject({ thing: { en: "record" } });
  expect(saidIn("get", "/records", "getRecord")).toMatchObject({ does: "read" });
});

it("what is closed is asked for by closing, and not by calling off", () => {
  const { does, ways } = saidIn("post", "/orders/{id}/close", "closeOrder");
  expect(does).toBe("cancel");
  expect(ways).toEqual({
    en: expect.stringMatching(/^close\b/) as string,
    "pt-BR": expect.stringMatching(/^fecha\b/) as string,
  });
});

it("who drives is asked for by his own number", () => {
  const driver = { ...inputSchema, properties: { driver_id: { type: "integer" } } };
  const tools = {
    getDriver: { description: "", inputSchema: { ...driver, required: ["driver_id"] } },
  };
  expect(JSON.stringify(draftToolOverlay(tools, "Fleet", "fleet", []).overlay)).toContain(
    "Qual é o número do motorista?",
  );
});
