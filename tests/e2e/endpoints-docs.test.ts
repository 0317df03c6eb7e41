import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Notebook, startNotebook } from "./notebook.ts";

let system: Notebook;
beforeAll(async () => {
  system = await startNotebook();
});
afterAll(() => system.close());

type Described = {
  openapi: string;
  paths: Record<string, Record<string, { operationId: string; summary: string; tags: string[] }>>;
};
const describe_ = async () => (await system.ask("/openapi.json")).body as Described;

it("everything that is served is described, each by a name of its own", async () => {
  const { openapi, paths } = await describe_();
  expect(openapi).toMatch(/^3\.1\./);
  expect(Object.keys(paths)).toEqual(
    expect.arrayContaining([
      "/v1/chat/completions",
      "/v1/responses/{id}",
      "/v1/turns",
      "/v1/runs/{id}/events",
      "/v1/pending/{id}/answer",
      "/v1/sessions/{id}",
      "/v1/usage",
      "/health",
      "/openapi.json",
    ]),
  );
  const names = Object.values(paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  expect(new Set(names).size).toBe(names.length);
});

it("what is described is served: no path is unknown, and no method is wrong", async () => {
  const { paths } = await describe_();
  for (const [path, methods] of Object.entries(paths))
    for (const method of Object.keys(methods)) {
      // A stream that goes on for as long as it is read; tests/console/endpoints.test.ts reads it.
      if (path === "/v1/live") continue;
      const target = path.replace(/\{\w+\}/g, "nothing");
      const { status, body } = await system.ask(
        target,
        method === "post" ? {} : undefined,
        {},
        method.toUpperCase(),
      );
      expect(status, `${method} ${path}`).not.toBe(405);
      expect(body, `${method} ${path}`).not.toMatchObject({ error: { code: "unknown_route" } });
    }
});

it("docs/api.md names every path", async () => {
  const { paths } = await describe_();
  // An id is written as a name (`:id`) or as an example (`run_...`).
  const shapes = readFileSync("docs/api.md", "utf8")
    .matchAll(/(?:\$R|`|[A-Z] |, )(\/[\w/:.-]+)/g)
    .map(([, path = ""]) => path.split("/"))
    .toArray();
  const isNamed = (path: string) => {
    const parts = path.split("/");
    return shapes.some(
      (shape) =>
        shape.length === parts.length &&
        parts.every((part, at) => part.startsWith("{") || part === shape[at]),
    );
  };
  const own = (path: string) => path.startsWith("/docs/") || path === "/";
  expect(Object.keys(paths).filter((path) => !isNamed(path) && !own(path))).toEqual([]);
});

it("the page to try it needs nothing from elsewhere", async () => {
  const page = await system.ask("/docs");
  expect(page.headers.get("content-type")).toContain("text/html");
  expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
  const parts = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(
    ([, target]) => target ?? "",
  );
  for (const part of parts.filter((target) => !target.startsWith("data:"))) {
    expect(part).toMatch(/^\//);
    expect((await system.ask(part)).status).toBe(200);
  }
  const script = await system.ask("/docs/page.mjs");
  expect(script.headers.get("content-type")).toContain("text/javascript");
  expect(script.text).not.toMatch(/innerHTML|https?:\/\//);
});
