import { type Artifacts, type ArtifactVersion, MOST_VERSIONS } from "#shared/contracts/artifact.ts";
import { isJsonObject, type Json, type JsonObject, ownValue } from "#shared/contracts/json.ts";
import type { JsonSchema } from "#shared/contracts/json-schema.ts";
import { fileSchema } from "#shared/contracts/output.ts";
import { foldPhrase } from "#shared/plain-text/fold.ts";
import { type DomainCall, DomainCallError } from "../../ports/domain-client.ts";
import { type FileStore, OUR_FILES } from "../../ports/file-store.ts";

/** Of all files of one call together: in base64 they fit, with words beside them, into the MiB that a domain takes. */
const MOST_BYTES = 600 * 1024;

/**
 * A call with the files that its parameters mean. What a step made is behind a link on our endpoint, in the plan, the
 * journal and the answer; where the capability's params_schema says `format: file`, its domain gets the bytes, as a
 * `data:` URL. Only files of the user whom the call is for. Links to elsewhere stay.
 * Errors: DomainCallError "file", unsent, for a file that has expired, is not the user's, or is too large
 */
export async function attachFiles(
  call: DomainCall,
  schema: JsonSchema,
  store: FileStore,
): Promise<DomainCall> {
  if (!takesFiles(schema)) return call;
  const { intent, context } = call.request;
  let bytesLeft = MOST_BYTES;
  const refuse = (detail: string) => new DomainCallError(call.domain, "file", detail, false);
  const open = async (value: JsonObject): Promise<Json> => {
    const { data: link } = fileSchema.safeParse(value);
    if (link === undefined || !link.url.startsWith(OUR_FILES)) return value;
    const file = await store.find(context, link.url.slice(OUR_FILES.length));
    if (file === undefined)
      throw refuse(`cannot be given "${link.name}": there is no such file any more`);
    bytesLeft -= file.bytes.length;
    if (bytesLeft < 0)
      throw refuse(`cannot be given "${link.name}": ${MOST_BYTES} bytes of files are the most`);
    const { name, media_type, bytes } = file;
    return {
      name,
      media_type,
      url: `data:${media_type};base64,${Buffer.from(bytes).toString("base64")}`,
    };
  };
  const parameters = await opened(intent.parameters, schema, open);
  return {
    ...call,
    request: { context, intent: { ...intent, parameters: parameters as JsonObject } },
  };
}

/** Known for each schema: most capabilities take none. */
const known = new WeakMap<JsonSchema, boolean>();

export function takesFiles(schema: JsonSchema): boolean {
  const before = known.get(schema);
  if (before !== undefined) return before;
  const { format, properties = {}, items, anyOf = [], additionalProperties } = schema;
  const inside = [...Object.values(properties), ...anyOf, items, additionalProperties];
  const takes =
    format === "file" || inside.some((each) => typeof each === "object" && takesFiles(each));
  known.set(schema, takes);
  return takes;
}

/** The value with every object at a place for files opened, one after the other. */
async function opened(
  value: Json,
  schema: JsonSchema,
  open: (file: JsonObject) => Promise<Json>,
): Promise<Json> {
  const { format, properties = {}, items, anyOf = [], additionalProperties } = schema;
  if (isJsonObject(value) && format === "file") return open(value);
  let given = value;
  for (const each of anyOf) given = await opened(given, each, open);
  if (Array.isArray(given)) {
    if (items === undefined || !takesFiles(items)) return given;
    const list: Json[] = [];
    for (const each of given) list.push(await opened(each, items, open));
    return list;
  }
  if (!isJsonObject(given)) return given;
  const entries: [string, Json][] = [];
  for (const [key, each] of Object.entries(given)) {
    const own = ownValue(properties, key) ?? additionalProperties;
    const inside = typeof own === "object" && own !== null ? (own as JsonSchema) : undefined;
    entries.push([key, inside === undefined ? each : await opened(each, inside, open)]);
  }
  return Object.fromEntries(entries);
}

/** What a step adds to an artifact: its next version, or what is said of the words of one. */
export type ArtifactNote = {
  /** `domain.artifact` */
  artifact: string;
  text: string;
  content: Json;
  /** Absent: the words themselves are new. */
  feedback?: string;
  /** What brought text from outside to it. */
  sources: string[];
  at: number;
};

const MOST_CHARS = 2000;
/** Of a result as JSON. */
const MOST_CONTENT_CHARS = 4000;

export function versionsOf(artifacts: Artifacts, artifact: string): readonly ArtifactVersion[] {
  const versions = ownValue(artifacts, artifact);
  return Array.isArray(versions) ? (versions as ArtifactVersion[]) : [];
}

/**
 * The artifacts with further notes, in the order of their making.
 * Shape: feedback goes to the newest version with the same words, whatever their case and accents; where there is
 *        none, the words are a version of their own. The newest 20 are kept and keep their numbers
 */
export function withNotes(artifacts: Artifacts, notes: readonly ArtifactNote[]): Artifacts {
  const next = new Map(Object.entries(artifacts));
  for (const note of notes) {
    const versions = next.get(note.artifact) ?? [];
    next.set(note.artifact, withNote(versions, note).slice(-MOST_VERSIONS));
  }
  return Object.fromEntries(next);
}

function withNote(versions: readonly ArtifactVersion[], note: ArtifactNote): ArtifactVersion[] {
  const text = note.text.slice(0, MOST_CHARS).toWellFormed();
  const content = JSON.stringify(note.content).length > MOST_CONTENT_CHARS ? null : note.content;
  const fresh = {
    version: (versions.at(-1)?.version ?? 0) + 1,
    text,
    content: null,
    feedback: null,
    sources: note.sources,
    created_at: note.at,
  };
  if (note.feedback === undefined) return [...versions, { ...fresh, content }];
  const feedback = { text: note.feedback.slice(0, MOST_CHARS).toWellFormed(), content };
  const said = versions.findLastIndex((each) => sameWords(each.text, text));
  const judged = versions[said];
  if (judged === undefined) return [...versions, { ...fresh, feedback }];
  const sources = [...new Set([...judged.sources, ...note.sources])];
  return versions.with(said, { ...judged, feedback, sources });
}

const sameWords = (one: string, other: string): boolean => wordsOf(one) === wordsOf(other);
const wordsOf = (text: string): string =>
  foldPhrase(text)
    .replace(/[^\p{L}\p{N}%]+/gu, " ")
    .trim();
