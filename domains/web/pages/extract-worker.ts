import { parentPort, workerData } from "node:worker_threads";
import { Readability } from "@mozilla/readability";
import { parseHTML } from "linkedom";
import { blockText } from "./block-text.ts";
import { readablePage } from "./readable-page.ts";

/** Of a page's elements; one with more of them is told as it is, menus and all. */
const MOST_ELEMENTS = 20_000;

/** As much of a page as is looked at here; the library's own types are a browser's. */
type Page = {
  body: unknown;
  querySelector(selector: string): { textContent: string | null } | null;
};
const parsed: unknown = parseHTML(wholeDocument(String(workerData)));
const { document } = parsed as { document: Page };
const title = document.querySelector("title")?.textContent;

// First what can be had in one pass. What comes later, if it comes in time, is better.
const whole = readablePage({ title }, blockText(document.body));
if (whole !== undefined) parentPort?.postMessage(whole);

const article = readArticle();
if (article !== undefined) {
  const { title: own, siteName: site, byline: author, publishedTime: published_at } = article;
  const better = readablePage(
    { title: own || title, site, author, published_at },
    article.content ?? "",
  );
  if (better !== undefined) parentPort?.postMessage(better);
}

/** undefined where the library finds none, or loses itself: pages are made by anyone. */
function readArticle() {
  try {
    const reader = new Readability(document, {
      maxElemsToParse: MOST_ELEMENTS,
      serializer: blockText,
    });
    return reader.parse() ?? undefined;
  } catch {
    return undefined;
  }
}

/** The library takes a page as it is written, and browsers do not ask for these two tags. */
function wholeDocument(source: string): string {
  if (!/<body[\s>]/i.test(source)) return `<html><body>${source}</body></html>`;
  return /<html[\s>]/i.test(source) ? source : `<html>${source}</html>`;
}
