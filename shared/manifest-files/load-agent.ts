import { readFileSync, realpathSync, statSync } from "node:fs";
import { isAbsolute, join, relative, sep } from "node:path";
import { z } from "zod";
import { type AgentSource, agentDefinition } from "../contracts/agent.ts";
import { type Fault, faultAt, faultsOf, placed } from "../contracts/errors.ts";
import type { Json } from "../contracts/json.ts";
import type { JsonSchema } from "../contracts/json-schema.ts";
import { isSafeKey } from "../contracts/names.ts";
import { type Reason, reason } from "../messages/reason.ts";
import { readXml, type XmlElement, type XmlFault } from "./read-xml.ts";
import { readKeptYaml } from "./read-yaml.ts";
import { attribute, bindingOf, checkPage, holdsOnly, type Say } from "./tool-binding.ts";

const MAX_FILE_BYTES = 256 * 1024;

/** What an agent's file holds, before its defaults are filled in, or what is wrong with it: `agents/clerk.yaml:3`. */
type LoadedAgent = { agent: unknown } | { faults: Fault[] };

/**
 * An agent from its own file beside the manifest: YAML with the fields of a definition, or XML with a `<q:agent>`.
 * Errors: none; faults name file, line and field
 */
export function loadAgent(folder: string, file: string): LoadedAgent {
  const refuse = (why: Reason): LoadedAgent => ({ faults: [faultAt(`${file}:1`, why)] });
  const place = join(folder, file);
  const found = statSync(place, { throwIfNoEntry: false });
  if (found?.isFile() !== true) return refuse(reason("no_file"));
  if (!isInside(folder, place)) return refuse(reason("must_stand_in_folder"));
  if (found.size > MAX_FILE_BYTES)
    return refuse(reason("too_many_bytes", { bytes: found.size, most: MAX_FILE_BYTES }));
  const text = readFileSync(place, "utf8");
  const read =
    file.endsWith(".xml") || file.endsWith(".q") ? fromXml(file, text) : fromYaml(file, text);
  if ("faults" in read) return read;
  const parsed = agentDefinition.safeParse(read.value);
  if (parsed.success) return { agent: read.value };
  const faults = faultsOf(parsed.error).map((fault) =>
    faultAt(`${file}:${read.lineOf(fault.path.split("."))}`, placed(fault)),
  );
  return { faults };
}

type Read = { value: unknown; lineOf(path: readonly string[]): number } | { faults: Fault[] };

function fromXml(file: string, text: string): Read {
  const document = readXml(text);
  const agent = "faults" in document ? document : agentFromXml(document.root);
  if ("faults" in agent)
    return {
      faults: agent.faults.map(({ line, why }) => faultAt(`${file}:${line}`, why)),
    };
  const { source, lines } = agent;
  const lineOf = (path: readonly string[]) => {
    for (let depth = path.length; depth > 0; depth--) {
      const line = lines.get(path.slice(0, depth).join("."));
      if (line !== undefined) return line;
    }
    return lines.get("") ?? 1;
  };
  return { value: source, lineOf };
}

function fromYaml(file: string, text: string): Read {
  const read = readKeptYaml(file, text);
  return "faults" in read ? read : { value: read.value, lineOf: (path) => read.lineOf([...path]) };
}

