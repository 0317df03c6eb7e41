import { z } from "zod";
import { type Domain, type DomainOptions, defineDomain } from "#shared/domain-kit/define-domain.ts";
import { loadManifest } from "#shared/domain-kit/load-manifest.ts";
import { address, type Environment, hosts, readVariables } from "#shared/domain-kit/variables.ts";
import { type FetchRules, makeSafeFetch } from "#shared/safe-fetch/safe-fetch.ts";
import { readPage } from "./capabilities/read-page.ts";
import { searchWeb } from "./capabilities/search-web.ts";
import { type TavilySettings, tavilySearch } from "./search/tavily.ts";

type Options = DomainOptions & {
  /** Tests let it reach this machine. */
  network?: FetchRules["network"];
};

/** The web service. It keeps nothing. */
export function webDomain({ tavily, hosts }: WebSettings, options: Options = {}): Domain {
  const { network = "public", ...kit } = options;
  return defineDomain(
    loadManifest(new URL("./", import.meta.url)),
    {
      search_web: searchWeb(tavily && tavilySearch(tavily)),
      read_web_page: readPage(makeSafeFetch({ hosts, network })),
    },
    kit,
  );
}

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
