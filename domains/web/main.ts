import { z } from "zod";
import { failure, success } from "#shared/domain-kit/answers.ts";
import {
  type Call,
  type Domain,
  type DomainOptions,
  defineDomain,
  type Handler,
  startDomain,
} from "#shared/domain-kit/define-domain.ts";
import { loadManifest } from "#shared/domain-kit/load-manifest.ts";
import { loadMessages } from "#shared/domain-kit/load-messages.ts";
import { address, type Environment, hosts, readVariables } from "#shared/domain-kit/variables.ts";
import { cleanText, oneLine } from "#shared/plain-text/clean-text.ts";
import {
  decodeBody,
  type FetchFault,
  namedCharset,
  type SafeFetch,
} from "#shared/safe-fetch/read-body.ts";
import { type FetchRules, makeSafeFetch } from "#shared/safe-fetch/safe-fetch.ts";
import { webAddress } from "#shared/safe-fetch/web-address.ts";
import { runInThread } from "#shared/worker-thread/run-in-thread.ts";
import { type ReadablePage, readablePage } from "./pages/readable-page.ts";
import { type Found, type TavilySettings, tavilySearch, type WebSearch } from "./search/tavily.ts";

const words = loadMessages<typeof import("./messages/values.json")>(
  new URL("./messages/", import.meta.url),
);
type Words = ReturnType<typeof words>;

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

const LONGEST_QUERY = 400;

/** `{query, max_results?}`; `search` is undefined where no key is configured. */
const searchWeb =
  (search: WebSearch | undefined): Handler =>
  async (params, { locale, signal }) => {
    const say = words(locale);
    const query = oneLine(String(params["query"]), LONGEST_QUERY);
    if (query === "") return failure({ code: "EMPTY_QUERY", explanation: say("empty_query") });
    if (search === undefined)
      return failure({ code: "NOT_CONFIGURED", explanation: say("search_not_configured") });
    const found = await search.search(query, { maxResults: Number(params["max_results"]), signal });
    if ("fault" in found)
      return failure({ code: found.fault, explanation: say(`search_failed.${found.fault}`) });
    const { answer, hits } = found;
    return success({
      result: { query, answer, results: hits },
      explanation: tell(query, found, say),
      metadata: { sources: hits.map(({ title, url }) => ({ title, url })) },
    });
  };

/** The summary and where to read more; the parts of the pages where there is no summary. */
function tell(query: string, { answer, hits }: Found, say: Words): string {
  if (hits.length === 0 && answer === null) return say("nothing_found", { query });
  const sources = hits.map(({ title, url, snippet }, at) =>
    [`${at + 1}. ${title} - ${url}`, ...(answer === null && snippet !== "" ? [snippet] : [])].join(
      "\n",
    ),
  );
  return [
    answer ?? say("found", { query }),
    ...(answer !== null && hits.length > 0 ? [say("sources")] : []),
    ...sources,
  ].join("\n");
}

/** What can be read; anything else is refused before its body comes. */
const PLAIN = "text/plain";
const PAGE_TYPES = ["text/html", "application/xhtml+xml", PLAIN];
const MAX_BYTES = 2 * 1024 * 1024;
const TIMEOUT_MS = 8_000;
/** Of the text in the result, and of the text that a person is shown. */
const LONGEST_TEXT = 20_000;
const SHOWN_TEXT = 3_000;

/** `{url}`: a page, or plain text, of the hosts that the operator allows. */
const readPage =
  (fetch: SafeFetch): Handler =>
  async (params, call) => {
    const say = words(call.locale);
    const url = webAddress(String(params["url"]));
    if (url === undefined) return notRead("BAD_URL", String(params["url"]), call);
    const fetched = await fetch({
      url,
      accept: PAGE_TYPES,
      maxBytes: MAX_BYTES,
      timeoutMs: Math.min(TIMEOUT_MS, call.remainingMs()),
      signal: call.signal,
    });
    if (!fetched.ok) return notRead(fetched.fault, url, call, fetched.status);
    const source = decodeBody(fetched.body, fetched.charset ?? namedCharset(fetched.body));
    const page =
      fetched.media_type === PLAIN
        ? readablePage({}, cleanText(source))
        : await extractPage(source, call.signal);
    if (page === undefined) return notRead("NO_TEXT", url, call);

    const { title, site, author, published_at } = page;
    const name = title ?? new URL(fetched.url).hostname;
    const text = shortened(page.text, LONGEST_TEXT);
    const shown = shortened(page.text, SHOWN_TEXT);
    const cut = text !== page.text;
    const by = [author, site].filter((each) => each !== null).join(", ");
    return success({
      result: { url: fetched.url, title: name, site, author, published_at, text, cut },
      explanation: [
        by === "" ? name : `${name} (${by})`,
        shown,
        ...(shown === page.text ? [] : [say("read_on")]),
        fetched.url,
      ].join("\n\n"),
      metadata: { sources: [{ title: name, url: fetched.url }] },
    });
  };

function notRead(fault: FetchFault | "NO_TEXT", url: string, { locale }: Call, status?: number) {
  const say = words(locale);
  const why = status === undefined ? say(`page_faults.${fault}`) : say("http_status", { status });
  return failure({
    code: fault,
    explanation: say("not_read", { url: oneLine(url, 200), why }),
    ...(status === undefined ? {} : { metadata: { status } }),
  });
}

/** Cut after a whole word, where there is one. */
function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most);
  const end = cut.search(/\s\S*$/);
  return `${(end > most / 2 ? cut.slice(0, end) : cut).trimEnd().toWellFormed()}…`;
}

/** An article takes some 200 ms with the start of the thread; a page made to be slow could take minutes. */
const RULES = { timeoutMs: 8_000, memoryMb: 128 };

/**
 * What is to be read on an HTML page; undefined where there is no text. Nothing of the page is run, and nothing else is
 * fetched for it. A page that takes too long is told whole, and where even that was too much, not at all.
 */
const extractPage = runInThread<string, ReadablePage>(
  new URL("pages/extract-worker.ts", import.meta.url),
  RULES,
);

if (import.meta.main) await startDomain(() => webDomain(readSettings(process.env)), { port: 8104 });
