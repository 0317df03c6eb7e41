import type { z } from "zod";
import type { EndpointContext } from "./endpoint-context.ts";

import type { Right } from "./rights.ts";

export type { Right };

/** Something one can ask for: it is served from this, and described from this. */
export type Route = {
  method: "GET" | "POST" | "PATCH" | "DELETE";
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
  answer: z.ZodType | "events" | "file" | "page" | "text" | "nothing";
  /** Events beside `answer`, for callers that accept `text/event-stream` or ask for `stream`. */
  events?: z.ZodType;
  /** Other than 200. */
  status?: 201 | 202 | 204;
  /** True for a request without credentials that shows something else instead. Absent: there is no such thing. */
  opensWithout?(context: EndpointContext): boolean;
  /** It is served before the manifests are loaded. */
  early?: true;
  /** True: what an Idempotency-Key means here is its own to know. */
  namesItself?: true;
  handle(context: EndpointContext): Response | Promise<Response>;
};
