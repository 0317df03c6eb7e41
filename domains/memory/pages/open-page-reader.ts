import { allowedHosts } from "#shared/safe-fetch/allowed-hosts.ts";
import type { FetchRules } from "#shared/safe-fetch/safe-fetch.ts";
import { makeSafeFetch } from "#shared/safe-fetch/safe-fetch.ts";
import { OEMBED_PROVIDERS, type OembedProvider, readOembed } from "./oembed.ts";
import { readOpenGraph } from "./open-graph.ts";
import type { PageReader } from "./page-info.ts";

/** A person waits for it, and the address is kept whether or not it comes. */
const TIMEOUT_MS = 4_000;

type Options = {
  providers?: readonly OembedProvider[];
  /** Tests let it reach this machine. */
  network?: FetchRules["network"];
};

/**
 * Reads what videos and pages say about themselves. The sites of videos are asked about their own videos;
 * other pages are fetched from `hosts` only ("*": any public host).
 */
export function openPageReader(hosts: readonly string[], options: Options = {}): PageReader {
  const { providers = OEMBED_PROVIDERS, network = "public" } = options;
  const fetchPage = makeSafeFetch({ hosts, network });
  const endpoints = providers.map(({ endpoint }) => new URL(endpoint).hostname);
  const askProvider = makeSafeFetch({ hosts: endpoints, network });
  const known = providers.map((provider) => ({ provider, knows: allowedHosts(provider.hosts) }));

  return {
    async ofVideo(url, signal) {
      const host = URL.parse(url)?.hostname ?? "";
      const provider = known.find(({ knows }) => knows(host))?.provider;
      const limits = { timeoutMs: TIMEOUT_MS, signal };
      if (provider === undefined) return readOpenGraph(fetchPage, url, limits);
      return readOembed(askProvider, provider, url, limits);
    },
    ofPage: (url, signal) => readOpenGraph(fetchPage, url, { timeoutMs: TIMEOUT_MS, signal }),
  };
}
