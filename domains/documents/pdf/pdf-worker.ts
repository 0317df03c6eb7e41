import { parentPort, workerData } from "node:worker_threads";
import { marked } from "marked";
import pdfmake from "pdfmake";
import fonts from "pdfmake/fonts/Roboto.js";
import type { PdfSource } from "./make-pdf.ts";
import { type PdfNode, pdfBlocks, pdfPicture } from "./pdf-blocks.ts";

/** A text in Markdown as the pages of a document: its title, its blocks, and at the foot the day and the page. */
function layOut(source: PdfSource): PdfNode {
  const { title, shows_title, content, pictures, locale, foot, timezone, created_at } = source;
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
        {
          text: foot.replace("{page}", String(page)).replace("{pages}", String(pages)),
          alignment: "right",
        },
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

pdfmake.addFonts(fonts);
// Pictures come with the text or not at all; of files, the library needs its own fonts.
const fontFiles = new Set(Object.values(fonts.Roboto));
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => fontFiles.has(path));

const document = layOut(workerData as PdfSource);
// It decodes pictures in the background.
process.on("uncaughtException", giveUp);
void make().then((pdf) => parentPort?.postMessage(pdf), giveUp);

async function make(): Promise<Uint8Array> {
  return new Uint8Array(await pdfmake.createPdf(document).getBuffer());
}

/** A picture that is broken, a text that cannot be laid out: there is no PDF of it. A file that is not there is our fault. */
function giveUp(error: unknown): void {
  if (error instanceof Error && "syscall" in error) throw error;
}
