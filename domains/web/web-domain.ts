import { type Domain, type DomainOptions, defineDomain } from "#shared/domain-kit/define-domain.ts";
import { loadManifest } from "#shared/domain-kit/load-manifest.ts";
import { type FetchRules, makeSafeFetch } from "#shared/safe-fetch/safe-fetch.ts";
import { readPage } from "./capabilities/read-page.ts";
import { searchWeb } from "./capabilities/search-web.ts";
import { tavilySearch } from "./search/tavily.ts";
import type { WebSettings } from "./settings.ts";

type Options = DomainOptions & {
  /** Tests let it reach this machine. */
  network?: FetchRules["network"];
};

/** The web service. It keeps nothing. */
export function webDomain({ tavily, hosts }: WebSettings, options: Options = {}): Domain {
  const { network = "public", ...kit } = options;
  return defineDomain(
    loadManifest(new URL(".", import.meta.url)),
    {
      search_web: searchWeb(tavily && tavilySearch(tavily)),
      read_web_page: readPage(makeSafeFetch({ hosts, network })),
    },
    kit,
  );
}
