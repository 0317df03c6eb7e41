import { type FormattedText, splitFormatted } from "../channels/formatted-text.ts";

const SIGNS: Readonly<Record<string, string>> = { bold: "*", code: "`", pre: "```" };
const MOST_ADDRESS = 1000;
/** What ends a sentence ends no address. */
const ADDRESS = /(https?:\/\/[^\s<>"'|]{1,1000}[^\s<>"'|.,;:!?)\]])/;

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
    const end = mark.offset + mark.length;
    const inside = text.slice(mark.offset, end);
    written += plainly(text.slice(from, mark.offset));
    const address = mark.type === "text_link" ? addressed(mark.url) : undefined;
    if (address !== undefined && address.length <= MOST_ADDRESS)
      written += `<${address}|${escaped(inside).replaceAll("\n", " ")}>`;
    else {
      const isBroken = inside.includes("\n") && mark.type !== "pre";
      const sign = isBroken ? "" : (SIGNS[mark.type] ?? "");
      written += `${sign}${escaped(inside)}${sign}`;
    }
    from = end;
  }
  return written + plainly(text.slice(from));
}

/** As it stands, with its addresses as links: Slack is told to read nothing else into it. */
const plainly = (text: string): string =>
  text
    .split(ADDRESS)
    .map((piece, at) => {
      const address = addressed(piece);
      return at % 2 === 1 && address.length <= MOST_ADDRESS ? `<${address}>` : escaped(piece);
    })
    .join("");

/** What would end a link is written as addresses write it. */
const addressed = (url: string): string => escaped(url).replaceAll("|", "%7C");
