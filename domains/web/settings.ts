import { z } from "zod";
import { address, type Environment, hosts, readVariables } from "#shared/domain-kit/variables.ts";
import type { TavilySettings } from "./search/tavily.ts";

const EVERY_PUBLIC_HOST = "*";

export type WebSettings = {
  /** undefined: nothing can be searched, and the answer says so. */
  tavily: TavilySettings | undefined;
  /** Whose pages may be read: "*" is every public host, nothing is none. */
  hosts: readonly string[];
};

const variables = z.object({
  TAVILY_API_KEY: z.string().optional(),
  TAVILY_API_ROOT: address("https:", "http:").optional(),
  WEB_HOSTS: hosts.default([EVERY_PUBLIC_HOST]),
});

/** Errors: ContractError naming the variable; the key is never quoted */
export function readSettings(env: Environment): WebSettings {
  const read = readVariables("web", env, variables);
  const { TAVILY_API_KEY: key, TAVILY_API_ROOT: apiRoot } = read;
  return {
    tavily: key === undefined ? undefined : { key, ...(apiRoot === undefined ? {} : { apiRoot }) },
    hosts: read.WEB_HOSTS,
  };
}
