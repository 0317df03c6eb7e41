import { type Program, parseSync } from "oxc-parser";

/**
 * How the core reads what people say, in figures. All of them may only fall: words belong into the files of their language,
 * and a text is read once.
 */
export type WordFigures = {
  /** Of the rooms that read what people say. */
  lines: number;
  /** Named functions that compare a word, look one up or test a pattern on one. */
  deciding: number;
  /** Constants that hold two or more words of a natural language. */
  tables: number;
  words: number;
  /** Places that cut a text into words, and that hear a text made of others. */
  tokenising_calls: number;
  rehearing_calls: number;
  /** Lines of comments with a sentence in quotes. */
  quoted_comments: number;
  literal_comparisons: number;
};

/** Rooms that read what people say. */
export const readsWords = (file: string): boolean =>
  (/^orchestrator\/(understanding|language|turn|conversation|standing|builtin|goals)\//.test(
    file,
  ) ||
    /^shared\/(recognisers|language)\//.test(file)) &&
  !/(\.test|\.contract|\.fixture)\.tsx?$|(^|\/)testing\//.test(file);

/** What the system says itself is no reading. */
const isSpeech = (file: string): boolean =>
  /\/(say|say-[\w-]+|phrases|help|words|show-[\w-]+)\.ts$|\/reply\//.test(file) &&
  !/standing\/words\//.test(file);

const READERS = new Set(
  "tokens deedOf endOfAny contains endsWith isFunctionWord isCommonWord opensQuestion isDeterminer endsAsPast tellsAt isPast readModifiers readReference readCourtesy readRefusal readControl smallWords smallPhrases withoutEnd actionOf stemOf foldPhrase foldLetters deedsIn isAnnounced isStated readReply readReminder readCommand readTime hitsAt".split(
    " ",
  ),
);
const REHEARING = new Set(["hearAs", "understandMessage", "frameOf", "followupsIn", "understand"]);
const REHEARS = /^orchestrator\/(turn|conversation|standing|builtin)\//;

type Node = { type: string; start: number; end: number; [key: string]: unknown };
const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && "start" in value;
const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);
const nodeAt = (node: Node | undefined, key: string): Node | undefined => {
  const value = node?.[key];
  return isNode(value) ? value : undefined;
};
const textAt = (node: Node | undefined, key: string): string => {
  const value = node?.[key];
  return typeof value === "string" ? value : "";
};

/** Every node below one, with the one above it; `enters` says whether to look below. */
function visit(node: Node, look: (node: Node, above?: Node) => boolean, above?: Node): void {
  if (!look(node, above)) return;
  for (const child of childrenOf(node)) visit(child, look, node);
}

const isFunction = ({ type }: Node): boolean =>
  ["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"].includes(type);

function nameOf(node: Node, above: Node | undefined): string {
  const own = textAt(nodeAt(node, "id"), "name");
  if (own !== "" || above === undefined) return own;
  if (above.type === "VariableDeclarator") return textAt(nodeAt(above, "id"), "name");
  return above.type === "Property" || above.type === "MethodDefinition"
    ? textAt(nodeAt(above, "key"), "name") || textAt(nodeAt(above, "key"), "value")
    : "";
}

/** The name of what is called: `f` of `f()`, `m` of `x.m()`. */
function calledName(call: Node): string {
  const callee = nodeAt(call, "callee");
  return callee?.type === "MemberExpression"
    ? textAt(nodeAt(callee, "property"), "name")
    : textAt(callee, "name");
}

