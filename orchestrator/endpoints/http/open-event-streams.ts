import { reason } from "#shared/messages/reason.ts";
import { CredentialsError } from "../access/access-error.ts";
import type { EndpointContext } from "./endpoint-context.ts";
import type { EndpointDeps } from "./endpoint-deps.ts";
import { HttpError } from "./http-error.ts";

/** Of one user at any time; a browser opens six to one host. */
const MOST_OF_A_USER = 32;

/**
 * Takes a place among the user's event streams; called once more, it is given back. A stream looks at the store again and
 * again, so that hundreds of them would cost as much as a thousand requests a second.
 * Errors: DoorError 429 while the user has too many
 */
export type TakeStream = (user_id: string) => () => void;

export function openEventStreams(most = MOST_OF_A_USER): TakeStream {
  const open = new Map<string, number>();
  return (user_id) => {
    const count = open.get(user_id) ?? 0;
    if (count >= most) throw new HttpError(429, reason("too_many_streams", { most }));
    open.set(user_id, count + 1);
    return () => {
      const left = (open.get(user_id) ?? 1) - 1;
      if (left === 0) open.delete(user_id);
      else open.set(user_id, left);
    };
  };
}

/**
 * Whether what a request came with still opens an endpoint for its user: a stream may outlive a key or a token.
 * Cost: as a request's own check
 */
export function credentialsHold(
  { authentication }: Pick<EndpointDeps, "authentication">,
  context: EndpointContext,
  right: string,
): () => Promise<boolean> {
  const opened = context.get("principal");
  if (authentication === undefined || opened === undefined) return () => Promise.resolve(true);
  const { authorization } = context.env.incoming.headers;
  return async () => {
    try {
      const now = await authentication.identify(authorization);
      return now.user_id === opened.user_id && now.mayEnter(right);
    } catch (error) {
      // An identity provider that is down says nothing against them.
      return !(error instanceof CredentialsError);
    }
  };
}
