import { reason } from "../messages/reason.ts";
import type { XmlElement } from "./read-xml.ts";
import { holdsOnly, type Say } from "./tool-binding.ts";

/** What of an agent's end a page may show, as such files name it. */
const RESULT = ["success", "result", "error", "executionTime", "iterations", "actionCount"];
const OF_RESULT = new Set([...RESULT, "actions", "tokenUsage"]);
const OF_ACTION = new Set(["tool", "args", "result"]);
/** What means something in a page. */
const KNOWN = ["q:if", "q:loop"];

const BINDING = /\{([^{}]*)\}/g;
/** A place, and what it may be compared with. */
const EXPRESSION =
  /^\s*([A-Za-z_]\w*)(?:\.(\w+))?\s*(?:(?:==|!=|>=|<=|>|<)\s*(?:\d+(?:\.\d+)?|'[^']*'|"[^"]*"|true|false)\s*)?$/;

/**
 * The page of a component: what it binds must be there, although an answer is words on every channel and no page is drawn.
 * Errors: told by `say` for a binding, a condition or a loop whose meaning is not clear, with its line
 */
export function checkPage(component: XmlElement, agent: string, say: Say): void {
  const params = component.children
    .filter(({ name }) => name === "q:param")
    .flatMap(({ attributes }) => attributes.get("name") ?? []);
  const names = new Map<string, ReadonlySet<string> | undefined>([
    ...params.map((name) => [name, undefined] as const),
    [agent, undefined],
    [`${agent}_result`, OF_RESULT],
  ]);
  for (const child of component.children)
    if (!["q:param", "q:knowledge", "q:agent"].includes(child.name))
      checkElement(child, names, say);
}

type Names = ReadonlyMap<string, ReadonlySet<string> | undefined>;

function checkElement(element: XmlElement, names: Names, say: Say): void {
  const { name, attributes, children, text } = element;
  if (name.startsWith("q:") && !KNOWN.includes(name)) {
    say(element, reason("give_a_tool", { name }));
    return;
  }
  const texts = [text, ...attributes.values()];
  for (const each of texts)
    for (const [, expression = ""] of each.matchAll(BINDING))
      checkExpression(element, expression, names, say);
  let inside = names;
  if (name === "q:if" && !/^\{[^{}]+\}$/.test(attributes.get("condition") ?? ""))
    say(element, reason("needs_condition"));
  const own = name === "q:if" ? ["condition"] : name === "q:loop" ? ["items", "var"] : undefined;
  if (own !== undefined) holdsOnly(element, { attributes: own, text: true }, say);
  if (name === "q:loop") inside = insideLoop(element, names, say);
  for (const child of children) checkElement(child, inside, say);
}

function insideLoop(element: XmlElement, names: Names, say: Say): Names {
  const items = element.attributes.get("items") ?? "";
  const variable = element.attributes.get("var") ?? "";
  const [, list = "", field] = /^\{(\w+)\.(\w+)\}$/.exec(items) ?? [];
  if (field !== "actions" || names.get(list) !== OF_RESULT || variable === "")
    say(element, reason("loop_over_actions"));
  return new Map([...names, [variable, OF_ACTION]]);
}

function checkExpression(element: XmlElement, expression: string, names: Names, say: Say): void {
  const [, name, field] = EXPRESSION.exec(expression) ?? [];
  const fields = name === undefined ? undefined : names.get(name);
  const isKnown =
    name !== undefined && names.has(name) && (field === undefined || fields?.has(field) === true);
  if (isKnown) return;
  const there = [...names.keys()].map((each) => `{${each}}`).join(", ");
  say(element, reason("page_knows_not", { expression, names: there }));
}
