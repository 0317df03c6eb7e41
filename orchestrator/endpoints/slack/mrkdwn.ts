import { type FormattedText, splitFormatted } from "../channels/formatted-text.ts";

const SIGNS: Readonly<Record<string, string>> = { bold: "*", italic: "_", code: "`", pre: "```" };
const MOST_ADDRESS = 1000;

/** What a text must not hold as it stands: with it begin mentions of people and of whole channels. Pure. */
export const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** A text with its marks as Slack reads them, in parts of at most so many characters. Pure. */
export function writtenParts(text: FormattedText, most: number, split = most): string[] {
  return splitFormatted(text, split).flatMap((part) => {
    const written = writtenText(part);
    return written.length <= most ? [written] : writtenParts(part, most, Math.ceil(split / 2));
  });
}

function writtenText({ text, entities }: FormattedText): string {
  let written = "";
  let from = 0;
  for (const mark of entities.toSorted((a, b) => a.offset - b.offset)) {
    if (mark.offset < from) continue;
    const end = mark.offset + mark.length;
    const inside = text.slice(mark.offset, end);
    written += escaped(text.slice(from, mark.offset));
    if (mark.type === "text_link" && mark.url.length <= MOST_ADDRESS)
      written += `<${addressed(mark.url)}|${escaped(inside).replaceAll("\n", " ")}>`;
    else {
      const isBroken = inside.includes("\n") && mark.type !== "pre";
      const sign = isBroken ? "" : (SIGNS[mark.type] ?? "");
      written += `${sign}${escaped(inside)}${sign}`;
    }
    from = end;
  }
  return written + escaped(text.slice(from));
}

/** What would end a link is written as addresses write it. */
const addressed = (url: string): string => escaped(url).replaceAll("|", "%7C");

/** What someone wrote, as they see it: names and links by their labels, without the mentions of us. Pure. */
export function readText(text: string, ours: readonly string[]): string {
  return text
    .replace(/<([^<>|]*)(?:\|([^<>]*))?>/g, (_, what: string, label = "") => {
      if (what.startsWith("@") && ours.includes(what.slice(1))) return " ";
      if (what.startsWith("#")) return `#${String(label || what.slice(1))}`;
      if (what.startsWith("@")) return `@${String(label || what.slice(1)).replace(/^@/, "")}`;
      if (what.startsWith("!")) return String(label || `@${what.slice(1)}`);
      return String(label || what);
    })
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")
    .replace(/[ \t]{2,}/g, " ")
    .trim();
}
