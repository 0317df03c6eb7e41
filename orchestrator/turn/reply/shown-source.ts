import type { Source } from "#shared/contracts/output.ts";
import { cleanText, oneLine } from "#shared/plain-text/clean-text.ts";

const MOST_TITLE = 500;

/** A source as it is told: its title on one line, and its address only where that leads to a page. */
export function shownSource({ title, url }: Source): Source {
  const address = URL.parse(url);
  const isPage = address?.protocol === "https:" || address?.protocol === "http:";
  return { title: oneLine(title, MOST_TITLE), url: isPage ? cleanText(url) : "" };
}
