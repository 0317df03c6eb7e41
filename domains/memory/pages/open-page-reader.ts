import { z } from "zod";
import { jsonIn } from "#shared/contracts/json.ts";
import { oneLine } from "#shared/plain-text/clean-text.ts";
import {
  decodeBody,
  type FetchFault,
  namedCharset,
  type SafeFetch,
} from "#shared/safe-fetch/read-body.ts";
import { type FetchRules, makeSafeFetch } from "#shared/safe-fetch/safe-fetch.ts";
import { allowedHosts } from "#shared/safe-fetch/web-address.ts";

/** What is wanted stands in the head; pages have it early. */
const MAX_BYTES = 512 * 1024;
const LONGEST_TITLE = 200;
const LONGEST_DESCRIPTION = 500;

/** What a page says of itself by Open Graph, else by its title. Source: https://ogp.me */
async function readOpenGraph(
  fetch: SafeFetch,
  url: string,
  limits: { timeoutMs: number; signal: AbortSignal },
): Promise<PageAnswer> {
  const fetched = await fetch({
    url,
    accept: ["text/html", "application/xhtml+xml"],
    maxBytes: MAX_BYTES,
    whenLonger: "cut",
    ...limits,
  });
  if (!fetched.ok) return { fault: fetched.fault };
  const charset = fetched.charset ?? namedCharset(fetched.body);
  const info = await headOf(decodeBody(fetched.body, charset));
  return info === undefined ? { fault: "NO_TITLE" } : { info };
}

/** The first value of each name counts; the body is not read. */
async function headOf(html: string): Promise<PageInfo | undefined> {
  // Only who saves links pays for loading it.
  const { Parser } = await import("htmlparser2");
  const said = new Map<string, string>();
  const note = (name: string | undefined, value: string | undefined) => {
    if (name !== undefined && value?.trim() && !said.has(name)) said.set(name, value);
  };
  let title: string | undefined;
  const parser = new Parser({
    onopentag(tag, { property, name, content }) {
      if (tag === "meta") note((property ?? name)?.toLowerCase(), content);
      else if (tag === "title" && !said.has("title")) title = "";
      else if (tag === "body") parser.pause();
    },
    ontext(text) {
      if (title !== undefined) title += text;
    },
    onclosetag(tag) {
      if (tag !== "title") return;
      note("title", title);
      title = undefined;
    },
  });
  parser.write(html);

  const first = (names: readonly string[], most: number) =>
    oneLine(names.map((name) => said.get(name)).find(Boolean) ?? "", most);
  const shown = first(["og:title", "twitter:title", "title"], LONGEST_TITLE);
  if (shown === "") return undefined;
  const description = first(["og:description", "description"], LONGEST_DESCRIPTION);
  const author = first(["author", "og:site_name"], LONGEST_TITLE);
  return { title: shown, description: description || null, author: author || null };
}

/** A site of videos that answers questions about them. */
export type OembedProvider = {
  /** Hosts whose videos it knows; their subdomains too. */
  hosts: readonly string[];
  endpoint: string;
};

const OEMBED_PROVIDERS: readonly OembedProvider[] = [
  { hosts: ["youtube.com", "youtu.be"], endpoint: "https://www.youtube.com/oembed" },
  { hosts: ["vimeo.com"], endpoint: "https://vimeo.com/api/oembed.json" },
];

const answerSchema = z.object({ title: z.string(), author_name: z.string().optional() });

/** What the video's own site says of it. Source: https://oembed.com, section 2 */
async function readOembed(
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
  const answer = jsonIn(answerSchema, fetched.body.toString("utf8"));
  const title = oneLine(answer?.title ?? "", LONGEST_TITLE);
  if (title === "") return { fault: "NO_TITLE" };
  const author = oneLine(answer?.author_name ?? "", LONGEST_TITLE);
  return { info: { title, description: null, author: author || null } };
}

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

/** What a page says about itself. Its words come from outside: cleaned and short, but never to be trusted. */
type PageInfo = { title: string; description: string | null; author: string | null };

type PageAnswer =
  | { info: PageInfo }
  /** It was not fetched, or says nothing about itself. */
  | { fault: FetchFault | "NO_TITLE" };

/** Finds out what an address leads to. Never rejects. */
export type PageReader = {
  ofVideo(url: string, signal: AbortSignal): Promise<PageAnswer>;
  ofPage(url: string, signal: AbortSignal): Promise<PageAnswer>;
};
