import type { MarkedToken, Token } from "marked";

/** A node of pdfmake's document. */
export type PdfNode = { readonly [property: string]: unknown };

/** Words of Markdown with their marks, as parts of one text. */
export const pdfInline = (tokens: readonly Token[]): PdfNode[] =>
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
