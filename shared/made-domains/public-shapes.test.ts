import { expect, it, onTestFinished } from "vitest";
import { makeProbe } from "../conformance/domain-probe.ts";
import type { Json } from "../contracts/json.ts";
import { draftOverlay } from "./draft.ts";
import { json, make, opening, overlayOf, startService } from "./library-service.fixture.ts";

// What public documents of hundreds of operations have, each in as few lines as show it.
const components = {
  schemas: {
    Rule: {
      type: "object",
      properties: {
        name: { type: "string" },
        inner: { type: "array", items: { $ref: "#/components/schemas/Rule" } },
      },
    },
    Status: { type: "string", enum: ["open", "closed"] },
  },
};
const documentOf = (path: string, operation: object, method = "post") => ({
  openapi: "3.0.3",
  info: { title: "Shapes", version: "1" },
  paths: { [path]: { [method]: { operationId: "tryIt", ...operation } } },
  components,
});
const bodyOf = (schema: unknown, type = "application/json") => ({
  requestBody: { content: { [type]: { schema } } },
});
const object = (properties: object, ...required: string[]) => ({
  type: "object",
  properties,
  required,
});
const text = { type: "string" };

/** What a service is asked when the operation's own draft opens it. */
async function askedBy(document: Record<string, unknown>, parameters: Record<string, Json>) {
  const service = await startService((_request, response) => json(response, { ok: true }));
  const draft = draftOverlay(document, "library", ["tryIt"]);
  expect(draft.leftOut).toEqual([]);
  const domain = make(document, draft.overlay, { base: `${service.url}/v1` });
  const served = await domain.serve({ port: 0 });
  onTestFinished(() => Promise.all([served.close(), service.close()]).then(() => undefined));
  const probe = makeProbe(served.url, undefined);
  const request = probe.request("library", "try_it", parameters, { locale: "en" });
  const { body } = await probe.execute(request, { "idempotency-key": request.context.run_id });
  expect(body).toMatchObject({ status: "success" });
  const [first] = service.asked;
  return { ...first, type: first?.headers["content-type"] };
}

it.each<[string, Record<string, unknown>, Record<string, Json>, Record<string, unknown>]>([
  [
    "an optional field that holds itself is left out",
    documentOf("/r", bodyOf(object({ title: text, rule: { $ref: "#/components/schemas/Rule" } }))),
    { title: "a" },
    { body: '{"title":"a"}' },
  ],
  [
    "an optional parameter with no value that it could have is left out",
    documentOf(
      "/r",
      { parameters: [{ name: "q", in: "query", schema: { ...text, enum: [] } }] },
      "get",
    ),
    {},
    { url: "/v1/r" },
  ],
  [
    "a body that may be null is an object all the same",
    documentOf("/r", bodyOf({ ...object({ title: text }), nullable: true })),
    { title: "a" },
    { body: '{"title":"a"}' },
  ],
  [
    "a reference that a description stands beside is what it refers to",
    documentOf(
      "/r",
      bodyOf(
        object({
          status: { allOf: [{ $ref: "#/components/schemas/Status" }, { description: "How" }] },
        }),
      ),
    ),
    { status: "closed" },
    { body: '{"status":"closed"}' },
  ],
  [
    "a body of one of two forms has the fields of both, and needs what both need",
    documentOf(
      "/r",
      bodyOf({
        oneOf: [
          object({ id: text, card: text }, "id", "card"),
          object({ id: text, bank: text }, "id"),
        ],
      }),
    ),
    { id: "7", bank: "b" },
    { body: '{"id":"7","bank":"b"}' },
  ],
  [
    "a part that only says what is needed",
    documentOf("/r", bodyOf({ allOf: [object({ id: text, note: text }), { required: ["id"] }] })),
    { id: "7" },
    { body: '{"id":"7"}' },
  ],
  [
    "fields of a form, lists and what is inside of them",
    documentOf(
      "/r",
      bodyOf(
        object({
          To: text,
          tags: { type: "array", items: text },
          at: object({ city: text }),
        }),
        "application/x-www-form-urlencoded",
      ),
    ),
    { To: "+55 11", tags: ["a", "b"], at: { city: "São Paulo" } },
    {
      body: "To=%2B55+11&tags=a&tags=b&at%5Bcity%5D=S%C3%A3o+Paulo",
      type: "application/x-www-form-urlencoded",
    },
  ],
  [
    "JSON by a name of the maker's own",
    documentOf("/r", bodyOf(object({ title: text }), "application/vnd.api+json")),
    { title: "a" },
    { body: '{"title":"a"}', type: "application/vnd.api+json" },
  ],
  [
    "a value of the path, and one of the body with the same name",
    documentOf("/r/{id}", {
      parameters: [{ name: "id", in: "path", required: true, schema: text }],
      ...bodyOf(object({ id: text }, "id")),
    }),
    { id: "7", id_of_body: "8" },
    { url: "/v1/r/7", body: '{"id":"8"}' },
  ],
  [
    "names that differ in a sign",
    documentOf(
      "/r",
      {
        parameters: ["at", "at<", "at>"].map((name) => ({ name, in: "query", schema: text })),
      },
      "get",
    ),
    { at: "1", at_below: "2", at_above: "3" },
    { url: "/v1/r?at=1&at%3C=2&at%3E=3" },
  ],
  [
    "a value of the path that is not listed",
    documentOf("/r/{job}", {}, "get"),
    { job: "7" },
    { url: "/v1/r/7" },
  ],
  [
    "words that say nothing of such a value, and words that no one knows",
    documentOf("/r", bodyOf(object({ title: { maxLength: 3, min_items: 2, type: "integer" } }))),
    { title: 7 },
    { body: '{"title":7}' },
  ],
  [
    "a body that a GET may have, and that no GET is sent with",
    documentOf("/r", bodyOf(object({ title: text })), "get"),
    {},
    { url: "/v1/r", body: "" },
  ],
  ["an operation that says nothing of itself", documentOf("/r", { summary: "" }), {}, {}],
])("takes %s", async (_what, document, parameters, asked) => {
  expect(await askedBy(document, parameters)).toMatchObject(asked);
});

