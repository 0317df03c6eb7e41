import { reason } from "#shared/messages/reason.ts";
import { ACT_AS } from "../access/authentication.ts";
import { type EndpointContext, isLocalPeer } from "./endpoint.ts";
import type { EndpointSettings } from "./endpoint-settings.ts";
import { HttpError } from "./http-error.ts";

/** Who speaks when no one says: the endpoints are open on loopback only. */
export const LOCAL_USER = "local";

const MAX_ID = 256;

/** What front ends put where they have no id yet, or where a placeholder was not filled in. */
const NOBODY = /^(?:|new|null|none|undefined|\{\{.*\}\})$/i;

/** An id as someone gives it, or undefined when it is none. */
export const idIn = (value: unknown): string | undefined =>
  typeof value === "string" &&
  value.length <= MAX_ID &&
  value.isWellFormed() &&
  !NOBODY.test(value.trim())
    ? value.trim()
    : undefined;

/**
 * The same, of someone who may name others: what cannot be an id must not pass for who names it.
 * Errors: HttpError 400
 */
function idNamed(value: unknown): string | undefined {
  const isText = typeof value === "string";
  if (
    value === undefined ||
    value === null ||
    (isText && value.length <= MAX_ID && value.isWellFormed())
  )
    return idIn(value);
  throw new HttpError(400, reason("invalid_user", { most: MAX_ID }), { param: "user" });
}

function firstHeader(
  context: EndpointContext,
  names: readonly string[],
  read = idIn,
): string | undefined {
  const { headers } = context.env.incoming;
  for (const name of names) {
    const value = headers[name];
    const id = value === undefined ? undefined : read(value);
    if (id !== undefined) return id;
  }
  return undefined;
}

/** The session a client names in a header; the body and the transcript come after it. */
export const sessionHeader = (
  context: EndpointContext,
  { sessionHeaders }: EndpointSettings,
): string | undefined => firstHeader(context, sessionHeaders);

/**
 * The user that a request speaks for. Where the endpoints check who calls it is whoever called, and only someone with the
 * scope `door:act_as` may name another one. Where they do not: a header of a front end on this machine, what the body
 * says, or the one local user. Anyone can write a header, so from elsewhere none of them counts then.
 * Errors: HttpError 403 for another user's name, 400 for what is no name
 */
export function userOf(
  context: EndpointContext,
  { userHeaders }: EndpointSettings,
  said?: string,
): string {
  const principal = context.get("principal");
  const named = firstHeader(context, userHeaders, principal === undefined ? idIn : idNamed);
  if (principal === undefined)
    return (named !== undefined && isLocalPeer(context) ? named : said) ?? LOCAL_USER;
  const wanted = named ?? said ?? principal.user_id;
  if (wanted === principal.user_id || principal.mayEnter(ACT_AS)) return wanted;
  throw new HttpError(403, reason("user_not_allowed"));
}

/** The same, where `said` is a note for the provider more than a name: it counts only for who may name others. */
export function userNoted(
  context: EndpointContext,
  settings: EndpointSettings,
  said: unknown,
): string {
  const principal = context.get("principal");
  if (principal === undefined) return userOf(context, settings, idIn(said));
  return userOf(context, settings, principal.mayEnter(ACT_AS) ? idNamed(said) : undefined);
}

/** Who a request speaks for, or undefined where no one says who they are and no one checks. */
export function statedUser(
  context: EndpointContext,
  settings: EndpointSettings,
): string | undefined {
  const isNamed = isLocalPeer(context) && firstHeader(context, settings.userHeaders) !== undefined;
  return context.get("principal") === undefined && !isNamed ? undefined : userOf(context, settings);
}
