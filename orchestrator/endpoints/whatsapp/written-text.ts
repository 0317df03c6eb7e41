import type { FormattedText } from "../channels/formatted-text.ts";

const SIGNS: Readonly<Record<string, string>> = { bold: "*", code: "`", pre: "```" };

/** A text with its marks as people write them on WhatsApp; a link has its address behind it. Pure. */
export function writtenText({ text, entities }: FormattedText): string {
  let written = "";
  let from = 0;
  for (const mark of entities.toSorted((a, b) => a.offset - b.offset)) {
    const end = mark.offset + mark.length;
    const inside = text.slice(mark.offset, end);
    written += text.slice(from, mark.offset);
    const sign = inside.includes("\n") && mark.type === "bold" ? "" : (SIGNS[mark.type] ?? "");
    const address = mark.type === "text_link" && mark.url !== inside ? ` ${mark.url}` : "";
    written += `${sign}${inside}${sign}${address}`;
    from = end;
  }
  return written + text.slice(from);
}
