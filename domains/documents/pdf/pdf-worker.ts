import { parentPort, workerData } from "node:worker_threads";
import { type MarkedToken, marked, type Token, type Tokens } from "marked";
import pdfmake from "pdfmake";
import fonts from "pdfmake/fonts/Roboto.js";
import type { PdfSource } from "./make-pdf.ts";

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

/** Space between blocks, points. */
const BELOW = 8;
const RULE = {
  canvas: [{ type: "line", x1: 0, y1: 4, x2: 483, y2: 4, lineWidth: 0.5, lineColor: "#c9ced6" }],
  margin: [0, 0, 0, BELOW],
};
const BAR = {
  hLineWidth: () => 0,
  vLineWidth: (column: number) => (column === 0 ? 2 : 0),
  vLineColor: () => "#c9ced6",
};

/**
 * Blocks of Markdown as what pdfmake lays out.
 * Shape:  HTML in the text is text; pictures are those that come with it, all others are told by their words
 */
const pdfBlocks = (tokens: readonly Token[]): PdfNode[] =>
  // No extension is in use, so no other tokens come.
  tokens.flatMap<PdfNode>((token) => block(token as MarkedToken));

function block(token: MarkedToken): PdfNode | PdfNode[] {
  switch (token.type) {
    case "heading":
      return { text: pdfInline(token.tokens), style: `h${Math.min(token.depth, 4)}` };
    case "paragraph":
      return paragraph(token.tokens);
    case "text":
      return paragraph(token.tokens ?? [token]);
    case "list":
      return list(token);
    case "table":
      return table(token);
    case "code":
      return { text: token.text, style: "code", margin: [0, 0, 0, BELOW] };
    case "blockquote":
      return {
        table: { body: [[{ stack: pdfBlocks(token.tokens), style: "quote" }]] },
        layout: BAR,
        margin: [0, 0, 0, BELOW],
      };
    case "hr":
      return RULE;
    case "html":
      return { text: token.text, margin: [0, 0, 0, BELOW] };
    case "space":
    case "def":
      return [];
    // Marks of words, which stand in blocks.
    case "br":
    case "checkbox":
    case "codespan":
    case "del":
    case "em":
    case "escape":
    case "image":
    case "link":
    case "list_item":
    case "strong":
      return paragraph([token]);
  }
}

/** Words and pictures one below the other, for a line of text holds no picture. */
function paragraph(tokens: readonly Token[]): PdfNode[] {
  const blocks: PdfNode[] = [];
  let line: Token[] = [];
  const endLine = () => {
    if (line.length > 0) blocks.push({ text: pdfInline(line), margin: [0, 0, 0, BELOW] });
    line = [];
  };
  for (const token of tokens) {
    const picture = token.type === "image" ? pdfPicture((token as Tokens.Image).href) : undefined;
    if (picture === undefined) line.push(token);
    else {
      endLine();
      blocks.push(picture);
    }
  }
  endLine();
  return blocks;
}

function list({ ordered, start, items }: Tokens.List): PdfNode {
  const entries = items.map(({ tokens }) => ({
    stack: pdfBlocks(tokens).map((each) => ({ ...each, margin: [0, 0, 0, 2] })),
  }));
  const numbered = { ol: entries, ...(typeof start === "number" ? { start } : {}) };
  return { ...(ordered ? numbered : { ul: entries }), margin: [0, 0, 0, BELOW] };
}

function table({ header, rows, align }: Tokens.Table): PdfNode {
  const cell = ({ tokens }: Tokens.TableCell, column: number, style?: string): PdfNode => ({
    text: pdfInline(tokens),
    alignment: align[column] ?? "left",
    ...(style === undefined ? {} : { style }),
  });
  return {
    table: {
      headerRows: 1,
      widths: header.map(() => "auto"),
      body: [
        header.map((each, column) => cell(each, column, "headings")),
        ...rows.map((row) => row.map((each, column) => cell(each, column))),
      ],
    },
    layout: "lightHorizontalLines",
    margin: [0, 2, 0, BELOW],
  };
}

/** A node of pdfmake's document. */
type PdfNode = { readonly [property: string]: unknown };

/** Words of Markdown with their marks, as parts of one text. */
const pdfInline = (tokens: readonly Token[]): PdfNode[] =>
  tokens.flatMap<PdfNode>((token) => inline(token as MarkedToken));

function inline(token: MarkedToken): PdfNode | PdfNode[] {
  switch (token.type) {
    case "strong":
      return { text: pdfInline(token.tokens), bold: true };
    case "em":
      return { text: pdfInline(token.tokens), italics: true };
    case "del":
      return { text: pdfInline(token.tokens), decoration: "lineThrough" };
    case "codespan":
      return { text: token.text, style: "code" };
    case "link":
      return isSafeLink(token.href)
        ? { text: pdfInline(token.tokens), link: token.href, style: "link" }
        : { text: pdfInline(token.tokens) };
    case "image":
      return { text: token.text === "" ? [] : `[${token.text}]` };
    case "br":
      return { text: "\n" };
    case "text":
      return token.tokens === undefined ? { text: token.text } : pdfInline(token.tokens);
    case "escape":
      return { text: token.text };
    // Blocks, and what has no form of its own in a line: as it was written.
    case "blockquote":
    case "checkbox":
    case "code":
    case "def":
    case "heading":
    case "hr":
    case "html":
    case "list":
    case "list_item":
    case "paragraph":
    case "space":
    case "table":
      return { text: token.raw };
  }
}

const isSafeLink = (href: string): boolean =>
  /^(https?|mailto):$/.test(URL.parse(href)?.protocol ?? "");

const INLINE = /^data:image\/(png|jpeg);base64,([A-Za-z0-9+/]+={0,2})$/;
/** What files of each type begin with. */
const SIGNATURES = { png: "89504e470d0a1a0a", jpeg: "ffd8ff" };
/** The width of the text, and a little more than half the height of a page; points. */
const MOST_SPACE = [483, 460];

/** A picture that came with the text as a data: URL; undefined for every other address. */
function pdfPicture(href: string): PdfNode | undefined {
  const [, type, data] = INLINE.exec(href) ?? [];
  if ((type !== "png" && type !== "jpeg") || data === undefined) return undefined;
  const begins = Buffer.from(data.slice(0, 16), "base64").toString("hex");
  if (!begins.startsWith(SIGNATURES[type])) return undefined;
  return { image: href, fit: MOST_SPACE, margin: [0, 4, 0, 8] };
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
