import type { AgentSource } from "../contracts/agent.ts";
import type { JsonSchema } from "../contracts/json-schema.ts";
import { isSafeKey } from "../contracts/names.ts";
import { bothLanguages } from "./both-languages.ts";
import { checkPage } from "./check-page.ts";
import type { XmlElement, XmlFault } from "./read-xml.ts";
import { attribute, bindingOf, type Say } from "./tool-binding.ts";

type Fields = readonly string[];
const AGENT_FIELDS: Fields = [
  ...["name", "role", "model", "endpoint", "max_iterations", "timeout", "tags", "context_limit"],
  ...["memory_window", "temperature", "top_p", "max_tokens"],
];
const TYPES = new Set(["string", "integer", "number", "boolean"]);

/**
 * A `<q:agent>`, alone or inside a `<q:component>`, as the source of a definition.
 * Shape:  `q:instruction` is the prompt, `q:execute` the task, `q:tool` a tool that binds what its `q:function` runs
 *         (tool-binding.ts); what the function's own parameters say in braces is what the agent fills in. What a component
 *         holds beside its agent is checked and not run
 * Errors: every fault with its line, in both languages; nothing is guessed
 */
export function agentFromXml(
  root: XmlElement,
): { source: AgentSource; lines: Map<string, number> } | { faults: XmlFault[] } {
  const faults: XmlFault[] = [];
  const say: Say = ({ line }, en, pt) => {
    faults.push({ line, message: bothLanguages(en, pt) });
  };
  const agents = root.name === "q:agent" ? [root] : root.children.filter(isNamed("q:agent"));
  const [agent, second] = agents;
  if (agent === undefined) say(root, "there is no <q:agent>", "não há nenhum <q:agent>");
  if (second !== undefined) say(second, "one <q:agent> a file", "só um <q:agent> por arquivo");
  if (agent === undefined || second !== undefined) return { faults };

  const lines = new Map<string, number>([["", agent.line]]);
  onlyAttributes(agent, AGENT_FIELDS);
  const known = ["q:instruction", "q:tool", "q:execute"];
  for (const child of agent.children)
    if (!known.includes(child.name))
      say(
        child,
        `<${child.name}> is no part of an agent`,
        `<${child.name}> não faz parte de um agente`,
      );
  const instruction = only("q:instruction");
  const execute = only("q:execute");
  if (instruction === undefined)
    say(agent, "needs a <q:instruction>", "precisa de um <q:instruction>");
  const name = attribute(agent, "name", say);
  if (root !== agent) checkPage(root, name, say);
  const context = execute?.attributes.get("context") ?? "";
  const task =
    execute &&
    [execute.attributes.get("task") ?? execute.text.trim(), context]
      .filter((text) => text !== "")
      .join("\n");
  if (instruction !== undefined) lines.set("prompt", instruction.line);
  if (execute !== undefined) lines.set("task", execute.line);

  const source: Record<string, unknown> = {
    name,
    role: agent.attributes.get("role") ?? name,
    prompt: dedented(instruction?.text ?? ""),
    ...(task !== undefined && task !== "" && { task }),
    tools: agent.children.filter(isNamed("q:tool")).map(toolOf),
  };
  for (const field of AGENT_FIELDS.slice(2)) {
    const value = agent.attributes.get(field);
    if (value === undefined) continue;
    if (field === "model" || field === "endpoint") source[field] = value;
    else if (field === "tags") source["tags"] = value.split(",").map((tag) => tag.trim());
    else source[field === "timeout" ? "timeout_ms" : field] = numberOf(agent, field, value);
  }
  // The definition's own schema judges it; here it only has its shape.
  return faults.length > 0 ? { faults } : { source: source as AgentSource, lines };

  function only(tag: string): XmlElement | undefined {
    const [first, again] = agent?.children.filter(isNamed(tag)) ?? [];
    if (again !== undefined) say(again, `a second <${tag}>`, `um segundo <${tag}>`);
    return first;
  }

  function onlyAttributes(element: XmlElement, allowed: Fields): void {
    for (const name of element.attributes.keys())
      if (!allowed.includes(name) && !name.startsWith("xmlns"))
        say(
          element,
          `${name}: unknown attribute of <${element.name}>`,
          `${name}: atributo desconhecido de <${element.name}>`,
        );
  }

  function numberOf(element: XmlElement, field: string, value: string): number {
    const number = Number(value);
    if (value.trim() === "" || !Number.isFinite(number))
      say(
        element,
        `${field} must be a number, not "${value}"`,
        `${field} deve ser um número, não "${value}"`,
      );
    return number;
  }

  function toolOf(tool: XmlElement, at: number): object {
    lines.set(`tools.${at}`, tool.line);
    onlyAttributes(tool, ["name", "description"]);
    const functions = tool.children.filter(isNamed("q:function"));
    const [body] = functions;
    if (body === undefined || functions.length > 1)
      say(
        tool,
        "needs one <q:function> that binds a capability",
        "precisa de um <q:function> que aponte uma capability",
      );
    for (const child of tool.children)
      if (!["q:param", "q:function"].includes(child.name))
        say(
          child,
          `<${child.name}> is no part of a tool`,
          `<${child.name}> não faz parte de uma ferramenta`,
        );
    return {
      name: attribute(tool, "name", say),
      description: tool.attributes.get("description") ?? "",
      params: paramsOf(tool),
      ...(body !== undefined && bindingOf(body, say)),
    };
  }

  function paramsOf(tool: XmlElement): JsonSchema {
    const properties: [string, JsonSchema][] = [];
    const required: string[] = [];
    for (const param of tool.children.filter(isNamed("q:param"))) {
      onlyAttributes(param, ["name", "type", "required", "default", "description"]);
      const name = attribute(param, "name", say);
      const type = param.attributes.get("type") ?? "string";
      if (!TYPES.has(type) || !isSafeKey(name))
        say(
          param,
          `type must be ${[...TYPES].join(", ")}, not "${type}"`,
          `type deve ser ${[...TYPES].join(", ")}, não "${type}"`,
        );
      const description = param.attributes.get("description");
      properties.push([
        name,
        {
          type: TYPES.has(type) ? (type as "string") : "string",
          ...(description !== undefined && { description }),
        },
      ]);
      if (param.attributes.get("required") === "true") required.push(name);
    }
    return {
      type: "object",
      properties: Object.fromEntries(properties),
      required,
      additionalProperties: false,
    };
  }
}

const isNamed = (name: string) => (element: XmlElement) => element.name === name;

/** Text as it was meant: without the indent that the file gives it. */
function dedented(text: string): string {
  const lines = text
    .replace(/^\s*\n/, "")
    .trimEnd()
    .split("\n");
  const indents = lines
    .filter((line) => line.trim() !== "")
    .map((line) => /^\s*/.exec(line)?.[0].length ?? 0);
  const least = Math.min(...indents);
  return lines
    .map((line) => line.slice(least))
    .join("\n")
    .trim();
}