const wordsOf = (text: string): string[] => text.match(/[a-zà-ÿ']{2,}/gi) ?? [];

export function wordFigures(files: readonly { file: string; text: string }[]): WordFigures {
  const sum: WordFigures = {
    lines: 0,
    deciding: 0,
    tables: 0,
    words: 0,
    tokenising_calls: 0,
    rehearing_calls: 0,
    quoted_comments: 0,
    literal_comparisons: 0,
  };
  for (const each of files.filter(({ file }) => readsWords(file))) {
    const own = figuresOf(each);
    for (const [name, figure] of Object.entries(own)) sum[name as keyof WordFigures] += figure;
  }
  return sum;
}

function figuresOf({ file, text }: { file: string; text: string }): WordFigures {
  const program: Program = parseSync(file, text).program;
  if (!isNode(program)) throw new Error(`${file}: no program`);
  const { tables, names } = tablesIn(program, text);
  const counts = { tokenising_calls: 0, rehearing_calls: 0, literal_comparisons: 0, deciding: 0 };
  visit(program, (node, above) => {
    if (node.type === "CallExpression") {
      const called = calledName(node);
      const isPlain = nodeAt(node, "callee")?.type === "Identifier";
      if (isPlain && called === "tokens") counts.tokenising_calls += 1;
      if (REHEARING.has(called) && REHEARS.test(file)) counts.rehearing_calls += 1;
    }
    if (isFunction(node) && nameOf(node, above) !== "") {
      const found = decisionsIn(node, text, names);
      counts.literal_comparisons += found.compared;
      if (!isSpeech(file) && found.all > 0) counts.deciding += 1;
    }
    return true;
  });
  return {
    ...counts,
    lines: text.split("\n").length - 1,
    tables: isSpeech(file) ? 0 : tables.length,
    words: isSpeech(file) ? 0 : tables.reduce((all, count) => all + count, 0),
    quoted_comments: (text.match(/^\s*(?:\/\/|\/?\*)[^\n]*?["“][^"”\n]{3,}["”]/gm) ?? []).length,
  };
}

/** How many words each table of a file has, and what the tables are called. */
function tablesIn(program: Node, text: string): { tables: number[]; names: Set<string> } {
  const tables: number[] = [];
  const names = new Set<string>();
  for (const statement of childrenOf(program)) {
    const declared =
      statement.type === "ExportNamedDeclaration" ? nodeAt(statement, "declaration") : statement;
    if (declared?.type !== "VariableDeclaration") continue;
    for (const declarator of childrenOf(declared)) {
      const name = textAt(nodeAt(declarator, "id"), "name");
      const count = name === "" ? 0 : wordsInTable(declarator, text);
      if (count < 2) continue;
      tables.push(count);
      names.add(name);
    }
  }
  return { tables, names };
}

function wordsInTable(declarator: Node, text: string): number {
  const init = nodeAt(declarator, "init");
  if (init === undefined || isFunction(init)) return 0;
  const written = text.slice(init.start, init.end);
  const annotation = nodeAt(nodeAt(declarator, "id"), "typeAnnotation");
  const type = annotation === undefined ? "" : text.slice(annotation.start, annotation.end);
  const isSplit = /\.split\(|\blist\(|\bwords\(|phrases\(/.test(written);
  const isCollection =
    /new Set|new Map/.test(written) || /ArrayExpression|ObjectExpression/.test(init.type);
  const isOfWords =
    /string\b|Phrases|Lexicon|Words|Locale/.test(type) &&
    !/Kind|Production|Strength|\["|Effect|Reason|Status|Tone|Group\b/.test(type);
  const isPattern = init.type === "Literal" && isPatternLiteral(init);
  const isTable = isSplit || (isCollection && !/as const/.test(written) && isOfWords) || isPattern;
  return isTable ? stringsIn(init).reduce((all, each) => all + wordsOf(each).length, 0) : 0;
}

const isPatternLiteral = (node: Node): boolean => "regex" in node;

/** The strings in a value that may be words of a natural language, and the letters of its patterns. */
function stringsIn(init: Node): string[] {
  const found: string[] = [];
  visit(init, (node) => {
    if (node.type === "Literal" && typeof node["value"] === "string") found.push(node["value"]);
    if (node.type === "Literal" && isPatternLiteral(node)) found.push(...lettersOf(node));
    if (node.type === "TemplateElement") found.push(cookedOf(node));
    return true;
  });
  return found.filter(
    (each) =>
      /[a-zà-ÿ]/i.test(each) &&
      !/^[a-z]+_[a-z_]+$/.test(each) &&
      !/^[a-z]{2}-[A-Z]{2}$|\.yaml$|[A-Z]{3,}|https?:|\/v1|#shared/.test(each),
  );
}

function lettersOf(node: Node): string[] {
  const regex = node["regex"];
  const pattern =
    typeof regex === "object" && regex !== null && "pattern" in regex ? String(regex.pattern) : "";
  return wordsOf(pattern.replace(/\\[pP]\{[^}]*\}|\\[a-zA-Z]/g, " "));
}

function cookedOf(node: Node): string {
  const value = node["value"];
  return typeof value === "object" && value !== null && "cooked" in value
    ? String(value.cooked)
    : "";
}

/** How often a function decides by a word, the named functions in it aside. */
function decisionsIn(
  body: Node,
  text: string,
  tables: ReadonlySet<string>,
): { all: number; compared: number } {
  let all = 0;
  let compared = 0;
  visit(body, (node, above) => {
    if (node !== body && isFunction(node) && nameOf(node, above) !== "") return false;
    if (node.type === "CallExpression" && looksUp(node, text, tables)) all += 1;
    if (node.type === "BinaryExpression" && comparesWord(node, text)) {
      all += 1;
      compared += 1;
    }
    return true;
  });
  return { all, compared };
}

function looksUp(call: Node, text: string, tables: ReadonlySet<string>): boolean {
  const called = calledName(call);
  if (READERS.has(called) || called === "test" || called === "exec") return true;
  const object = nodeAt(nodeAt(call, "callee"), "object");
  if (object === undefined || !/^(has|get|includes)$/.test(called)) return false;
  const asked = text.slice(object.start, object.end);
  return [...tables].some(
    (name) => asked === name || asked.startsWith(`${name}[`) || asked.startsWith(`${name}.`),
  );
}

function comparesWord(node: Node, text: string): boolean {
  if (!/^[!=]==$/.test(textAt(node, "operator"))) return false;
  const sides = [nodeAt(node, "left"), nodeAt(node, "right")];
  const literal = sides.find(
    (side) => side?.type === "Literal" && typeof side["value"] === "string",
  );
  const other = sides.find((side) => side !== literal);
  if (literal === undefined || other === undefined) return false;
  const asked = text.slice(other.start, other.end);
  return (
    /^[a-zà-ÿ']+$/.test(textAt(literal, "value")) &&
    /(\bword\b|\bverb\b|\bbefore\b|\bnext\b|\bhead\b|\bfirst\b|wordAt)/.test(asked) &&
    !/\.(kind|value|reason|which|what|leads|status|by|at|do|tier)$/.test(asked)
  );
}
