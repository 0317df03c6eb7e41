import type { FetchFault } from "#shared/safe-fetch/fetched.ts";

/** What a page says about itself. Its words come from outside: cleaned and short, but never to be trusted. */
export type PageInfo = { title: string; description: string | null; author: string | null };

export type PageAnswer =
  | { info: PageInfo }
  /** It was not fetched, or says nothing about itself. */
  | { fault: FetchFault | "NO_TITLE" };

/** Finds out what an address leads to. Never rejects. */
export type PageReader = {
  ofVideo(url: string, signal: AbortSignal): Promise<PageAnswer>;
  ofPage(url: string, signal: AbortSignal): Promise<PageAnswer>;
};
