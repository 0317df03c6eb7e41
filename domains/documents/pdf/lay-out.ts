import { marked } from "marked";
import type { PdfSource } from "./make-pdf.ts";
import { pdfBlocks } from "./pdf-blocks.ts";
import type { PdfNode } from "./pdf-inline.ts";
import { pdfPicture } from "./pdf-picture.ts";

const PAGE_WORDS = { "pt-BR": "página", en: "page" };
const OF = { "pt-BR": "de", en: "of" };

/** A text in Markdown as the pages of a document: its title, its blocks, and at the foot the day and the page. */
export function layOut(source: PdfSource): PdfNode {
  const { title, shows_title, content, pictures, locale, timezone, created_at } = source;
  const day = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: timezone }).format(
    created_at,
  );
  return {
    info: { title, producer: "Regente", creationDate: new Date(created_at) },
    pageSize: "A4",
    pageMargins: [56, 56, 56, 64],
    defaultStyle: { font: "Roboto", fontSize: 11, lineHeight: 1.25, color: "#1f2328" },
    styles: {
      title: { fontSize: 22, bold: true, margin: [0, 0, 0, 14] },
      h1: { fontSize: 19, bold: true, margin: [0, 12, 0, 6] },
      h2: { fontSize: 16, bold: true, margin: [0, 10, 0, 5] },
      h3: { fontSize: 13.5, bold: true, margin: [0, 8, 0, 4] },
      h4: { fontSize: 12, bold: true, margin: [0, 6, 0, 3] },
      code: { fontSize: 9.5, background: "#f0f1f3", preserveLeadingSpaces: true },
      quote: { italics: true, color: "#57606a" },
      link: { color: "#0b57d0", decoration: "underline" },
      headings: { bold: true, fillColor: "#f0f1f3" },
    },
    footer: (page: number, pages: number) => ({
      columns: [
        { text: day },
        { text: `${PAGE_WORDS[locale]} ${page} ${OF[locale]} ${pages}`, alignment: "right" },
      ],
      margin: [56, 20, 56, 0],
      fontSize: 8.5,
      color: "#57606a",
    }),
    content: [
      ...(shows_title ? [{ text: title, style: "title" }] : []),
      // What a domain says on lines of its own stays on them.
      ...pdfBlocks(marked.lexer(content, { gfm: true, breaks: true })),
      ...pictures.flatMap((href) => pdfPicture(href) ?? []),
    ],
  };
}
