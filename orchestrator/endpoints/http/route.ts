import type { z } from "zod";
import type { EndpointContext } from "./endpoint-context.ts";

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

/**
 * Every right that an endpoint can ask for, and who has it where the endpoints check who calls.
 * open: everybody; such an endpoint tells nothing of anyone. own: whoever may use a capability; it is about their own rows.
 * operator: who has the scope `door:<right>`.
 */
const rights = {
  health: "open",
  "files:read": "own",
  chat: "own",
  turns: "own",
  plans: "own",
  "runs:read": "own",
  "runs:write": "own",
  "sessions:read": "own",
  "sessions:write": "own",
  "schedules:read": "own",
  "schedules:write": "own",
  "usage:read": "own",
  "recipients:read": "own",
  "recipients:write": "own",
  /** Link chats that everybody may send to. */
  "recipients:share": "operator",
  "domains:read": "operator",
  "domains:write": "operator",
  "metrics:read": "operator",
  /** Who had which effect done, whoever they are. */
  "audit:read": "operator",
  /** Delete everything that is kept of a user. */
  "users:write": "operator",
  /** How the installation is set up, and its tests. */
  "settings:read": "operator",
  /** What people said, whoever they are. */
  "utterances:read": "operator",
  /** Decide which of it becomes an example. */
  "promotions:write": "operator",
} as const;
type Right = keyof typeof rights;

export const ALL_RIGHTS: readonly string[] = Object.keys(rights);
const withClass = (wanted: string): ReadonlySet<Right> =>
  new Set((Object.keys(rights) as Right[]).filter((right) => rights[right] === wanted));

export const OPEN_RIGHTS = withClass("open");
export const OWN_RIGHTS: ReadonlySet<string> = withClass("own");
