import type { MarkedToken, Token, Tokens } from "marked";

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
export const pdfBlocks = (tokens: readonly Token[]): PdfNode[] =>
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
export type PdfNode = { readonly [property: string]: unknown };

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
export function pdfPicture(href: string): PdfNode | undefined {
  const [, type, data] = INLINE.exec(href) ?? [];
  if ((type !== "png" && type !== "jpeg") || data === undefined) return undefined;
  const begins = Buffer.from(data.slice(0, 16), "base64").toString("hex");
  if (!begins.startsWith(SIGNATURES[type])) return undefined;
  return { image: href, fit: MOST_SPACE, margin: [0, 4, 0, 8] };
}
