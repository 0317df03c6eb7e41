import type { IncomingMessage } from "node:http";
import { reason } from "#shared/messages/reason.ts";
import type { Principal } from "../../ports/principal.ts";
import { addressReader } from "../access/client-address.ts";
import { CredentialsError } from "../access/credentials-error.ts";
import { type Limits, type Rate, type RateLimit, rateLimit } from "../access/rate-limit.ts";
import { type EndpointContext, OPEN_RIGHTS, type Route } from "./endpoint.ts";
import type { EndpointDeps } from "./endpoint-deps.ts";
import { HttpError } from "./http-error.ts";

/** Wrong credentials of one address. Further ones are 429; only by looking are they told from right ones. */
const WRONG_CREDENTIALS: Rate = { count: 600, perMs: 60_000 };

/**
 * Each throws a HttpError 429 that says when to come again, and otherwise counts the request. No rates are no limit, and cost
 * nothing.
 */
function openCounters({ user, address, proxies }: Limits, monotonic: () => number) {
  const addressOf = addressReader(proxies);
  const from = ({ env: { incoming } }: EndpointContext) =>
    addressOf(incoming.socket.remoteAddress, incoming.headers["x-forwarded-for"]);
  const counter = (rates: readonly Rate[]): RateLimit | undefined =>
    rates.length === 0 ? undefined : rateLimit(rates, monotonic);
  const ofUser = counter(user);
  const ofAddress = counter(address);
  const ofWrong = rateLimit([WRONG_CREDENTIALS], monotonic);
  return {
    address: (context: EndpointContext) =>
      takeOne(context, ofAddress?.(from(context)), "this address"),
    user: (context: EndpointContext, user_id: string) =>
      takeOne(context, ofUser?.(user_id), "this user"),
    wrongCredentials: (context: EndpointContext) =>
      takeOne(context, ofWrong(from(context)), "this address"),
  };
}

function takeOne(context: EndpointContext, waitMs: number | undefined, whose: string): void {
  if (waitMs === undefined || waitMs === 0) return;
  const seconds = Math.ceil(waitMs / 1000);
  context.header("retry-after", String(seconds));
  throw new HttpError(429, reason("rate_limit_exceeded", { whose, seconds }));
}

/** Lets a request through its endpoint, or throws. */
type Enter = (
  route: Route,
  context: EndpointContext,
  goOn: () => Response | Promise<Response>,
) => Response | Promise<Response>;

const NO_LIMITS: Limits = { user: [], address: [], proxies: [] };

/**
 * The one place where it is decided who comes in: who calls, whether they have the route's right, and how much of them
 * is taken. Before the body is read. Where the endpoints are open and without limits it is nothing at all.
 * Errors: CredentialsError, IdentityUnavailableError; HttpError 403 without the right, 429 beyond a limit
 */
export function makeEnter({
  authentication,
  settings: { limits = NO_LIMITS },
  deps,
}: Pick<EndpointDeps, "authentication" | "settings" | "deps">): Enter {
  const { user, address, proxies } = limits;
  const { monotonic } = deps.clock;
  if (authentication === undefined) {
    if (user.length + address.length === 0) return (_route, _context, goOn) => goOn();
    // No one says who they are, so the place they call from stands for them.
    const count = openCounters({ user: [], address: [...user, ...address], proxies }, monotonic);
    return (route, context, goOn) => {
      if (!OPEN_RIGHTS.has(route.right)) count.address(context);
      return goOn();
    };
  }

  const count = openCounters(limits, monotonic);
  const pass =
    (...[route, context, goOn]: Parameters<Enter>) =>
    (principal: Principal) => {
      count.user(context, principal.user_id);
      if (!principal.mayEnter(route.right))
        throw new HttpError(403, reason("missing_scope", { scope: `door:${route.right}` }));
      context.set("principal", principal);
      // What is told here is one user's.
      context.env.outgoing.setHeader("cache-control", "no-store");
      return goOn();
    };
  const refuse = (context: EndpointContext, error: unknown): never => {
    if (error instanceof CredentialsError) count.wrongCredentials(context);
    throw error;
  };
  return (route, context, goOn) => {
    if (OPEN_RIGHTS.has(route.right)) return goOn();
    count.address(context);
    const { authorization } = context.env.incoming.headers;
    if (authorization === undefined && route.opensWithout?.(context) === true) return goOn();
    let principal: Principal | Promise<Principal>;
    try {
      refuseSeveral(context.env.incoming);
      principal = authentication.identify(authorization);
    } catch (error) {
      return refuse(context, error);
    }
    const comeIn = pass(route, context, goOn);
    return principal instanceof Promise
      ? principal.then(comeIn, (error: unknown) => refuse(context, error))
      : comeIn(principal);
  };
}

/**
 * Of two authorization headers Node keeps the first and forgets the other, which a proxy before us may have gone by.
 * Errors: CredentialsError for more than one
 */
function refuseSeveral(incoming: IncomingMessage): void {
  if (countHeader(incoming, "authorization") > 1)
    throw new CredentialsError("invalid_token", reason("several_authorizations"));
}

/**
 * How often a header was sent: of most that come twice Node keeps the first and forgets the other.
 * Cost: a look at each name's length, by which most are told apart
 */
export function countHeader({ rawHeaders }: IncomingMessage, name: string): number {
  let found = 0;
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (rawHeaders[at]?.length === name.length && rawHeaders[at]?.toLowerCase() === name)
      found += 1;
  return found;
}
