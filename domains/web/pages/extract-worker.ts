import { parentPort, workerData } from "node:worker_threads";
import { Readability } from "@mozilla/readability";
import { parseHTML } from "linkedom";
import { cleanText } from "#shared/plain-text/clean-text.ts";
import { readablePage } from "./readable-page.ts";

const ELEMENT = 1;
const TEXT = 3;

/** What is not to be read. */
const SILENT = new Set(
  "SCRIPT STYLE NOSCRIPT TEMPLATE SVG IFRAME OBJECT HEAD SELECT BUTTON".split(" "),
);
/** What stands on lines of its own. */
const BLOCKS = new Set(
  (
    "P DIV SECTION ARTICLE MAIN HEADER FOOTER ASIDE NAV H1 H2 H3 H4 H5 H6 UL OL LI DL DT DD PRE BLOCKQUOTE FIGURE " +
    "FIGCAPTION TABLE TR FORM FIELDSET ADDRESS HR DETAILS SUMMARY"
  ).split(" "),
);

/** As much of a node as is looked at here; any DOM has it. */
type ReadNode = {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly nodeValue: string | null;
  readonly childNodes: Iterable<ReadNode>;
};

/**
 * The text of a part of a page as lines: a paragraph, a heading and an item of a list each on its own.
 * Cost: one pass, without recursion, so that no depth is too much
 */
function blockText(root: unknown): string {
  const lines: string[] = [];
  let line = "";
  const endLine = () => {
    const text = line.replace(/\s+/g, " ").trim();
    if (text !== "" && text !== "-") lines.push(text);
    line = "";
  };
  // What is still to be told: a node, or the end of a block.
  const open: (ReadNode | "end")[] = isNode(root) ? [root] : [];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === "end") {
      endLine();
      continue;
    }
    if (next.nodeType === TEXT) line += next.nodeValue ?? "";
    const name = next.nodeName.toUpperCase();
    if (next.nodeType !== ELEMENT || SILENT.has(name)) continue;
    if (name === "BR") endLine();
    if (name === "TD" || name === "TH") line += " ";
    if (BLOCKS.has(name)) {
      endLine();
      if (name === "LI") line = "- ";
      open.push("end");
    }
    for (const child of [...next.childNodes].reverse()) open.push(child);
  }
  endLine();
  return cleanText(lines.join("\n"));
}

const isNode = (value: unknown): value is ReadNode =>
  typeof value === "object" && value !== null && "childNodes" in value;

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
