import { readFileSync, realpathSync, statSync } from "node:fs";
import { isAbsolute, join, relative, sep } from "node:path";
import { agentDefinition } from "../contracts/agent.ts";
import { type Fault, faultAt, faultsOf, placed } from "../contracts/errors.ts";
import { type Reason, reason } from "../messages/reason.ts";
import { agentFromXml } from "./agent-from-xml.ts";
import { readXml } from "./read-xml.ts";
import { readYaml } from "./read-yaml.ts";

const MAX_FILE_BYTES = 256 * 1024;

/** What an agent's file holds, before its defaults are filled in, or what is wrong with it: `agents/clerk.yaml:3`. */
export type LoadedAgent = { agent: unknown } | { faults: Fault[] };

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
  const read = readYaml(file, text);
  return "faults" in read ? read : { value: read.value, lineOf: (path) => read.lineOf([...path]) };
}

/** Also where a link leads elsewhere. */
function isInside(folder: string, place: string): boolean {
  const way = relative(realpathSync(folder), realpathSync(place));
  return way !== "" && way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
