import { afterEach, expect, it, onTestFinished } from "vitest";
import { checkDomain } from "../conformance/check-domain.ts";
import { makeProbe } from "../conformance/domain-probe.ts";
import type { Json } from "../contracts/json.ts";
import {
  json,
  libraryDocument,
  make,
  opened,
  opening,
  overlayOf,
  startService,
} from "./library-service.fixture.ts";

type Made = ReturnType<typeof make>;
const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

const pages: Record<string, unknown> = {
  "": {
    total: 3,
    books: [
      { title: "Dune", year: 1965 },
      { title: "Emma", year: 1815 },
    ],
    next: "p2",
  },
  p2: { books: [{ title: "Iracema", year: 1865 }] },
};

async function library() {
  const service = await startService((request, response) => {
    const url = new URL(request.url, "http://service");
    if (url.pathname === "/v2/books" && request.method === "GET")
      return json(response, pages[url.searchParams.get("page") ?? ""]);
    if (url.pathname === "/v2/books") return json(response, { title: "Senhora" }, 201);
    return json(response, { message: "no" }, 404);
  });
  ends.push(service.close);
  return service;
}

async function call(
  domain: Made,
  capability: string,
  parameters: Record<string, Json>,
  context = {},
) {
  const served = await domain.serve({ port: 0 });
  ends.push(served.close);
  const probe = makeProbe(served.url, undefined);
  const request = probe.request("library", capability, parameters, { locale: "en", ...context });
  const { body, status } = await probe.execute(request, {
    "idempotency-key": request.context.run_id,
  });
  return { ...(body as Record<string, unknown>), http: status };
}

it("opens what its overlay opens and nothing else, with effects by the methods, and calls answers outside text", () => {
  const { manifest } = make(libraryDocument, opened);
  expect(
    manifest.capabilities.map(({ capability, effect, repeat, trust }) => [
      capability,
      effect,
      repeat,
      trust,
    ]),
  ).toEqual([
    ["find_books", "read", "once", "untrusted"],
    ["add_book", "external", "keyed", "untrusted"],
    ["get_book", "read", "once", "untrusted"],
    ["remove_book", "destructive", "once", "untrusted"],
  ]);
  expect(manifest.goals).toMatchObject([{ goal: "FIND_BOOKS", capability: "find_books" }]);
  expect(manifest.capabilities[1]?.params_schema).toMatchObject({
    properties: { title: { type: "string" }, year: { type: ["integer", "null"] } },
    required: ["title"],
    additionalProperties: false,
  });
});

it("asks the service below the base of the bootstrap file, page by page, and tells what it found", async () => {
  const service = await library();
  const domain = make(libraryDocument, opened, { base: `${service.url}/v2` });
  const found = await call(domain, "find_books", { title: "e&x=1", shelf: 2 });
  expect(found).toMatchObject({
    status: "success",
    explanation: "3 in all:\nDune (1965)\nEmma (1815)\nIracema (1865)",
    result: { total: 3, books: [{}, {}, {}] },
  });
  expect(service.asked.map(({ url }) => url)).toEqual([
    "/v2/books?title=e%26x%3D1&filter%5Bshelf%5D=2",
    "/v2/books?title=e%26x%3D1&filter%5Bshelf%5D=2&page=p2",
  ]);
});

it("sends a body, the call's own key, and the credentials that the bootstrap file names", async () => {
  const service = await library();
  const auth = { as: "header", name: "x-token", env: "LIBRARY_TOKEN" } as const;
  const from = { base: `${service.url}/v2`, auth };
  const domain = make(libraryDocument, opened, from, { LIBRARY_TOKEN: "s3cret" });
  const added = await call(domain, "add_book", { title: "Senhora" });
  expect(added).toMatchObject({ status: "success", explanation: "Added Senhora." });
  const [asked] = service.asked;
  expect(asked).toMatchObject({ method: "POST", body: '{"title":"Senhora"}' });
  expect(asked?.headers["x-token"]).toBe("s3cret");
  expect(asked?.headers["idempotency-key"]).toMatch(/^run_[\w-]+:1$/);
});

it("says in words what the service refuses, and that it cannot tell what became of an effect", async () => {
  const service = await startService((request, response) =>
    json(response, {}, request.method === "DELETE" ? 500 : 404),
  );
  ends.push(service.close);
  const domain = make(libraryDocument, opened, { base: service.url });
  expect(await call(domain, "get_book", { bookId: "7" })).toMatchObject({
    ...{ status: "failure", explanation: "The service did not find that." },
    metadata: { code: "NOT_FOUND" },
  });
  expect(
    await call(make(libraryDocument, opened, { base: service.url }), "remove_book", {
      bookId: "7",
    }),
  ).toMatchObject({
    metadata: { code: "OUTCOME_UNKNOWN" },
  });
});

it("waits where the service says so, and sends again only what changes nothing", async () => {
  let asked = 0;
  const service = await startService((_request, response) => {
    asked += 1;
    if (asked === 1) response.writeHead(429, { "retry-after": "0" }).end();
    else json(response, { title: "Dune" });
  });
  ends.push(service.close);
  const from = { base: service.url };
  expect(
    await call(make(libraryDocument, opened, from), "get_book", { bookId: "7" }),
  ).toMatchObject({
    explanation: "title: Dune",
  });
  asked = 0;
  expect(
    await call(make(libraryDocument, opened, from), "remove_book", { bookId: "7" }),
  ).toMatchObject({
    metadata: { code: "RATE_LIMITED" },
  });
  expect(asked).toBe(1);
});

it("keeps every rule of the wire", async () => {
  const service = await library();
  const check = [{ parameters: { title: "dune" } }];
  const overlay = overlayOf(opening("/books", "get", { check, leave_out: ["page"] }));
  const domain = await make(libraryDocument, overlay, {
    base: `${service.url}/v2`,
    trusts_overlay: false,
  }).serve({ port: 0 });
  onTestFinished(() => domain.close());
  const failed = (await checkDomain(domain.url)).filter(({ outcome }) => outcome === "failed");
  // The service says the same in every language.
  expect(failed.filter(({ rule }) => rule !== "4.2")).toEqual([]);
});
