import type { FileLink, Source } from "#shared/contracts/output.ts";
import { cleanText, oneLine } from "#shared/plain-text/clean-text.ts";
import { withoutLinks } from "#shared/plain-text/without-links.ts";
import { OUR_FILES } from "../../ports/file-store.ts";

const MOST_TITLE = 500;

/** A source as it is told: its title on one line, and its address only where that leads to a page. */
export const shownSource = ({ title, url }: Source): Source => ({
  title: oneLine(title, MOST_TITLE),
  url: shownAddress(url),
});

/** A file of elsewhere likewise; one that we keep, or that comes in its own address, is told as it is. */
export const shownFile = (file: FileLink): FileLink =>
  file.url.startsWith(OUR_FILES) || file.url.startsWith("data:")
    ? file
    : { ...file, name: oneLine(withoutLinks(file.name), MOST_TITLE), url: shownAddress(file.url) };

function shownAddress(url: string): string {
  const address = URL.parse(url);
  const isPage = address?.protocol === "https:" || address?.protocol === "http:";
  return isPage ? cleanText(url) : "";
}
