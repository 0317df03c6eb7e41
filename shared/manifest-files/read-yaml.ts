import { type Document, isNode, isScalar, LineCounter, parseDocument, visit } from "yaml";
import { errorText, type Fault, faultAt } from "../contracts/errors.ts";
import { jsonFault, ownValue } from "../contracts/json.ts";
import { type Reason, reason } from "../messages/reason.ts";
import { keptAsJson } from "../plain-text/kept-yaml.ts";

type Path = readonly (string | number)[];
/** What a YAML file holds, and on which line each field stands; or what is wrong with it. */
type ReadYaml = { value: unknown; lineOf(path: Path): number } | { faults: Fault[] };

/** What the library tells by a code of its own, as far as people run into it. */
const REASONS: ReadonlyMap<string, Reason> = new Map([
  ["BAD_INDENT", reason("yaml_bad_indent")],
  ["BLOCK_AS_IMPLICIT_KEY", reason("yaml_block_as_key")],
  ["DUPLICATE_KEY", reason("yaml_duplicate_key")],
  ["MULTILINE_IMPLICIT_KEY", reason("yaml_key_without_colon")],
  ["TAB_AS_INDENT", reason("yaml_tab")],
  ["BAD_ALIAS", reason("yaml_bad_alias")],
]);

/**
 * A YAML text of a file that processes start with: its values are parsed once and kept, its lines where one is asked for.
 * A text from outside goes to `readYaml`, which keeps nothing.
 * Cost: as `keptAsJson`
 */
export function readKeptYaml(file: string, text: string): ReadYaml {
  let parsed: ReadYaml | undefined;
  const parse = () => (parsed ??= readYaml(file, text));
  const value = keptAsJson(text, () => ownValue(parse(), "value"), "manifest");
  if (parsed !== undefined) return parsed;
  const lineOf = (path: Path) => {
    const read = parse();
    return "lineOf" in read ? read.lineOf(path) : 1;
  };
  return { value, lineOf };
}

/** A YAML text as plain JSON values. JSON is YAML, so that one parser gives both their positions. */
export function readYaml(file: string, text: string): ReadYaml {
  const lines = new LineCounter();
  // The library compares each key with all before it: a minute for 20,000 of them.
  const document = parseDocument(text, {
    ...{ lineCounter: lines, prettyErrors: false, uniqueKeys: false },
  });
  const at = (offset: number) => `${file}:${lines.linePos(offset).line}`;
  const faults = [...document.errors, ...document.warnings].map(({ code, message, pos }) =>
    faultAt(at(pos[0]), REASONS.get(code) ?? reason("yaml_other", { code, detail: message })),
  );
  visit(document, {
    Map(_, { items }) {
      const seen = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        if (seen.has(key.value))
          faults.push(faultAt(at(key.range?.[0] ?? 0), reason("yaml_duplicate_key")));
        seen.add(key.value);
      }
    },
  });
  if (faults.length > 0) return { faults };
  const plain = plainValue(document);
  if ("fault" in plain) return { faults: [faultAt(file, plain.fault)] };
  const lineOf = (path: Path): number => {
    // A missing field has no place: its nearest parent has.
    for (let depth = path.length; depth > 0; depth--) {
      const node: unknown = document.getIn(path.slice(0, depth), true);
      if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
    }
    return 1;
  };
  return { value: plain.value, lineOf };
}

function plainValue(document: Document): { value: unknown } | { fault: string } {
  let value: unknown;
  try {
    value = document.toJS();
  } catch (error) {
    // Aliases that multiply, or nesting that has no end.
    return { fault: errorText(error) };
  }
  const fault = jsonFault(value);
  return fault === undefined ? { value } : { fault };
}
