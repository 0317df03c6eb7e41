import { hash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { reason } from "#shared/messages/reason.ts";
import { type EndpointContext, pagePolicy, pathPart, type Route } from "./endpoint.ts";
import type { EndpointDeps } from "./endpoint-deps.ts";
import { HttpError } from "./http-error.ts";

/** Pictures of answers are fetched with the caller's credentials. */
const POLICY = pagePolicy("data: blob:");

const TYPES: Readonly<Record<string, string>> = {
  html: "text/html",
  js: "text/javascript",
  css: "text/css",
  svg: "image/svg+xml",
};
const PAGE = "index.html";
/** Its name does not change with what it holds. */
const ICON = "icon.svg";

type Served = {
  type: string;
  etag: string;
  body: Buffer<ArrayBuffer>;
  packed: Buffer<ArrayBuffer>;
};
const pack = promisify(gzip);

/** A page for people, from memory: made ready when it is first asked for, and then kept. */
export function consoleRoutes({ readConsole }: EndpointDeps): Route[] {
  let ready: Promise<ReadonlyMap<string, Served>> | undefined;
  const load = async () => {
    const files = await readConsole();
    return new Map(await Promise.all([...(files ?? [])].map(served)));
  };
  const find = async (context: EndpointContext, name: string) => {
    ready ??= load();
    // What could not be made may be there the next time.
    const files = await ready.catch((error: unknown) => {
      ready = undefined;
      throw error;
    });
    const file = files.get(name);
    if (file === undefined)
      throw new HttpError(
        404,
        files.size === 0 ? reason("no_console") : reason("console_file_not_found", { file: name }),
        { code: "console_file_not_found" },
      );
    const isPage = name === PAGE;
    const headers = {
      "content-type": `${file.type}; charset=utf-8`,
      etag: file.etag,
      "cache-control": isPage || name === ICON ? "no-cache" : "public, max-age=31536000, immutable",
      vary: "accept-encoding",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      ...(isPage && {
        "content-security-policy": POLICY,
        "cross-origin-opener-policy": "same-origin",
      }),
    };
    if (context.req.header("if-none-match") === file.etag) return context.body(null, 304, headers);
    const isPacked = context.req.header("accept-encoding")?.includes("gzip") === true;
    return context.body(isPacked ? file.packed : file.body, 200, {
      ...headers,
      ...(isPacked && { "content-encoding": "gzip" }),
    });
  };
  const page = { method: "GET", right: "health", early: true } as const;
  return [
    {
      ...page,
      path: "/",
      summary: "The console in the browser: conversation, runs, domains and quality",
      answer: "page",
      handle: (context) => find(context, PAGE),
    },
    {
      ...page,
      path: "/console/:file",
      summary: "The console's scripts and styles, under names that change with their content",
      answer: "file",
      handle: (context) => find(context, pathPart(context, "file")),
    },
  ];
}

async function served([name, text]: readonly [string, string]): Promise<[string, Served]> {
  const body = Buffer.from(text);
  const ending = name.slice(name.lastIndexOf(".") + 1);
  const type = TYPES[ending] ?? "application/octet-stream";
  return [name, { type, body, packed: await pack(body), etag: `"${hash("sha256", body)}"` }];
}
