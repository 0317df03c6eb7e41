import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Document, isNode, LineCounter, parseDocument } from "yaml";
import { ContractError, type Fault, faultsOf } from "../contracts/errors.ts";
import { isJsonObject, jsonFault } from "../contracts/json.ts";
import { type Manifest, manifestSchema } from "../contracts/manifest.ts";
import { findManifestFiles } from "./manifest-files.ts";

const MAX_FILE_BYTES = 4 * 1024 * 1024;

type Path = (string | number)[];
/** A parsed file that can say on which line a field stands. */
type Source = { file: string; value: unknown; lineOf(path: Path): number };

/**
 * A domain's manifest from its folder, manifest.yaml (or .yml, .json) with one more goal in each
 * goals/*.yaml, or from a single YAML or JSON file.
 * Errors: ContractError whose faults name file, line and field: `manifest.yaml:12: capabilities.0.efect: unknown field`
 * Cost:   reads synchronously; for start-up, and for a file that changed
 */
export function loadManifest(location: URL | string): Manifest {
  const path = location instanceof URL ? fileURLToPath(location) : location;
  const files = findManifestFiles(path);
  const main = readSource(files.folder, files.main);
  const goals = files.goals.map((file) => readSource(files.folder, file));
  if (!isJsonObject(main.value))
    throw refused(files.folder, [located(main, [], "must be an object")]);

  const { goals: written = [], ...rest } = main.value;
  const own: unknown[] = Array.isArray(written) ? written : [];
  const merged = {
    ...rest,
    // With something else in `goals` than a list, the schema's own complaint is the best one.
    goals: Array.isArray(written) ? [...own, ...goals.map((goal) => goal.value)] : written,
  };
  const parsed = manifestSchema.safeParse(merged);
  if (parsed.success) return parsed.data;

  /** The file that a path of the merged manifest came from, and the path inside it. */
  const origin = (path: Path): [Source, Path] => {
    const [field, at, ...inside] = path;
    const goal = field === "goals" && typeof at === "number" ? goals[at - own.length] : undefined;
    return goal === undefined ? [main, path] : [goal, inside];
  };
  const faults = parsed.error.issues.flatMap((issue) => {
    const path = issue.path as Path;
    const unknown = issue.code === "unrecognized_keys";
    const paths = unknown ? issue.keys.map((key): Path => [...path, key]) : [path];
    return paths.map((each) => located(...origin(each), unknown ? "unknown field" : issue.message));
  });
  throw refused(files.folder, faults.length > 0 ? faults : faultsOf(parsed.error));
}

function readSource(folder: string, file: string): Source {
  const place = join(folder, file);
  const bytes = statSync(place).size;
  if (bytes > MAX_FILE_BYTES)
    throw refused(folder, [
      { path: file, message: `${bytes} bytes; ${MAX_FILE_BYTES} are allowed` },
    ]);
  const lines = new LineCounter();
  // JSON is YAML: one parser gives both their positions.
  const document = parseDocument(readFileSync(place, "utf8"), {
    lineCounter: lines,
    prettyErrors: false,
  });
  const faults = [...document.errors, ...document.warnings].map((error) => ({
    path: `${file}:${lines.linePos(error.pos[0]).line}`,
    message: error.message,
  }));
  if (faults.length > 0) throw refused(folder, faults);
  const lineOf = (path: Path): number => {
    // A missing field has no place: its nearest parent has.
    for (let depth = path.length; depth > 0; depth--) {
      const node: unknown = document.getIn(path.slice(0, depth), true);
      if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
    }
    return 1;
  };
  const value = plainValue(document, (message) => refused(folder, [{ path: file, message }]));
  return { file, value, lineOf };
}

function plainValue(document: Document, refusal: (message: string) => ContractError): unknown {
  let value: unknown;
  try {
    value = document.toJS();
  } catch (error) {
    // Aliases that multiply, or nesting that has no end.
    throw refusal(error instanceof Error ? error.message : String(error));
  }
  const fault = jsonFault(value);
  if (fault !== undefined) throw refusal(fault);
  return value;
}

function located({ file, lineOf }: Source, path: Path, message: string): Fault {
  const field = path.length === 0 ? "" : `${path.join(".")}: `;
  return { path: `${file}:${lineOf(path)}`, message: `${field}${message}` };
}

const refused = (folder: string, faults: readonly Fault[]) =>
  new ContractError(`manifest in ${folder}`, faults);
