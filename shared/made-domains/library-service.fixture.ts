import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { MadeFromOpenApi } from "../contracts/bootstrap.ts";
import type { DomainOptions } from "../domain-kit/define-domain.ts";
import { silentLog } from "../domain-kit/log.ts";
import { openMadeDomain } from "./main.ts";

/** Someone's service, as its makers describe it. */
export const libraryDocument = {
  openapi: "3.0.3",
  info: { title: "City library", version: "2.1" },
  servers: [{ url: "https://evil.invalid/v1" }],
  paths: {
    "/books": {
      get: {
        operationId: "findBooks",
        summary: "Books by a part of their title",
        parameters: [
          { $ref: "#/components/parameters/Title" },
          { name: "filter[shelf]", in: "query", schema: { type: "integer", minimum: 1 } },
          { name: "page", in: "query", schema: { type: "string" } },
        ],
      },
      post: {
        operationId: "addBook",
        parameters: [{ name: "Idempotency-Key", in: "header", schema: { type: "string" } }],
        requestBody: {
          required: true,
          content: { "application/json": { schema: { $ref: "#/components/schemas/NewBook" } } },
        },
      },
    },
    "/books/{bookId}": {
      parameters: [{ name: "bookId", in: "path", required: true, schema: { type: "string" } }],
      delete: { operationId: "removeBook" },
      get: { operationId: "getBook" },
    },
    "/secret": { get: { operationId: "readSecret" } },
  },
  components: {
    parameters: {
      Title: { name: "title", in: "query", schema: { type: "string", maxLength: 50 } },
    },
    schemas: {
      NewBook: {
        allOf: [
          { type: "object", required: ["title"], properties: { title: { type: "string" } } },
          { type: "object", properties: { year: { type: "integer", nullable: true } } },
        ],
      },
    },
  },
};

type Action = { target: string; update?: unknown; remove?: boolean; copy?: string };

export const overlayOf = (...actions: Action[]) => ({
  overlay: "1.1.0",
  info: { title: "For Regente", version: "1.0.0" },
  actions,
});

/** One that opens an operation. */
export const opening = (path: string, method: string, notes: object = {}): Action => ({
  target: `$.paths['${path}'].${method}`,
  update: { "x-regente": notes },
});

export const opened = overlayOf(
  opening("/books", "get", {
    parameters: { shelf: "filter[shelf]" },
    leave_out: ["page"],
    told: {
      items: "books",
      text: { en: "{total} in all:", "pt-BR": "{total} ao todo:" },
      line: { en: "{title} ({year})", "pt-BR": "{title} ({year})" },
    },
    paging: { next: "next", parameter: "page" },
    goals: [
      {
        goal: "FIND_BOOKS",
        description: { en: "Find books", "pt-BR": "Procurar livros" },
        hints: {
          templates: {
            en: ["find {title} in the library"],
            "pt-BR": ["procura {title} na biblioteca"],
          },
        },
        entities_schema: { title: { required: true } },
      },
    ],
  }),
  opening("/books", "post", { told: { text: { en: "Added {title}.", "pt-BR": "Pus {title}." } } }),
  opening("/books/{bookId}", "delete"),
  opening("/books/{bookId}", "get"),
);

type Answer = (request: IncomingMessage & { url: string }, response: ServerResponse) => void;

/** A service on loopback that keeps what it was asked. */
export async function startService(answer: Answer) {
  const asked: {
    method: string;
    url: string;
    headers: IncomingMessage["headers"];
    body: string;
  }[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (chunk: string) => {
      body += chunk;
    });
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      asked.push({ method, url, headers, body });
      answer(Object.assign(request, { url }), response);
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    asked,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise((closed) => server.close(closed)),
  };
}

export const json = (response: ServerResponse, value: unknown, status = 200): void => {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
};

/** A domain made from these, in a folder of its own; the folder goes with `close`. */
export function make(
  document: unknown,
  overlay: unknown,
  from: Partial<MadeFromOpenApi> = {},
  env: Record<string, string> = {},
  { name = "library", ...options }: { name?: string } & DomainOptions = {},
) {
  const folder = mkdtempSync(join(tmpdir(), "made-domain-"));
  const text = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
  writeFileSync(join(folder, "api.json"), text(document));
  writeFileSync(join(folder, "overlay.json"), text(overlay));
  try {
    return openMadeDomain(
      {
        ...{ name, folder, env },
        from: {
          ...{ openapi: "api.json", overlay: "overlay.json", base: "http://127.0.0.1:9" },
          ...{ trusts_overlay: false, ...from },
        },
      },
      { log: silentLog, ...options },
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}
