import { SaxesParser, type SaxesTagNS } from "saxes";

/** One resource of a multistatus answer: its properties by "{namespace}name" without those that were refused. */
export type DavResource = { href: string; props: ReadonlyMap<string, DavProperty> };
/** Its text, and the names of the elements in it with their attributes and own text. */
export type DavProperty = {
  text: string;
  inner: readonly { name: string; text: string; attributes: Readonly<Record<string, string>> }[];
};

export const DAV = "DAV:";
export const CALDAV = "urn:ietf:params:xml:ns:caldav";

type Open = { name: string; attributes: Record<string, string>; text: string; children: Open[] };

const MOST_DEPTH = 40;

/**
 * A multistatus answer of WebDAV. No document types, no entities of its own.
 * Errors: Error for what is no such answer
 * Source: RFC 4918, section 13
 */
export function readMultistatus(xml: string): DavResource[] {
  const root = readElements(xml);
  if (root?.name !== `{${DAV}}multistatus`) throw new Error("the answer is no DAV multistatus");
  return within(root, "response").map((response) => ({
    href: within(response, "href")[0]?.text.trim() ?? "",
    props: new Map(within(response, "propstat").filter(isFound).flatMap(propertiesOf)),
  }));
}

const within = ({ children }: Open, name: string): Open[] =>
  children.filter((each) => each.name === `{${DAV}}${name}`);

const isFound = (propstat: Open): boolean =>
  / 2\d\d /.test(` ${within(propstat, "status")[0]?.text ?? ""} `);

const propertiesOf = (propstat: Open): [string, DavProperty][] =>
  within(propstat, "prop").flatMap(({ children }) =>
    children.map(
      (each) => [each.name, { text: each.text, inner: innerOf(each) }] as [string, DavProperty],
    ),
  );

const innerOf = ({ children }: Open): DavProperty["inner"] =>
  children.flatMap((each) => [
    { name: each.name, text: each.text.trim(), attributes: each.attributes },
    ...innerOf(each),
  ]);

function readElements(xml: string): Open | undefined {
  const parser = new SaxesParser({ xmlns: true });
  const open: Open[] = [];
  let root: Open | undefined;
  const refuse = (why: string) => {
    throw new Error(`the answer cannot be read: ${why}`);
  };
  parser.on("error", ({ message }) => refuse(message));
  parser.on("doctype", () => refuse("it has a document type"));
  parser.on("opentag", ({ uri, local, attributes }: SaxesTagNS) => {
    if (open.length >= MOST_DEPTH) refuse("it is nested too deep");
    const own = Object.values(attributes).map(({ local: name, value }) => [name, value] as const);
    const element: Open = {
      name: `{${uri}}${local}`,
      attributes: Object.fromEntries(own),
      text: "",
      children: [],
    };
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
  parser.on("closetag", () => void open.pop());
  parser.write(xml).close();
  return root;
}
