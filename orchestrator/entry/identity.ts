import type { Context } from "hono";

/** Who speaks when nobody says: the doors are open on loopback only. */
const LOCAL_USER = "local";

const SESSION_HEADERS = [
  "x-session-id",
  "x-conversation-id",
  "x-chat-id",
  "x-openwebui-chat-id",
  "session-id",
  "thread-id",
] as const;
const USER_HEADERS = ["x-user-id", "x-openwebui-user-id"] as const;

const MAX_ID = 256;

function firstHeader(context: Context, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = context.req.header(name)?.trim();
    if (value !== undefined && value !== "" && value.length <= MAX_ID) return value;
  }
  return undefined;
}

/** The session a client names in a header; the body and the transcript come after it. */
export const sessionHeader = (context: Context): string | undefined =>
  firstHeader(context, SESSION_HEADERS);

/** The user that a request speaks for. */
export const userOf = (context: Context, said: string | undefined): string =>
  firstHeader(context, USER_HEADERS) ?? said ?? LOCAL_USER;
