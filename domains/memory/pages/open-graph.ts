import { oneLine } from "#shared/plain-text/clean-text.ts";
import type { SafeFetch } from "#shared/safe-fetch/fetched.ts";
import { decodeBody, namedCharset } from "#shared/safe-fetch/read-body.ts";
import type { PageAnswer, PageInfo } from "./page-info.ts";

/** What is wanted stands in the head; pages have it early. */
const MAX_BYTES = 512 * 1024;
const LONGEST_TITLE = 200;
const LONGEST_DESCRIPTION = 500;

/** What a page says of itself by Open Graph, else by its title. Source: https://ogp.me */
export async function readOpenGraph(
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
