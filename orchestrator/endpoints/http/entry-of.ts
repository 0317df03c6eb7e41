import type { EntryRequest } from "#shared/contracts/intent.ts";
import type { EndpointContext } from "./endpoint.ts";
import type { EndpointDeps } from "./endpoint-deps.ts";
import { sessionHeader, userOf } from "./identity.ts";

type Said = Pick<EntryRequest, "input_text"> & {
  session_id?: string | undefined;
  user_id?: string | undefined;
  locale?: EntryRequest["locale"];
  metadata?: EntryRequest["metadata"] | undefined;
  /** Where `metadata` does not say it. */
  timezone?: string | undefined;
};

/** What a program says, as a message of whoever it speaks for; in a session of its own where none is named. */
export const entryOf = (
  context: EndpointContext,
  { deps, settings }: Pick<EndpointDeps, "deps" | "settings">,
  { session_id, user_id, input_text, locale, timezone, metadata }: Said,
): EntryRequest => ({
  session_id: session_id ?? sessionHeader(context, settings) ?? deps.makeId("session"),
  user_id: userOf(context, settings, user_id),
  input_text,
  channel: "api",
  metadata: metadata ?? (timezone === undefined ? {} : { timezone }),
  ...(locale && { locale }),
});
