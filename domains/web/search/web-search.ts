/** A page that a search found. `snippet` is the part of it that fits. */
export type Hit = { title: string; url: string; snippet: string };

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
