import { oneLine } from "#shared/plain-text/clean-text.ts";

/** A page without its menus, advertisements and scripts. */
export type ReadablePage = {
  title: string | null;
  site: string | null;
  author: string | null;
  /** As the page says it. */
  published_at: string | null;
  text: string;
};

/** What the library, or the page itself, says of it. */
type Said = Partial<
  Record<"title" | "site" | "author" | "published_at", string | null | undefined>
>;

const LONGEST_NAME = 200;

/** Undefined where there is nothing to read. */
export function readablePage(said: Said, text: string): ReadablePage | undefined {
  const name = (value: string | null | undefined) => oneLine(value ?? "", LONGEST_NAME) || null;
  const { title, site, author, published_at } = said;
  if (text === "") return undefined;
  return {
    title: name(title),
    site: name(site),
    author: name(author),
    published_at: name(published_at),
    text,
  };
}
