import type { IncomingMessage } from "node:http";
import { badRequest } from "./refused.ts";

/** A file of a multipart form. */
export type Upload = { filename: string; bytes: Buffer };

/** Telegram takes parameters as JSON, as a form, and files as parts of one. */
export async function readParams(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  if (body.length === 0) return {};
  const type = request.headers["content-type"] ?? "";
  if (type.startsWith("application/x-www-form-urlencoded"))
    return Object.fromEntries(new URLSearchParams(body.toString("utf8")));
  const boundary = /^multipart\/form-data;\s*boundary="?([^"]+)"?$/.exec(type)?.[1];
  if (boundary !== undefined) return readMultipart(body, boundary);
  return readJson(body.toString("utf8"));
}

/** A parameter that is an object: JSON, or JSON in text where the rest is a form. */
export function objectIn(value: unknown): unknown {
  return typeof value === "string" ? readJson(value) : value;
}

function readJson(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    throw badRequest("can't parse JSON object");
  }
}

function readMultipart(body: Buffer, boundary: string): Record<string, unknown> {
  const params: Record<string, unknown> = {};
  const border = Buffer.from(`--${boundary}`);
  let at = body.indexOf(border);
  if (at !== 0) throw badRequest("the form does not begin with its boundary");
  for (;;) {
    const start = at + border.length;
    if (body.toString("latin1", start, start + 2) === "--") return params;
    at = body.indexOf(border, start);
    if (at === -1) throw badRequest("the form does not end with its boundary");
    const headEnd = body.indexOf("\r\n\r\n", start);
    const head = body.toString("utf8", start + 2, headEnd);
    const value = body.subarray(headEnd + 4, at - 2);
    const name = /name="([^"]*)"/.exec(head)?.[1];
    if (headEnd === -1 || name === undefined) throw badRequest("a part has no name");
    const filename = /filename="?([^"\r\n]*)"?/.exec(head)?.[1];
    params[name] = filename === undefined ? value.toString("utf8") : { filename, bytes: value };
  }
}
