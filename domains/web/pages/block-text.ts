import { cleanText } from "#shared/plain-text/clean-text.ts";

const ELEMENT = 1;
const TEXT = 3;

/** What is not to be read. */
const SILENT = new Set(
  "SCRIPT STYLE NOSCRIPT TEMPLATE SVG IFRAME OBJECT HEAD SELECT BUTTON".split(" "),
);
/** What stands on lines of its own. */
const BLOCKS = new Set(
  (
    "P DIV SECTION ARTICLE MAIN HEADER FOOTER ASIDE NAV H1 H2 H3 H4 H5 H6 UL OL LI DL DT DD PRE BLOCKQUOTE FIGURE " +
    "FIGCAPTION TABLE TR FORM FIELDSET ADDRESS HR DETAILS SUMMARY"
  ).split(" "),
);

/** As much of a node as is looked at here; any DOM has it. */
type ReadNode = {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly nodeValue: string | null;
  readonly childNodes: Iterable<ReadNode>;
};

/**
 * The text of a part of a page as lines: a paragraph, a heading and an item of a list each on its own.
 * Cost: one pass, without recursion, so that no depth is too much
 */
export function blockText(root: unknown): string {
  const lines: string[] = [];
  let line = "";
  const endLine = () => {
    const text = line.replace(/\s+/g, " ").trim();
    if (text !== "" && text !== "-") lines.push(text);
    line = "";
  };
  // What is still to be told: a node, or the end of a block.
  const open: (ReadNode | "end")[] = isNode(root) ? [root] : [];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === "end") {
      endLine();
      continue;
    }
    if (next.nodeType === TEXT) line += next.nodeValue ?? "";
    const name = next.nodeName.toUpperCase();
    if (next.nodeType !== ELEMENT || SILENT.has(name)) continue;
    if (name === "BR") endLine();
    if (name === "TD" || name === "TH") line += " ";
    if (BLOCKS.has(name)) {
      endLine();
      if (name === "LI") line = "- ";
      open.push("end");
    }
    for (const child of [...next.childNodes].reverse()) open.push(child);
  }
  endLine();
  return cleanText(lines.join("\n"));
}

const isNode = (value: unknown): value is ReadNode =>
  typeof value === "object" && value !== null && "childNodes" in value;
