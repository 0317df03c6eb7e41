import type { z } from "zod";
import type { DoorContext } from "./door-context.ts";

/** What a caller needs the right to. */
export type Right =
  | "health"
  | "chat"
  | "turns"
  | "plans"
  | "runs:read"
  | "runs:write"
  | "sessions:read"
  | "sessions:write"
  | "domains:read"
  | "domains:write"
  | "usage:read"
  | "metrics:read"
  | "files:read";

/** Something one can ask for: it is served from this, and described from this. */
export type Route = {
  method: "GET" | "POST" | "DELETE";
  /** With `:name` for the parts that vary. */
  path: string;
  right: Right;
  /** The group it is listed under. */
  tag: string;
  /** In one line, for people. */
  summary: string;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** What comes back when all went well. */
  answer: z.ZodType | "events" | "file" | "page" | "text";
  /** Events beside `answer`, for callers that accept `text/event-stream` or ask for `stream`. */
  events?: z.ZodType;
  /** Other than 200. */
  status?: 201 | 202;
  /** It is served before the manifests are loaded. */
  early?: true;
  handle(context: DoorContext): Response | Promise<Response>;
};
