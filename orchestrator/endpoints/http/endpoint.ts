import type { IncomingMessage, ServerResponse } from "node:http";
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import type { z } from "zod";
import { DEFAULT_LOCALE, type Locale, localeOfCode } from "#shared/contracts/names.ts";
import { reason } from "#shared/messages/reason.ts";
import type { HeldMessage } from "../../ports/message-store.ts";
import type { Principal } from "../../ports/principal.ts";
import type { TurnOptions } from "../../turn/turn-deps.ts";
import { HttpError } from "./http-error.ts";

/** A request that a model behind us would answer, and that is answered here in its name. */
export type InFront = {
  /** The answer is about to be made, and will go by this id. Errors: StoreError */
  begun(response_id: string): Promise<void>;
};

/** `principal` is set where the endpoints check who calls. */
export type EndpointEnv = {
  Bindings: HttpBindings;
  Variables: { principal?: Principal; inFront?: InFront };
};

/** One request at an endpoint, with Node's own request and response beside it. */
export type EndpointContext = Context<EndpointEnv>;

/** Nothing has a longer name. */
const MAX_NAME = 256;

/**
 * A part of the path, `run_1` of `/v1/runs/:id`.
 * Errors: HttpError 404 where it is longer than any name there is
 */
export function pathPart(context: EndpointContext, name: string): string {
  const part = context.req.param(name) ?? "";
  if (part.length <= MAX_NAME) return part;
  throw new HttpError(404, reason("not_found", { length: part.length }));
}

/** The first language that the client accepts and that is known here; undefined: it names none. */
export function localeAsked(context: EndpointContext): Locale | undefined {
  for (const accepted of context.req.header("accept-language")?.split(",") ?? []) {
    const locale = localeOfCode(accepted.split(";")[0]?.trim() ?? "");
    if (locale !== undefined) return locale;
  }
  return undefined;
}

/** The language of what is told without anything said before it. */
export const languageOf = (context: EndpointContext): Locale =>
  localeAsked(context) ?? DEFAULT_LOCALE;

/** True for a peer on this machine: what it says of its users is taken for true. */
export function isLocalPeer(context: EndpointContext): boolean {
  const address = context.env.incoming.socket.remoteAddress ?? "";
  return address === "::1" || /^(::ffff:)?127\./.test(address);
}

/** Where the client reached us, for links in answers: `http://127.0.0.1:8080`. */
export function originOf(context: EndpointContext): string {
  const { headers } = context.env.incoming;
  // A proxy in front of us is the one who knows that the way to it was encrypted.
  const secure = headers["x-forwarded-proto"] === "https" && isLocalPeer(context);
  return `${secure ? "https" : "http"}://${headers.host ?? "localhost"}`;
}

/**
 * What a page of ours may load. Nothing comes from elsewhere, so that it works offline, and nothing is written into the page:
 * what is said in it can only be text.
 */
export const pagePolicy = (pictures: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    `img-src 'self' ${pictures}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");

/** Requests that name themselves by an Idempotency-Key. */
const keyed = new WeakMap<IncomingMessage, HeldMessage>();

/** From now on this request is carried out to its end: its result is kept for whoever asks again. */
export const markKeyed = ({ env }: EndpointContext, message: HeldMessage): void => {
  keyed.set(env.incoming, message);
};

/** Of each answer that someone looked at. */
const signals = new WeakMap<ServerResponse, AbortSignal>();

/**
 * Fires when the client goes away before its answer is complete.
 * Taken from Node's own response: asking Hono for `req.raw.signal` builds a whole Request per call.
 */
export function leavingSignal({ env: { outgoing } }: EndpointContext): AbortSignal {
  const known = signals.get(outgoing);
  if (known !== undefined) return known;
  const leaving = new AbortController();
  signals.set(outgoing, leaving.signal);
  outgoing.once("close", () => {
    if (!outgoing.writableFinished) leaving.abort(new Error("the client went away"));
  });
  return leaving.signal;
}

/** What an endpoint tells of its request to whoever carries it out: until when, and with which rights. */
export function optionsOf(context: EndpointContext): TurnOptions {
  const message = keyed.get(context.env.incoming);
  const options = message === undefined ? { signal: leavingSignal(context) } : { message };
  const principal = context.get("principal");
  if (principal === undefined) return options;
  const { mayUse, lacks, shownBy = { by: "token" as const } } = principal;
  return { ...options, mayUse, lacks, shownBy: { ...shownBy, at: Date.now() } };
}

/** Something one can ask for: it is served from this, and described from this. */
export type Route = {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** With `:name` for the parts that vary. */
  path: string;
  right: Right;
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

/** With the group that it is listed under. */
export type ListedRoute = Route & { tag: string };

export const inGroup = (tag: string, routes: readonly Route[]): ListedRoute[] =>
  routes.map((route) => ({ ...route, tag }));

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
export type Right = keyof typeof rights;

export const ALL_RIGHTS: readonly string[] = Object.keys(rights);
const withClass = (wanted: string): ReadonlySet<Right> =>
  new Set((Object.keys(rights) as Right[]).filter((right) => rights[right] === wanted));

export const OPEN_RIGHTS = withClass("open");
export const OWN_RIGHTS: ReadonlySet<string> = withClass("own");