/** Also where a link leads elsewhere. */
function isInside(folder: string, place: string): boolean {
  const way = relative(realpathSync(folder), realpathSync(place));
  return way !== "" && way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

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
 * Errors: every fault with its line; nothing is guessed
 */
function agentFromXml(
  root: XmlElement,
): { source: AgentSource; lines: Map<string, number> } | { faults: XmlFault[] } {
  const faults: XmlFault[] = [];
  const say: Say = ({ line }, why) => {
    faults.push({ line, why });
  };
  const agents = root.name === "q:agent" ? [root] : root.children.filter(isNamed("q:agent"));
  const [agent, second] = agents;
  if (agent === undefined) say(root, reason("no_agent"));
  if (second !== undefined) say(second, reason("one_agent"));
  if (agent === undefined || second !== undefined) return { faults };

  const lines = new Map<string, number>([["", agent.line]]);
  holdsOnly(agent, { attributes: AGENT_FIELDS }, say);
  const known = ["q:instruction", "q:tool", "q:execute"];
  for (const child of agent.children)
    if (!known.includes(child.name)) say(child, reason("no_part_of_agent", { name: child.name }));
  const instruction = only("q:instruction");
  const execute = only("q:execute");
  if (instruction === undefined) say(agent, reason("needs_instruction"));
  checkBindings(root, { agent, instruction, execute }, say);
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
    if (again !== undefined) say(again, reason("a_second", { name: tag }));
    return first;
  }

  function numberOf(element: XmlElement, field: string, value: string): number {
    const number = Number(value);
    if (value.trim() === "" || !Number.isFinite(number))
      say(element, reason("attribute_no_number", { field, value }));
    return number;
  }

  function toolOf(tool: XmlElement, at: number): object {
    lines.set(`tools.${at}`, tool.line);
    holdsOnly(tool, { attributes: ["name", "description"] }, say);
    const functions = tool.children.filter(isNamed("q:function"));
    const [body] = functions;
    if (body === undefined || functions.length > 1) say(tool, reason("needs_one_function"));
    for (const child of tool.children)
      if (!["q:param", "q:function"].includes(child.name))
        say(child, reason("no_part_of_tool", { name: child.name }));
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
      const attributes = ["name", "type", "required", "default", "description"];
      holdsOnly(param, { attributes, children: [] }, say);
      const name = attribute(param, "name", say);
      const type = param.attributes.get("type") ?? "string";
      if (!TYPES.has(type) || !isSafeKey(name))
        say(param, reason("attribute_no_type", { options: [...TYPES], value: type }));
      const description = param.attributes.get("description");
      properties.push([
        name,
        {
          type: TYPES.has(type) ? (type as "string") : "string",
          ...(description !== undefined && { description }),
          ...defaultOf(param, type, say),
        },
      ]);
      const isRequired = param.attributes.get("required") ?? "false";
      if (!["true", "false"].includes(isRequired))
        say(param, reason("attribute_no_boolean", { value: isRequired }));
      if (isRequired === "true") required.push(name);
    }
    return {
      type: "object",
      properties: Object.fromEntries(properties),
      required,
      additionalProperties: false,
    };
  }
}

/** What a parameter is where the agent gives none. */
function defaultOf(param: XmlElement, type: string, say: Say): { default?: Json } {
  const said = param.attributes.get("default");
  if (said === undefined) return {};
  const value =
    type === "string" ? said : z.union([z.boolean(), z.number()]).safeParse(plain(said)).data;
  const isOfType = typeof value === (type === "integer" ? "number" : type);
  if (value !== undefined && isOfType && (type !== "integer" || Number.isInteger(value)))
    return { default: value };
  say(param, reason("default_of_type", { type, value: said }));
  return {};
}

const plain = (text: string): unknown =>
  text === "true" ? true : text === "false" ? false : text.trim() === "" ? text : Number(text);

/** Instructions are the house's, and what the user says is the task: so names are filled in there, and only there. */
function checkBindings(
  root: XmlElement,
  parts: {
    agent: XmlElement;
    instruction: XmlElement | undefined;
    execute: XmlElement | undefined;
  },
  say: Say,
): void {
  const { agent, instruction, execute } = parts;
  const text = { children: [], text: true };
  if (instruction !== undefined) holdsOnly(instruction, { ...text, attributes: [] }, say);
  if (execute !== undefined) holdsOnly(execute, { ...text, attributes: ["task", "context"] }, say);
  const asked = [...(execute?.attributes.values() ?? []), execute?.text ?? ""].flatMap(namesIn);
  const given = root.children
    .filter((each) => root !== agent && isNamed("q:param")(each))
    .map((each) => attribute(each, "name", say));
  const filledIn = new Set([...given, ...asked]);
  for (const each of namesIn(instruction?.text ?? ""))
    if (instruction !== undefined && filledIn.has(each))
      say(instruction, reason("not_filled_in_here", { name: each }));
  if (execute === undefined || given.length === 0) return;
  for (const each of asked)
    if (!given.includes(each)) say(execute, reason("no_param_of_component", { name: each }));
}

const namesIn = (text: string): string[] =>
  [...text.matchAll(/\{([A-Za-z_]\w*)\}/g)].map(([, name = ""]) => name);

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
