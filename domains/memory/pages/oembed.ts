import { z } from "zod";
import { oneLine } from "#shared/plain-text/clean-text.ts";
import type { SafeFetch } from "#shared/safe-fetch/fetched.ts";
import type { PageAnswer } from "./page-info.ts";

/** A site of videos that answers questions about them. */
export type OembedProvider = {
  /** Hosts whose videos it knows; their subdomains too. */
  hosts: readonly string[];
  endpoint: string;
};

export const OEMBED_PROVIDERS: readonly OembedProvider[] = [
  { hosts: ["youtube.com", "youtu.be"], endpoint: "https://www.youtube.com/oembed" },
  { hosts: ["vimeo.com"], endpoint: "https://vimeo.com/api/oembed.json" },
];

const LONGEST_TITLE = 200;
const answerSchema = z.object({ title: z.string(), author_name: z.string().optional() });

/** What the video's own site says of it. Source: https://oembed.com, section 2 */
export async function readOembed(
  fetch: SafeFetch,
  { endpoint }: OembedProvider,
  url: string,
  limits: { timeoutMs: number; signal: AbortSignal },
): Promise<PageAnswer> {
  const question = new URL(endpoint);
  question.searchParams.set("url", url);
  question.searchParams.set("format", "json");
  const fetched = await fetch({
    url: question.href,
    accept: ["application/json", "text/javascript"],
    maxBytes: 64 * 1024,
    ...limits,
  });
  if (!fetched.ok) return { fault: fetched.fault };
  const answer = answerSchema.safeParse(json(fetched.body.toString("utf8")));
  const title = oneLine(answer.data?.title ?? "", LONGEST_TITLE);
  if (title === "") return { fault: "NO_TITLE" };
  const author = oneLine(answer.data?.author_name ?? "", LONGEST_TITLE);
  return { info: { title, description: null, author: author || null } };
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
