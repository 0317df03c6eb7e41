import { join, normalize } from "node:path/posix";
import { parseSync, Visitor } from "oxc-parser";

export type Found = { text: string; line: number };

/** What the rules look at in one file. */
export type Source = {
  file: string;
  lines: number;
  /** Every module it names: static, type-only, re-exported, dynamic, `import("x").T`, and `new URL("./x.ts", import.meta.url)`. */
  imports: Found[];
  /** Of these, what is there for the compiler alone: `import type`. */
  typesOnly: Set<Found>;
  /** Of these, what runs as a process or a thread of its own. */
  started: string[];
  /** The names under which others import from it. */
  exports: string[];
  /** Strings, template parts and plain property names; not the specifiers of imports. */
  words: Found[];
  /** What it calls or constructs, as written: `fetch`, `Date.now`, `new Function`, `new Date()` where without arguments. */
  calls: Found[];
  comments: Found[];
  /** Properties that it reads by name: `intent.goal`, `intent["goal"]`, `({ goal })`; not what is only logged. */
  reads: Found[];
  /** Strings that something is compared with: `x === "en"`, `case "en":`. */
  compared: Found[];
  /** Its functions, each with its lines without those of the functions in it. */
  functions: { line: number; lines: number }[];
};

/**
 * Reads one TypeScript file by its syntax tree, so that a violation in a comment is none and one
 * across lines is found.
 * Errors: throws when the file does not parse
 */
export function readSource(file: string, text: string): Source {
  const { program, comments, errors } = parseSync(file, text);
  if (errors[0] !== undefined) throw new Error(`${file}: ${errors[0].message}`);
  const source: Source = {
    file,
    lines: text.split("\n").length,
    imports: [],
    typesOnly: new Set(),
    started: [],
    exports: [],
    words: [],
    calls: [],
    comments: [],
    reads: [],
    compared: [],
    functions: [],
  };
  const logged: { start: number; end: number }[] = [];
  const read: { text: string; start: number }[] = [];
  const bodies: { start: number; end: number }[] = [];
  const at = (start: number) => text.slice(0, start).split("\n").length;
  const written = (node: { start: number; end: number }) => text.slice(node.start, node.end);
  const specifiers = new Set<number>();
  const importOf = (node: { type: string; start: number; end: number }) => {
    specifiers.add(node.start);
    const isPlain = node.type === "Literal";
    const name = isPlain ? written(node).slice(1, -1) : "a computed module";
    const found = { text: name, line: at(node.start) };
    source.imports.push(found);
    return found;
  };

  const compare = (side: { type: string; start: number; end: number } | null) => {
    if (side?.type === "Literal")
      source.compared.push({
        text: written(side).replace(/^["']|["']$/g, ""),
        line: at(side.start),
      });
  };

  new Visitor({
    FunctionDeclaration: (node) => void bodies.push(node),
    FunctionExpression: (node) => void bodies.push(node),
    ArrowFunctionExpression: (node) => void bodies.push(node),
    BinaryExpression: ({ left, right, operator }) => {
      if (!/^[!=]==?$/.test(operator)) return;
      compare(left);
      compare(right);
    },
    SwitchCase: ({ test }) => compare(test),
    ImportDeclaration: (node) => {
      const found = importOf(node.source);
      if (node.importKind === "type") source.typesOnly.add(found);
    },
    ExportAllDeclaration: (node) => void importOf(node.source),
    ExportNamedDeclaration: (node) => {
      if (node.source) importOf(node.source);
      const { declaration } = node;
      const declared =
        declaration === null
          ? []
          : "declarations" in declaration
            ? declaration.declarations.map(({ id }) => written(id).split(":")[0])
            : "id" in declaration && declaration.id !== null
              ? [written(declaration.id)]
              : [];
      for (const name of [...declared, ...node.specifiers.map(({ exported }) => written(exported))])
        if (name !== undefined) source.exports.push(name);
    },
    ImportExpression: (node) => void importOf(node.source),
    TSImportType: (node) => void source.typesOnly.add(importOf(node.source)),
    TSExternalModuleReference: (node) => void importOf(node.expression),
    CallExpression: (node) => {
      source.calls.push({ text: written(node.callee), line: at(node.start) });
      if (/\blog\.(?:debug|info|warn|error)$/.test(written(node.callee))) logged.push(node);
    },
    MemberExpression: ({ property, computed }) => {
      const isNamed = !computed || property.type === "Literal";
      if (isNamed)
        read.push({ text: written(property).replace(/^["']|["']$/g, ""), start: property.start });
    },
    ObjectPattern: ({ properties }) => {
      for (const each of properties)
        if (each.type === "Property") read.push({ text: written(each.key), start: each.start });
    },
    NewExpression: (node) => {
      const name = written(node.callee);
      const [first, base] = node.arguments;
      if (name === "URL" && first && base && written(base) === "import.meta.url")
        if (first.type === "Literal" && /\.ts["']$/.test(written(first))) {
          importOf(first);
          source.started.push(written(first).slice(1, -1));
        }
      const bare = node.arguments.length === 0 ? "()" : "";
      source.calls.push({ text: `new ${name}${bare}`, line: at(node.start) });
    },
    Literal: (node) => {
      if (typeof node.value === "string" && !specifiers.has(node.start))
        source.words.push({ text: node.value, line: at(node.start) });
    },
    TemplateElement: (node) => {
      source.words.push({ text: node.value.raw, line: at(node.start) });
    },
    Property: (node) => {
      if (!node.computed && node.key.type === "Identifier")
        source.words.push({ text: node.key.name, line: at(node.key.start) });
    },
  }).visit(program);
  source.reads = read
    .filter(({ start }) => !logged.some((call) => call.start <= start && start < call.end))
    .map(({ text: name, start }) => ({ text: name, line: at(start) }));
  source.functions = ownLinesOf(bodies, at);
  source.comments = comments.map(({ value, start }) => ({ text: value, line: at(start) }));
  return source;
}

type Range = { start: number; end: number };

function ownLinesOf(bodies: readonly Range[], at: (place: number) => number): Source["functions"] {
  const isIn = (inner: Range, outer: Range) =>
    inner !== outer && outer.start <= inner.start && inner.end <= outer.end;
  const linesOf = ({ start, end }: Range) => at(end) - at(start) + 1;
  // Most are far too short to look into.
  return bodies
    .filter((body) => linesOf(body) > FEW_LINES)
    .map((body) => {
      const inner = bodies.filter((each) => isIn(each, body));
      const nearest = inner.filter((each) => !inner.some((other) => isIn(each, other)));
      const taken = nearest.reduce((sum, each) => sum + linesOf(each) - 1, 0);
      return { line: at(body.start), lines: linesOf(body) - taken };
    });
}
const FEW_LINES = 60;

/** The file that an import means, from the root of the repository; undefined for a package. */
export function importedFile(file: string, specifier: string): string | undefined {
  if (specifier.startsWith("#shared/")) return specifier.slice(1);
  if (specifier.startsWith(".")) return normalize(join(file, "..", specifier));
  return undefined;
}
