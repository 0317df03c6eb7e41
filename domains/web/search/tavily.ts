import { z } from "zod";
import { oneLine } from "#shared/plain-text/clean-text.ts";
import { jsonAsker } from "#shared/safe-fetch/json-asker.ts";
import { webAddress } from "#shared/safe-fetch/web-address.ts";

const DEFAULT_API_ROOT = "https://api.tavily.com";
const TIMEOUT_MS = 10_000;
const LONGEST_ANSWER = 2000;
const LONGEST_TITLE = 200;
const LONGEST_SNIPPET = 200;

const response = z.object({
  answer: z.string().nullish(),
  results: z.array(z.object({ title: z.string(), url: z.string(), content: z.string().nullish() })),
});

const faults: Readonly<Record<number, SearchFault>> = {
  401: "BAD_KEY",
  403: "BAD_KEY",
  429: "RATE_LIMITED",
  // The plan's limit, and the limit of what is paid beyond it.
  432: "OUT_OF_CREDIT",
  433: "OUT_OF_CREDIT",
};

export type TavilySettings = { key: string; apiRoot?: string; timeoutMs?: number };

/**
 * Tavily's basic search with its summary. Nothing is retried here: the orchestrator does that for reads.
 * Errors: none; a fault is an answer
 * Cost:   one credit for each search; loads undici with the first one
 * Source: https://docs.tavily.com/documentation/api-reference/endpoint/search
 */
export function tavilySearch(settings: TavilySettings): WebSearch {
  const { key, apiRoot = DEFAULT_API_ROOT, timeoutMs = TIMEOUT_MS } = settings;
  const url = `${apiRoot.replace(/\/+$/, "")}/search`;
  const ask = jsonAsker(timeoutMs);
  return {
    async search(query, { maxResults, signal }) {
      const question = {
        query,
        max_results: maxResults,
        search_depth: "basic",
        include_answer: true,
        include_raw_content: false,
      };
      const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
      try {
        const asked = { method: "POST" as const, headers, body: JSON.stringify(question), signal };
        const { status, body } = await ask(url, asked);
        if (status === 200) return read(body, maxResults);
        return { fault: faults[status] ?? "UNAVAILABLE" };
      } catch {
        return { fault: "UNAVAILABLE" };
      }
    },
  };
}

/** Titles and texts are other people's; what is no web address is no source. */
function read(body: unknown, maxResults: number): Found {
  const { answer, results } = response.parse(body);
  const hits = results.flatMap(({ title, url, content }) => {
    const address = webAddress(url);
    if (address === undefined) return [];
    return {
      title: oneLine(title, LONGEST_TITLE) || new URL(address).hostname,
      url: address,
      snippet: oneLine(content ?? "", LONGEST_SNIPPET),
    };
  });
  return { answer: oneLine(answer ?? "", LONGEST_ANSWER) || null, hits: hits.slice(0, maxResults) };
}

/** A page that a search found. `snippet` is the part of it that fits. */
type Hit = { title: string; url: string; snippet: string };

/** What a search found, best first; `answer` is the search service's own summary. */
export type Found = { answer: string | null; hits: Hit[] };

/** Why there is no answer, for machines. */
export type SearchFault = "BAD_KEY" | "RATE_LIMITED" | "OUT_OF_CREDIT" | "UNAVAILABLE";

export interface WebSearch {
  /** Never rejects; an answer that cannot be used is a fault. */
  search(
    query: string,
    asking: { maxResults: number; signal: AbortSignal },
  ): Promise<Found | { fault: SearchFault }>;
}
