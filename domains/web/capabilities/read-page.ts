import { failure, success } from "#shared/domain-kit/answers.ts";
import type { Call, Handler } from "#shared/domain-kit/define-domain.ts";
import { cleanText, oneLine } from "#shared/plain-text/clean-text.ts";
import type { FetchFault, SafeFetch } from "#shared/safe-fetch/fetched.ts";
import { decodeBody, namedCharset } from "#shared/safe-fetch/read-body.ts";
import { webAddress } from "#shared/safe-fetch/web-address.ts";
import { extractPage } from "../pages/extract-page.ts";
import { readablePage } from "../pages/readable-page.ts";
import { words } from "../words.ts";

/** What can be read; anything else is refused before its body comes. */
const PLAIN = "text/plain";
const PAGE_TYPES = ["text/html", "application/xhtml+xml", PLAIN];
const MAX_BYTES = 2 * 1024 * 1024;
const TIMEOUT_MS = 8_000;
/** Of the text in the result, and of the text that a person is shown. */
const LONGEST_TEXT = 20_000;
const SHOWN_TEXT = 3_000;

/** `{url}`: a page, or plain text, of the hosts that the operator allows. */
export const readPage =
  (fetch: SafeFetch): Handler =>
  async (params, call) => {
    const say = words[call.locale];
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
        ...(shown === page.text ? [] : [say.readOn]),
        fetched.url,
      ].join("\n\n"),
      metadata: { sources: [{ title: name, url: fetched.url }] },
    });
  };

function notRead(fault: FetchFault | "NO_TEXT", url: string, { locale }: Call, status?: number) {
  const say = words[locale];
  const why = status === undefined ? say.pageFaults[fault] : say.httpStatus(status);
  return failure({
    code: fault,
    explanation: say.notRead(oneLine(url, 200), why),
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
