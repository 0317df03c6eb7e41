import { z } from "zod";
import type { Fault } from "#shared/contracts/errors.ts";
import { address, isSafeKeyAddress, listOf, oneOf, whole, word } from "./values.ts";

/** The variables about language models. */
export const modelVariables = {
  LLM_PROVIDER: oneOf("auto", "none", "anthropic", "openai").default("auto"),
  ANTHROPIC_API_KEY: word.optional(),
  ANTHROPIC_BASE_URL: address("http:", "https:").optional(),
  OPENAI_API_KEY: word.optional(),
  OPENAI_BASE_URL: address("http:", "https:").optional(),
  REGENTE_MODEL_FAST: word.optional(),
  REGENTE_MODEL_SMART: word.optional(),
  REGENTE_TOKENS_PER_SESSION: whole(1, 1e12).optional(),
  REGENTE_TOKENS_PER_USER_DAY: whole(1, 1e12).optional(),
  REGENTE_TOKENS_PER_DAY: whole(1, 1e12).optional(),
  REGENTE_TOKENS_PER_RUN: whole(1, 1e12).optional(),
  REGENTE_PRICES: z.string().optional(),
  REGENTE_MODEL_ENDPOINTS: listOf('addresses like "http://127.0.0.1:11434/v1"', (one) =>
    /^https?:$/.test(URL.parse(one)?.protocol ?? ""),
  ).default([]),
};
type Variables = z.infer<z.ZodObject<typeof modelVariables>>;

type ModelConfig = {
  provider: "anthropic" | "openai";
  apiKey: string | undefined;
  baseUrl: string | undefined;
  /** Undefined: the provider's adapter has a default. */
  fast: string | undefined;
  smart: string | undefined;
  /** Servers that agents may name as their own. */
  endpoints: readonly string[];
};

/** The most tokens, in and out together; undefined: no limit. */
export const tokenLimitsOf = (read: Variables) => ({
  run: read.REGENTE_TOKENS_PER_RUN,
  session: read.REGENTE_TOKENS_PER_SESSION,
  user_day: read.REGENTE_TOKENS_PER_USER_DAY,
  day: read.REGENTE_TOKENS_PER_DAY,
});

/** What a provider needs and was not given. */
export function modelFaults(read: Variables): Fault[] {
  const missing = (path: string) => [
    { path, message: `LLM_PROVIDER=${read.LLM_PROVIDER} needs it` },
  ];
  if (read.LLM_PROVIDER === "anthropic" && read.ANTHROPIC_API_KEY === undefined)
    return missing("ANTHROPIC_API_KEY");
  // A server of one's own has an address and often no key.
  if (read.LLM_PROVIDER === "openai" && !(read.OPENAI_API_KEY ?? read.OPENAI_BASE_URL))
    return missing("OPENAI_API_KEY");
  return [];
}

/** `auto` takes the provider that there is a key for; Anthropic's first. */
export function modelOf(read: Variables): ModelConfig | undefined {
  const wanted = read.LLM_PROVIDER;
  const others = {
    fast: read.REGENTE_MODEL_FAST,
    smart: read.REGENTE_MODEL_SMART,
    endpoints: read.REGENTE_MODEL_ENDPOINTS,
  };
  if (wanted === "anthropic" || (wanted === "auto" && read.ANTHROPIC_API_KEY !== undefined))
    return {
      provider: "anthropic",
      apiKey: read.ANTHROPIC_API_KEY,
      baseUrl: read.ANTHROPIC_BASE_URL,
      ...others,
    };
  const hasOpenai = read.OPENAI_API_KEY !== undefined || read.OPENAI_BASE_URL !== undefined;
  if (wanted === "openai" || (wanted === "auto" && hasOpenai))
    return {
      provider: "openai",
      apiKey: read.OPENAI_API_KEY,
      baseUrl: read.OPENAI_BASE_URL,
      ...others,
    };
  return undefined;
}

/** The variables about a model's server in front of which this one stands. */
export const upstreamVariables = {
  REGENTE_UPSTREAM: address("http:", "https:").optional(),
  REGENTE_UPSTREAM_KEY: word.optional(),
};
type UpstreamVariables = z.infer<z.ZodObject<typeof upstreamVariables>>;

export const upstreamOf = ({
  REGENTE_UPSTREAM: url,
  REGENTE_UPSTREAM_KEY: key,
}: UpstreamVariables) => (url === undefined ? undefined : { url: url.replace(/\/+$/, ""), key });

/** The operator's key goes to this address with every request that is passed on. */
export function upstreamFaults({
  REGENTE_UPSTREAM: url,
  REGENTE_UPSTREAM_KEY: key,
}: UpstreamVariables): Fault[] {
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
