import { SaxesParser } from "saxes";
import { type Reason, reason } from "../messages/reason.ts";

/** One element, and where it stands. */
export type XmlElement = {
  name: string;
  attributes: ReadonlyMap<string, string>;
  children: XmlElement[];
  /** Its own text, in one piece. */
  text: string;
  line: number;
};

/** What is wrong with a file, and where. */
export type XmlFault = { line: number; why: Reason };

const MOST_DEPTH = 40;

/**
 * A small XML document as elements. No document types, no entities of its own, nothing is ever fetched.
 * Shape: the root, or the faults that keep it from being read
 */
export function readXml(xml: string): { root: XmlElement } | { faults: XmlFault[] } {
  const faults: XmlFault[] = [];
  const open: XmlElement[] = [];
  let root: XmlElement | undefined;
  const parser = new SaxesParser({ xmlns: false });
  let line = 1;
  const say = (why: Reason) => faults.push({ line: parser.line, why });
  parser.on("error", ({ message }) => say(reasonOf(message.replace(/^\d+:\d+: /, ""))));
  parser.on("doctype", () => say(reason("no_document_types")));
  parser.on("opentagstart", () => {
    line = parser.line;
  });
  parser.on("opentag", ({ name, attributes }) => {
    const own = new Map(Object.entries(attributes));
    const element: XmlElement = { name, attributes: own, children: [], text: "", line };
    if (open.length >= MOST_DEPTH) say(reason("nested_too_deep"));
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  });
  const addText = (text: string) => {
    const element = open.at(-1);
    if (element !== undefined) element.text += text;
  };
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("closetag", () => {
    open.pop();
  });
  parser.write(xml).close();
  return root === undefined || faults.length > 0
    ? { faults: faults.length > 0 ? faults : [{ line: 1, why: reason("no_element") }] }
    : { root };
}

/** What the parser, which has no codes, tells as a text; of some, with the name of an element behind it. */
const REASONS = {
  "documents may contain only one root.": "xml_one_root",
  "undefined entity.": "xml_unknown_entity",
  "malformed character entity.": "xml_malformed_entity",
  "unexpected close tag.": "xml_unexpected_close",
  "text data outside of root node.": "xml_text_outside",
  "attribute without value.": "xml_no_value",
  "unquoted attribute value.": "xml_unquoted",
  "unexpected end.": "xml_ends_early",
  "document must contain a root element.": "xml_no_root",
} as const;
const NAMED = { "unclosed tag": "xml_unclosed", "unmatched closing tag": "xml_unmatched" } as const;

const isKeyOf = <T extends object>(table: T, key: string): key is keyof T & string =>
  Object.hasOwn(table, key);

function reasonOf(message: string): Reason {
  if (isKeyOf(REASONS, message)) return reason(REASONS[message]);
  const [what = "", name = ""] = message.split(": ");
  return isKeyOf(NAMED, what)
    ? reason(NAMED[what], { name: name.replace(/\.$/, "") })
    : reason("xml_other", { detail: message });
}
