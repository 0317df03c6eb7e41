import { addressReader } from "../access/client-address.ts";
import { type Limits, type Rate, type RateLimit, rateLimit } from "../access/rate-limit.ts";
import type { EndpointContext } from "./endpoint-context.ts";
import { HttpError } from "./http-error.ts";

/** Wrong credentials of one address. Further ones are 429; only by looking are they told from right ones. */
const WRONG_CREDENTIALS: Rate = { count: 600, perMs: 60_000 };

/** Each throws a DoorError 429 that says when to come again, and otherwise counts the request. */
export type Counters = {
  address(context: EndpointContext): void;
  user(context: EndpointContext, user_id: string): void;
  wrongCredentials(context: EndpointContext): void;
};

/** Undefined rates are no limit, and cost nothing. */
export function openCounters(
  { user, address, proxies }: Limits,
  monotonic: () => number,
): Counters {
  const addressOf = addressReader(proxies);
  const from = ({ env: { incoming } }: EndpointContext) =>
    addressOf(incoming.socket.remoteAddress, incoming.headers["x-forwarded-for"]);
  const counter = (rates: readonly Rate[]): RateLimit | undefined =>
    rates.length === 0 ? undefined : rateLimit(rates, monotonic);
  const ofUser = counter(user);
  const ofAddress = counter(address);
  const ofWrong = rateLimit([WRONG_CREDENTIALS], monotonic);
  return {
    address: (context) => takeOne(context, ofAddress?.(from(context)), "this address"),
    user: (context, user_id) => takeOne(context, ofUser?.(user_id), "this user"),
    wrongCredentials: (context) => takeOne(context, ofWrong(from(context)), "this address"),
  };
}

function takeOne(context: EndpointContext, waitMs: number | undefined, whose: string): void {
  if (waitMs === undefined || waitMs === 0) return;
  const seconds = Math.ceil(waitMs / 1000);
  context.header("retry-after", String(seconds));
  throw new HttpError(
    429,
    "rate_limit_exceeded",
    `Too many requests of ${whose}; try again in ${seconds} s.`,
  );
}
