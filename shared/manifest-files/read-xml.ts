import { SaxesParser } from "saxes";

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
export type XmlFault = { line: number; message: string };

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
  const say = (message: string) => faults.push({ line: parser.line, message });
  parser.on("error", ({ message }) => say(message.replace(/^\d+:\d+: /, "")));
  parser.on("doctype", () => say("document types are not read"));
  parser.on("opentagstart", () => {
    line = parser.line;
  });
  parser.on("opentag", ({ name, attributes }) => {
    const own = new Map(Object.entries(attributes));
    const element: XmlElement = { name, attributes: own, children: [], text: "", line };
    if (open.length >= MOST_DEPTH) say("is nested too deep");
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
    ? { faults: faults.length > 0 ? faults : [{ line: 1, message: "there is no element" }] }
    : { root };
}
