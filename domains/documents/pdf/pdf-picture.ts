import type { PdfNode } from "./pdf-inline.ts";

const INLINE = /^data:image\/(png|jpeg);base64,([A-Za-z0-9+/]+={0,2})$/;
/** What files of each type begin with. */
const SIGNATURES = { png: "89504e470d0a1a0a", jpeg: "ffd8ff" };
/** The width of the text, and a little more than half the height of a page; points. */
const MOST_SPACE = [483, 460];

/** A picture that came with the text as a data: URL; undefined for every other address. */
export function pdfPicture(href: string): PdfNode | undefined {
  const [, type, data] = INLINE.exec(href) ?? [];
  if ((type !== "png" && type !== "jpeg") || data === undefined) return undefined;
  const begins = Buffer.from(data.slice(0, 16), "base64").toString("hex");
  if (!begins.startsWith(SIGNATURES[type])) return undefined;
  return { image: href, fit: MOST_SPACE, margin: [0, 4, 0, 8] };
}
