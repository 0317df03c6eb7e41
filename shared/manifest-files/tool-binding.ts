import { type Reason, reason } from "../messages/reason.ts";
import type { XmlElement } from "./read-xml.ts";

/** Tells what is wrong with an element. */
export type Say = (element: XmlElement, why: Reason) => void;
/** What a tool runs, and the parameters that it is given. */
type ToolBinding = { capability: string; bind?: Record<string, string> };

const isNamed = (name: string) => (element: XmlElement) => element.name === name;

/** What a function may hold that is run; one of them. */
const RUN = ["q:invoke", "q:query", "q:llm", "q:data"];
const NAME = /^[a-z][A-Za-z0-9_-]*$/;
/** The only question that a knowledge base takes. */
const SEARCH =
  /^SELECT content(?:, ?relevance)? FROM chunks WHERE content SIMILAR TO :(\w+)(?: LIMIT (\d{1,2}))?$/i;

/**
 * What the `q:function` of a tool runs, as the one capability that it stands for.
 * Shape:  `q:function`, `q:invoke` and `q:llm` name it; a `q:query` is the operator's statement of that name in the domain
 *         `datasource`, a `q:data` the operator's file there, and a `q:query` of `knowledge:faq` is `search_faq`
 * Errors: told by `say` where a meaning is not clear; nothing is guessed
 */
export function bindingOf(body: XmlElement, say: Say): ToolBinding {
  holdsOnly(body, { attributes: ["name", "capability"] }, say);
  const [bound = body, second] = body.children.filter(({ name }) => RUN.includes(name));
  const own = IN_STEP[bound.name];
  if (own !== undefined) {
    holdsOnly(bound, own, say);
    if (body.attributes.has("capability"))
      say(bound, reason("beside_capability", { name: bound.name }));
    for (const param of body.children.filter(isNamed("q:param")))
      say(param, reason("belongs_in", { name: bound.name }));
  }
  if (second !== undefined)
    say(second, reason("one_step_a_tool", { name: second.name, first: bound.name }));
  for (const child of body.children)
    if (!["q:param", "q:return", ...RUN].includes(child.name))
      say(child, reason("bind_a_capability", { name: child.name }));
  const binding = boundBy(bound, say);
  const row = rowReturned(body, bound, say);
  const bind = { ...binding.bind, ...(row !== undefined && { row }) };
  return Object.keys(bind).length === 0 ? { capability: binding.capability } : { ...binding, bind };
}

/** What the steps of a tool may say of themselves, and whether text in them means something. */
const IN_STEP: Readonly<Record<string, Held>> = {
  "q:invoke": { attributes: ["name", "capability"], children: ["q:param"] },
  "q:query": { attributes: ["name", "datasource", "mode"], children: ["q:param"], text: true },
  // A prompt without a capability is refused in words of its own.
  "q:llm": { attributes: ["name", "capability", "model"], children: ["q:param"] },
  "q:data": { attributes: ["name", "datasource", "source"], children: [] },
};
type Held = { attributes: readonly string[]; children?: readonly string[]; text?: boolean };

/** Refuses what an element holds beside this: nothing of a file is passed over. `children` absent: looked at elsewhere. */
export function holdsOnly(element: XmlElement, held: Held, say: Say): void {
  for (const name of element.attributes.keys())
    if (!held.attributes.includes(name) && !name.startsWith("xmlns"))
      say(element, reason("unknown_attribute", { attribute: name, name: element.name }));
  for (const child of held.children === undefined ? [] : element.children)
    if (!held.children?.includes(child.name))
      say(child, reason("means_nothing_in", { name: child.name, parent: element.name }));
  const text = element.text.trim();
  if (held.text !== true && text !== "")
    say(element, reason("text_is_not_run", { name: element.name, text: text.slice(0, 40) }));
}

function boundBy(bound: XmlElement, say: Say): ToolBinding {
  switch (bound.name) {
    case "q:query":
      return queryBinding(bound, say);
    case "q:data":
      return { capability: placeOf(bound, say) };
    case "q:llm":
      if (!bound.attributes.has("capability")) {
        say(bound, reason("prompt_is_capability"));
        return { capability: "" };
      }
  }
  return { capability: attribute(bound, "capability", say), bind: paramsOf(bound, say) };
}

function queryBinding(query: XmlElement, say: Say): ToolBinding {
  const bind = paramsOf(query, say);
  const statement = query.text.replace(/\s+/g, " ").trim();
  const source = query.attributes.get("datasource") ?? "";
  if (source.startsWith("knowledge:")) return searchBinding(query, source, statement, bind, say);
  if (query.attributes.has("mode")) say(query, reason("mode_of_knowledge"));
  for (const [, name = ""] of statement.matchAll(/(?<!:):([A-Za-z_]\w*)/g))
    if (bind[name] === undefined) say(query, reason("needs_param", { name }));
  const capability = placeOf(query, say);
  return { capability, bind: { ...bind, ...(statement !== "" && { statement }) } };
}

function searchBinding(
  query: XmlElement,
  source: string,
  statement: string,
  bind: Record<string, string>,
  say: Say,
): ToolBinding {
  const [name = "", ...domain] = source.slice("knowledge:".length).split(".").reverse();
  const address = [...domain, `search_${name}`].join(".");
  const [, asked = "", limit] = SEARCH.exec(statement) ?? [];
  const value = bind[asked];
  if ((query.attributes.get("mode") ?? "search") !== "search" || value === undefined)
    say(query, reason("knowledge_is_searched"));
  return { capability: address, bind: { query: value ?? "", ...(limit && { limit }) } };
}

/** `datasource="db" name="order"` is `db.order`. */
function placeOf(element: XmlElement, say: Say): string {
  const parts = [attribute(element, "datasource", say), attribute(element, "name", say)];
  for (const part of parts)
    if (part !== "" && !NAME.test(part)) say(element, reason("no_operator_name", { name: part }));
  return parts.join(".");
}

/** `<q:return value="{order[0]}"/>` is the first row. */
function rowReturned(body: XmlElement, bound: XmlElement, say: Say): string | undefined {
  let row: string | undefined;
  const own = bound.attributes.get("name");
  const [, again] = body.children.filter(isNamed("q:return"));
  if (again !== undefined) say(again, reason("a_second", { name: "q:return" }));
  for (const element of body.children.filter(isNamed("q:return"))) {
    holdsOnly(element, { attributes: ["value"], children: [] }, say);
    const value = element.attributes.get("value") ?? "";
    const [whole, name, at] = /^\{(\w+)(?:\[(\d{1,2})\])?\}$/.exec(value) ?? [];
    const isClear = whole !== undefined && (bound === body || name === own);
    if (!isClear || (at !== undefined && bound.name !== "q:query"))
      say(element, reason("gives_what_it_ran", { value, name: own ?? "name" }));
    row = at;
  }
  return row;
}

const paramsOf = (bound: XmlElement, say: Say): Record<string, string> =>
  Object.fromEntries(
    bound.children.filter(isNamed("q:param")).map((param): [string, string] => {
      holdsOnly(param, { attributes: ["name", "value", "type"], children: [] }, say);
      return [attribute(param, "name", say), param.attributes.get("value") ?? ""];
    }),
  );

/** An attribute that an element has to have. */
export function attribute(element: XmlElement, name: string, say: Say): string {
  const value = element.attributes.get(name);
  if (value === undefined || value.trim() === "")
    say(element, reason("needs_attribute", { name: element.name, attribute: name }));
  return value ?? "";
}

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
