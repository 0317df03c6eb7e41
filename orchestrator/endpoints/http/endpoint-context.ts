import type { IncomingMessage, ServerResponse } from "node:http";
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
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
 * Errors: DoorError 404 where it is longer than any name there is
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
