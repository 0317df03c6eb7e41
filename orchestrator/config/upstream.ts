import type { z } from "zod";
import type { Fault } from "#shared/contracts/errors.ts";
import { address, isSafeKeyAddress, word } from "./values.ts";

/** The variables about a model's server in front of which this one stands. */
export const upstreamVariables = {
  REGENTE_UPSTREAM: address("http:", "https:").optional(),
  REGENTE_UPSTREAM_KEY: word.optional(),
};
type Variables = z.infer<z.ZodObject<typeof upstreamVariables>>;

export const upstreamOf = ({ REGENTE_UPSTREAM: url, REGENTE_UPSTREAM_KEY: key }: Variables) =>
  url === undefined ? undefined : { url: url.replace(/\/+$/, ""), key };

/** The operator's key goes to this address with every request that is passed on. */
export function upstreamFaults({
  REGENTE_UPSTREAM: url,
  REGENTE_UPSTREAM_KEY: key,
}: Variables): Fault[] {
  const fault = (path: string, message: string) => [{ path, message }];
  if (url === undefined)
    return key === undefined
      ? []
      : fault("REGENTE_UPSTREAM_KEY", "says nothing without REGENTE_UPSTREAM");
  const { username, search, hash } = new URL(url);
  if (username !== "" || search !== "" || hash !== "")
    return fault(
      "REGENTE_UPSTREAM",
      "must be a plain address, without a login, a query or a fragment",
    );
  if (key !== undefined && !isSafeKeyAddress(url))
    return fault(
      "REGENTE_UPSTREAM",
      "must begin with https://, or whoever is in between reads the key",
    );
  return [];
}
