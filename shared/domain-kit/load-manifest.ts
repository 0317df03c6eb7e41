import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { isNode, LineCounter, parseDocument } from "yaml";
import { ContractError, type Fault, faultsOf } from "../contracts/errors.ts";
import { isJsonObject, jsonFault } from "../contracts/json.ts";
import { type Manifest, manifestSchema } from "../contracts/manifest.ts";

const MANIFEST_NAMES = ["manifest.yaml", "manifest.yml", "manifest.json"];
const GOALS_FOLDER = "goals/";
const YAML_FILE = /\.ya?ml$/;

type Path = (string | number)[];
/** A parsed file that can say on which line a field stands. */
type Source = { file: string; value: unknown; lineOf(path: Path): number };

/**
 * A domain's manifest from its folder: manifest.yaml (or .yml, .json), and one goal in each
 * goals/*.yaml, appended in the order of their names.
 * Errors: ContractError whose faults name file, line and field: `manifest.yaml:12: capabilities.0.efect: unknown field`
 * Cost:   reads synchronously; for start-up
 */
export function loadManifest(folder: URL): Manifest {
  const base = new URL(folder.href.endsWith("/") ? folder : `${folder.href}/`);
  const name = MANIFEST_NAMES.find((name) => existsSync(new URL(name, base)));
  if (name === undefined)
    throw refused(base, [
      { path: "", message: `no manifest here (looked for ${MANIFEST_NAMES.join(", ")})` },
    ]);
  const main = readSource(base, name);
  const goals = goalFiles(base).map((file) => readSource(base, file));
  if (!isJsonObject(main.value)) throw refused(base, [located(main, [], "must be an object")]);

  const own: unknown[] = Array.isArray(main.value["goals"]) ? main.value["goals"] : [];
  // With something else in `goals` than a list, the schema's own complaint is the best one.
  const merged =
    main.value["goals"] !== undefined && !Array.isArray(main.value["goals"])
      ? main.value
      : { ...main.value, goals: [...own, ...goals.map((goal) => goal.value)] };
  const parsed = manifestSchema.safeParse(merged);
  if (parsed.success) return parsed.data;

  /** The file that a path of the merged manifest came from, and the path inside it. */
  const origin = (path: Path): [Source, Path] => {
    const [field, at, ...rest] = path;
    const goal = field === "goals" && typeof at === "number" ? goals[at - own.length] : undefined;
    return goal === undefined ? [main, path] : [goal, rest];
  };
  const faults = parsed.error.issues.flatMap((issue) => {
    const paths: Path[] =
      issue.code === "unrecognized_keys"
        ? issue.keys.map((key) => [...(issue.path as Path), key])
        : [issue.path as Path];
    const message = issue.code === "unrecognized_keys" ? "unknown field" : issue.message;
    return paths.map((path) => located(...origin(path), message));
  });
  throw refused(base, faults.length > 0 ? faults : faultsOf(parsed.error));
}

function goalFiles(base: URL): string[] {
  const folder = new URL(GOALS_FOLDER, base);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => YAML_FILE.test(file))
    .sort()
    .map((file) => `${GOALS_FOLDER}${file}`);
}

function readSource(base: URL, file: string): Source {
  const lines = new LineCounter();
  // JSON is YAML: one parser gives both their positions.
  const document = parseDocument(readFileSync(new URL(file, base), "utf8"), {
    lineCounter: lines,
    prettyErrors: false,
  });
  const faults = [...document.errors, ...document.warnings].map((error) => ({
    path: `${file}:${lines.linePos(error.pos[0]).line}`,
    message: error.message,
  }));
  if (faults.length > 0) throw refused(base, faults);
  const lineOf = (path: Path): number => {
    // A missing field has no place: its nearest parent has.
    for (let depth = path.length; depth > 0; depth--) {
      const node: unknown = document.getIn(path.slice(0, depth), true);
      if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
    }
    return 1;
  };
  const source = { file, value: document.toJS() as unknown, lineOf };
  const fault = jsonFault(source.value);
  if (fault !== undefined) throw refused(base, [{ path: file, message: fault }]);
  return source;
}

function located({ file, lineOf }: Source, path: Path, message: string): Fault {
  const field = path.length === 0 ? "" : `${path.join(".")}: `;
  return { path: `${file}:${lineOf(path)}`, message: `${field}${message}` };
}

const refused = (base: URL, faults: readonly Fault[]) =>
  new ContractError(`manifest in ${fileURLToPath(base)}`, faults);
