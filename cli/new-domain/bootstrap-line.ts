import { isMap, isNode, isSeq, parseDocument, type YAMLSeq } from "yaml";
import type { DomainNames } from "./domain-names.ts";
import { indentAt, spliced } from "./splice.ts";

/** `${GARDEN_URL:-http://127.0.0.1:8103}` */
export const urlVariable = ({ constant }: DomainNames): string => `${constant}_URL`;

/**
 * A bootstrap file's text with one more domain at its end; everything else stays as it was written.
 * Errors: undefined for a text that has no list of domains
 */
export const withDomain = (text: string, names: DomainNames, port: number): string | undefined =>
  withEntry(text, {
    name: names.name,
    url: `\${${urlVariable(names)}:-http://127.0.0.1:${port}}`,
    start: `domains/${names.name}/main.ts`,
  });

/** The same for any entry. */
export function withEntry(text: string, entry: object): string | undefined {
  const list = listIn(text);
  const [start, end] = list?.range ?? [];
  if (list === undefined || start === undefined || end === undefined) return undefined;
  const last = list.items.at(-1);
  if (isNode(last) && last.range != null) {
    const indent = indentAt(text, last.range[0]);
    return spliced(text, [{ at: last.range[1], text: `,\n${indent}${written(entry, indent)}` }]);
  }
  const outer = indentAt(text, start);
  const inner = `${outer}  `;
  const listed = `[\n${inner}${written(entry, inner)}\n${outer}]`;
  return text.slice(0, start) + listed + text.slice(end);
}

/** JSON is YAML as well, and the yaml package knows where each part of a text stands. */
function listIn(text: string): YAMLSeq | undefined {
  const { contents } = parseDocument(text);
  const list = isMap(contents) ? contents.get("domains", true) : contents;
  return isSeq(list) ? list : undefined;
}

const written = (entry: object, indent: string): string =>
  JSON.stringify(entry, null, 2).replaceAll("\n", `\n${indent}`);
