import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { fileURLToPath } from "node:url";
import { parseSync } from "oxc-parser";

/** What a function gave, and its first argument. */
export type Gave = { readonly id: number; readonly value: unknown; readonly argument: unknown };

/** The named functions of some files, each of which may be switched off: it then gives `instead` and runs nothing. */
export type Switches = {
  /** By number: "orchestrator/understanding/compound.ts:87 isSpeech". */
  readonly names: string[];
  off: { readonly id: number; readonly instead: (argument: unknown) => unknown } | undefined;
  heard: ((gave: Gave) => void) | undefined;
};

const RUNS = "__regenteRuns";
const KEEPS = "__regenteKeeps";

/**
 * From now on, modules of the files that `isSwitched` names are loaded with their functions switched. What the core keeps by
 * text (`remember-texts.ts`) is forgotten by `forget`, so that a switch takes effect at once.
 * Cost: a call more for each call
 */
export function installSwitches(
  root: URL,
  isSwitched: (file: string) => boolean,
): Switches & { forget(): void } {
  const switches: Switches = { names: [], off: undefined, heard: undefined };
  const kept: Map<string, unknown>[] = [];
  const runs = (id: number, run: () => unknown, argument: unknown): unknown => {
    if (switches.off?.id === id) return switches.off.instead(argument);
    const value = run();
    switches.heard?.({ id, value, argument });
    return value;
  };
  const keeps = (map: Map<string, unknown>) => {
    kept.push(map);
    return map;
  };
  Object.assign(globalThis, { [RUNS]: runs, [KEEPS]: keeps });
  registerHooks({
    load(url, context, next) {
      const file = url.startsWith(root.href) ? url.slice(root.href.length) : undefined;
      if (file === undefined || !file.endsWith(".ts")) return next(url, context);
      const isKeeper = file.endsWith("remember-texts.ts");
      if (!isKeeper && !isSwitched(file)) return next(url, context);
      const text = readFileSync(fileURLToPath(url), "utf8");
      const source = isKeeper ? keeping(file, text) : switched(file, text, switches.names);
      return { format: "module-typescript", source, shortCircuit: true };
    },
  });
  return Object.assign(switches, {
    forget() {
      for (const map of kept) map.clear();
    },
  });
}

const KEPT = "new Map<string, V>()";
/** The source with what it keeps made known. Errors: where it keeps nothing so any more, no switch would take effect */
function keeping(file: string, text: string): string {
  if (!text.includes(KEPT)) throw new Error(`${file} has no ${KEPT} any more: name what it keeps`);
  return text.replace(KEPT, `globalThis["${KEEPS}"](${KEPT})`);
}

type Node = { type: string; start: number; end: number; [key: string]: unknown };
const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && "type" in value && "start" in value;
const at = (node: Node | undefined, key: string): Node | undefined => {
  const value = node?.[key];
  return isNode(value) ? value : undefined;
};

/** The source with each named function switched; their names are added to `names`. Pure but for that. */
export function switched(file: string, text: string, names: string[]): string {
  const edits: { place: number; put: string }[] = [];
  const visit = (node: Node, above: Node | undefined): void => {
    const name = nameOf(node, above);
    const body = at(node, "body");
    if (name !== undefined && body !== undefined) {
      const line = text.slice(0, node.start).split("\n").length;
      const id = names.push(`${file}:${line} ${name}`) - 1;
      const [first] = (node["params"] as Node[] | undefined) ?? [];
      const argument = first?.type === "Identifier" ? String(first["name"]) : "undefined";
      const begin = `globalThis["${RUNS}"](${id}, () =>`;
      if (body.type === "BlockStatement")
        edits.push(
          { place: body.start + 1, put: ` return ${begin} {` },
          { place: body.end - 1, put: `}, ${argument});` },
        );
      else
        edits.push(
          { place: text.lastIndexOf("=>", body.start) + 2, put: ` ${begin}` },
          { place: node.end, put: `, ${argument})` },
        );
    }
    for (const child of Object.values(node).flat()) if (isNode(child)) visit(child, node);
  };
  visit(parseSync(file, text).program as unknown as Node, undefined);
  // Where several end at one place, the one that began last ends first.
  const inOrder = edits.map((edit, given) => ({ ...edit, given }));
  inOrder.sort((one, other) => one.place - other.place || other.given - one.given);
  let out = "";
  let from = 0;
  for (const { place, put } of inOrder) {
    out += text.slice(from, place) + put;
    from = place;
  }
  return `${out}${text.slice(from)}`;
}

/** Of a plain function: what is asynchronous or generates gives no value to go without. */
function nameOf(node: Node, above: Node | undefined): string | undefined {
  const isFunction = /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(
    node.type,
  );
  if (!isFunction || node["async"] === true || node["generator"] === true) return undefined;
  const holder = above?.type === "VariableDeclarator" ? at(above, "id") : at(above, "key");
  const isHeld =
    above !== undefined && /^(?:VariableDeclarator|Property|MethodDefinition)$/.test(above.type);
  const named = at(node, "id") ?? (isHeld ? holder : undefined);
  const name = named?.["name"] ?? named?.["value"];
  return typeof name === "string" && name !== "constructor" ? name : undefined;
}