it("drafts a thing with a very long name within the limits of a manifest", () => {
  const long = "eventOrchestrationServiceCacheVariableDataOfExternalProvidersOfTheOrganization";
  const path = `/${long.repeat(3)}/{${long}}`;
  const document = documentOf(path, { summary: long.repeat(9) }, "get");
  const { manifest } = make(document, draftOverlay(document, "library", ["tryIt"]).overlay);
  expect(manifest.goals[0]?.hints.templates?.en?.length).toBeGreaterThan(0);
});

it("opens two operations whose long names begin alike, each under its own", () => {
  const long = "listEverythingThatBelongsToTheApplicationsOfOneAdministratorRole";
  const paths = Object.fromEntries(
    ["First", "Second"].map((end) => [`/${end}`, { get: { operationId: `${long}${end}` } }]),
  );
  const document = { ...documentOf("/r", {}), paths };
  const wanted = [`${long}First`, `${long}Second`];
  const { manifest } = make(document, draftOverlay(document, "library", wanted).overlay);
  expect(new Set(manifest.capabilities.map(({ capability }) => capability)).size).toBe(2);
  expect(new Set(manifest.goals.map(({ goal }) => goal)).size).toBe(2);
});

it.each<[string, object, object, RegExp]>([
  [
    "a needed field that holds itself",
    bodyOf(object({ rule: { $ref: "#/components/schemas/Rule" } }, "rule")),
    {},
    /rule.*contains itself/,
  ],
  [
    "a file that is sent",
    bodyOf(object({ file: text }), "multipart/form-data"),
    {},
    /only application\/json and form fields/,
  ],
  [
    "a list as a body",
    bodyOf({ type: "array", items: text }),
    {},
    /an object with named properties/,
  ],
  [
    "leaving out what is needed",
    bodyOf(object({ title: text }, "title")),
    { leave_out: ["title"] },
    /title: is required/,
  ],
])("refuses %s, with its place", (_what, operation, notes, why) => {
  const document = documentOf("/r", operation);
  expect(() => make(document, overlayOf(opening("/r", "post", notes)))).toThrow(why);
});
