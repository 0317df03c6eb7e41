import { CredentialsError } from "../access/access-error.ts";
import type { EndpointContext } from "./endpoint-context.ts";
import type { EndpointDeps } from "./endpoint-deps.ts";

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
      // An identity provider that is away says nothing against them.
      return !(error instanceof CredentialsError);
    }
  };
}
