import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ContractError, type Fault, faultAt, faultsOf, placed } from "../contracts/errors.ts";
import { isJsonObject, ownValue } from "../contracts/json.ts";
import { type Manifest, manifestSchema } from "../contracts/manifest.ts";
import { reason } from "../messages/reason.ts";
import { loadAgent } from "./load-agent.ts";
import { findManifestFiles } from "./manifest-files.ts";
import { readKeptYaml, readYaml } from "./read-yaml.ts";

const MAX_FILE_BYTES = 4 * 1024 * 1024;

type Path = (string | number)[];
/** A parsed file that can say on which line a field stands. */
type Source = { file: string; value: unknown; lineOf(path: Path): number };

/**
 * A domain's manifest from its folder, manifest.yaml (or .yml, .json) with one more goal in each
 * goals/*.yaml, or from a single YAML or JSON file. A capability's agent may stand in a file of its own.
 * Errors: ContractError whose faults name file, line and field: `manifest.yaml:12: capabilities.0.efect: unknown field`
 * Cost:   reads synchronously; for start-up, and for a file that changed
 * `texts`: by the file's name, what is read instead of it.
 */
export function loadManifest(
  location: URL | string,
  texts: ReadonlyMap<string, string> = new Map(),
): Manifest {
  const path = location instanceof URL ? fileURLToPath(location) : location;
  const files = findManifestFiles(path);
  const main = readSource(files.folder, files.main, texts);
  const goals = files.goals.map((file) => readSource(files.folder, file, texts));
  if (!isJsonObject(main.value))
    throw refused(files.folder, [
      located(main, [], faultAt("", reason("must_be", { options: [reason("an_object")] }))),
    ]);

  const { goals: written = [], ...rest } = main.value;
  const own: unknown[] = Array.isArray(written) ? written : [];
  const merged = {
    ...rest,
    ...(Object.hasOwn(rest, "capabilities") && {
      capabilities: withAgentFiles(files.folder, rest["capabilities"]),
    }),
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
  const faults = faultsOf(parsed.error).map((fault) =>
    located(...origin(placesOf(fault.path)), fault),
  );
  throw refused(files.folder, faults);
}

const placesOf = (path: string): Path =>
  path === "" ? [] : path.split(".").map((each) => (/^\d+$/.test(each) ? Number(each) : each));

function readSource(folder: string, file: string, texts: ReadonlyMap<string, string>): Source {
  const place = join(folder, file);
  const bytes = statSync(place).size;
  if (bytes > MAX_FILE_BYTES)
    throw refused(folder, [
      faultAt(file, reason("too_many_bytes", { bytes, most: MAX_FILE_BYTES })),
    ]);
  const given = texts.get(file);
  const read =
    given === undefined ? readKeptYaml(file, readFileSync(place, "utf8")) : readYaml(file, given);
  if ("faults" in read) throw refused(folder, read.faults);
  return { file, ...read };
}

/** Each `agent: agents/clerk.yaml` of a capability, replaced by what that file holds. */
function withAgentFiles(folder: string, capabilities: unknown): unknown {
  if (!Array.isArray(capabilities)) return capabilities;
  const faults: Fault[] = [];
  const loaded = capabilities.map((capability: unknown) => {
    const file = ownValue(capability, "agent");
    if (typeof file !== "string" || !isJsonObject(capability)) return capability;
    const read = loadAgent(folder, file);
    if ("agent" in read) return { ...capability, agent: read.agent };
    faults.push(...read.faults);
    return capability;
  });
  if (faults.length > 0) throw refused(folder, faults);
  return loaded;
}

const located = ({ file, lineOf }: Source, path: Path, fault: Fault): Fault =>
  faultAt(`${file}:${lineOf(path)}`, placed({ ...fault, path: path.join(".") }));

const refused = (folder: string, faults: readonly Fault[]) =>
  new ContractError(reason("manifest_in", { folder }), faults);
