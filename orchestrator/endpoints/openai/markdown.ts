import type { TurnResponse } from "#shared/contracts/endpoints.ts";
import { OUR_FILES } from "../../ports/file-store.ts";

type Told = Pick<TurnResponse, "answer" | "sources" | "files">;

/** A domain's own text may not end the link that it stands in. */
const inBrackets = (text: string): string => text.replace(/[[\]\\]/g, "\\$&").replace(/\s+/g, " ");

/** An address that a client may be sent to, as it is written in Markdown; undefined for any other scheme. */
export function linkTo(url: string, origin: string): string | undefined {
  const whole = url.startsWith("/") && !url.startsWith("//") ? `${origin}${url}` : url;
  return /^https?:\/\//i.test(whole)
    ? whole.replace(/[\s()<>\\]/g, (char) => `%${char.charCodeAt(0).toString(16).padStart(2, "0")}`)
    : undefined;
}

/** Where a source or a file of elsewhere leads, which its name does not say; "" for our own. */
function hostOf(url: string): string {
  const host = URL.parse(url)?.hostname ?? "";
  return host === "" ? "" : ` (${host})`;
}

/** The answer with its pictures, files and sources as Markdown, which every client shows. */
export function markdownOf({ answer, sources, files }: Told, origin: string): string {
  if (files.length === 0 && sources.length === 0) return answer;
  // One picture of a kind is enough: a chart comes as PNG for everyone and as SVG for those who ask.
  // A client loads a picture by itself, so that only our own files are any.
  const images = files.filter(
    ({ media_type, url }) => media_type.startsWith("image/") && url.startsWith(OUR_FILES),
  );
  const shown = images.find(({ media_type }) => media_type !== "image/svg+xml") ?? images[0];
  const link = (title: string, url: string) => {
    const target = linkTo(url, origin);
    return target === undefined ? inBrackets(title) : `[${inBrackets(title)}](${target})`;
  };
  const others = files
    .filter((file) => file !== shown)
    .map(({ name, url }) => `${link(name, url)}${hostOf(url)}`);
  const read = sources.map(({ title, url }) => `- ${link(title, url)}${hostOf(url)}`);
  return [
    answer,
    ...(shown === undefined ? [] : [`!${link(shown.name, shown.url)}`]),
    ...(others.length === 0 ? [] : [others.join(" · ")]),
    ...(read.length === 0 ? [] : [read.join("\n")]),
  ].join("\n\n");
}
