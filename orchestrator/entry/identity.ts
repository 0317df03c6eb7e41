import { type DoorContext, isLocalPeer } from "./door-context.ts";
import type { DoorSettings } from "./door-settings.ts";

/** Who speaks when nobody says: the doors are open on loopback only. */
const LOCAL_USER = "local";

const MAX_ID = 256;

/** What front ends put where they have no id yet, or where a placeholder was not filled in. */
const NOBODY = /^(?:|new|null|none|undefined|\{\{.*\}\})$/i;

/** An id as somebody gives it, or undefined when it is none. */
export const idIn = (value: unknown): string | undefined =>
  typeof value === "string" && value.length <= MAX_ID && !NOBODY.test(value.trim())
    ? value.trim()
    : undefined;

function firstHeader(context: DoorContext, names: readonly string[]): string | undefined {
  const { headers } = context.env.incoming;
  for (const name of names) {
    const value = headers[name];
    const id = value === undefined ? undefined : idIn(value);
    if (id !== undefined) return id;
  }
  return undefined;
}

/** The session a client names in a header; the body and the transcript come after it. */
export const sessionHeader = (
  context: DoorContext,
  { sessionHeaders }: DoorSettings,
): string | undefined => firstHeader(context, sessionHeaders);

/**
 * The user that a request speaks for: a header of a front end on this machine, what the body says, or the
 * one local user. Anybody can write a header, so from elsewhere none of them counts.
 */
export function userOf(context: DoorContext, { userHeaders }: DoorSettings, said?: string): string {
  const named = firstHeader(context, userHeaders);
  if (named !== undefined && isLocalPeer(context)) return named;
  return said ?? LOCAL_USER;
}
