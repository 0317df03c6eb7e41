import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";

/** One request at a door, with Node's own request and response beside it. */
export type DoorContext = Context<{ Bindings: HttpBindings }>;

/** A part of the path, `run_1` of `/v1/runs/:id`. */
export const pathPart = (context: DoorContext, name: string): string =>
  context.req.param(name) ?? "";

/** True for a peer on this machine: what it says of its users is taken for true. */
export function isLocalPeer(context: DoorContext): boolean {
  const address = context.env.incoming.socket.remoteAddress ?? "";
  return address === "::1" || /^(::ffff:)?127\./.test(address);
}

/** Where the client reached us, for links in answers: `http://127.0.0.1:8080`. */
export function originOf(context: DoorContext): string {
  const { headers } = context.env.incoming;
  // A proxy in front of us is the one who knows that the way to it was encrypted.
  const secure = headers["x-forwarded-proto"] === "https" && isLocalPeer(context);
  return `${secure ? "https" : "http"}://${headers.host ?? "localhost"}`;
}
