import { readFile } from "node:fs/promises";
import { z } from "zod";
import type { EndpointContext } from "./endpoint-context.ts";
import type { EndpointDeps } from "./endpoint-deps.ts";
import { describeRoutes } from "./openapi.ts";
import type { Route } from "./route.ts";

/** The page needs nothing from elsewhere and gives nothing away: it works offline. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Read when it is first asked for, and then kept. */
function servedFile(name: string, type: string) {
  let content: Promise<string> | undefined;
  return async (context: EndpointContext) => {
    content ??= readFile(new URL(`./docs-page/${name}`, import.meta.url), "utf8");
    return context.body(await content, 200, {
      "content-type": `${type}; charset=utf-8`,
      "content-security-policy": POLICY,
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
    });
  };
}

/** The description of all the other routes, and a page to try them. */
export function docsRoutes(routes: readonly Route[], { authentication }: EndpointDeps): Route[] {
  let described: string | undefined;
  const page = {
    method: "GET",
    right: "health",
    tag: "docs",
    answer: "page",
    early: true,
  } as const;
  const own: Route[] = [
    {
      ...page,
      path: "/openapi.json",
      summary: "This description, as an OpenAPI 3.1 document",
      answer: z.looseObject({ openapi: z.string() }),
      handle: (context) => {
        described ??= JSON.stringify(
          describeRoutes([...routes, ...own], authentication !== undefined),
        );
        return context.body(described, 200, { "content-type": "application/json" });
      },
    },
    {
      ...page,
      path: "/docs",
      summary: "A page to try everything that is described here",
      handle: servedFile("page.html", "text/html"),
    },
  ];
  const parts: Route[] = [
    {
      ...page,
      path: "/docs/page.mjs",
      summary: "The page's script",
      handle: servedFile("page.mjs", "text/javascript"),
    },
    {
      ...page,
      path: "/docs/page.css",
      summary: "The page's look",
      handle: servedFile("page.css", "text/css"),
    },
  ];
  return [...own, ...parts];
}
