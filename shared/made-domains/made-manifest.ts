import { parseContract } from "../contracts/errors.ts";
import { isJsonObject, ownValue } from "../contracts/json.ts";
import type { JsonSchema } from "../contracts/json-schema.ts";
import type { ManifestSource } from "../contracts/manifest.ts";
import { type Locale, locales } from "../contracts/names.ts";
import { reason } from "../messages/reason.ts";
import { visibleText } from "../plain-text/clean-text.ts";
import { DocumentError } from "./document.ts";
import { hintsOf } from "./grammar/draft-goal.ts";
import { listsFor } from "./grammar/entities.ts";
import type { Deed } from "./grammar/openings.ts";
import type { Said } from "./grammar/subject-of.ts";
import type { Opened } from "./operations.ts";
import { domainNotes } from "./overlay.ts";

/** What people try with a thing, offered or not. */
const USUAL: readonly Deed[] = ["read", "add", "change", "remove"];

/** What stands in the document is said in no language of ours that we know of; it is cut, and cleaned. */
const described = (text: string | undefined, otherwise: string) => {
  const [line = ""] = visibleText(text ?? "").split("\n");
  const told = line.slice(0, 200) || otherwise;
  return { "pt-BR": told, en: told };
};

/** The manifest of a domain that is made from a document: what the overlay opened, and nothing else. */
export function madeManifest(
  domain: string,
  info: unknown,
  operations: readonly Opened[],
): ManifestSource {
  if (operations.length === 0) throw new DocumentError("x-regente", reason("nothing_opened"));
  const about = isJsonObject(info) ? info : {};
  const notes = parseContract(domainNotes, about["x-regente"] ?? {}, "info.x-regente");
  const title = typeof about["title"] === "string" ? about["title"] : undefined;
  return {
    manifest_version: "1",
    domain,
    version: notes.version ?? "1.0.0",
    description: notes.description ?? described(title, domain),
    ...listsFor(operations.flatMap(({ notes }) => notes.goals)),
    goals: operations.flatMap((operation) =>
      operation.notes.goals.map((goal) => goalOf(goal, operation, operations)),
    ),
    capabilities: operations.map(capabilityOf),
  };
}

type Goal = NonNullable<Opened["notes"]["goals"]>[number];

/** A goal with the templates that its `said` stands for. */
function goalOf(
  { said, hints, ...goal }: Goal,
  { capability, params_schema }: Opened,
  operations: readonly Opened[],
): NonNullable<ManifestSource["goals"]>[number] {
  if (said === undefined) return { ...goal, ...(hints && { hints }), capability };
  const required = new Set(params_schema.required);
  const slots = Object.entries(goal.entities_schema ?? {}).flatMap(([name, { one_word }]) => {
    const schema = ownValue(params_schema.properties, name) as JsonSchema | undefined;
    if (schema === undefined) return [];
    return [{ name, schema, required: required.has(name), mayBeCode: one_word === true }];
  });
  const made = hintsOf(said, slots, missingBeside(said, operations));
  return { ...goal, hints: { ...hints, ...inAll(made, hints ?? {}) }, capability };
}

/** Deeds that people try with a thing, and that the service does not offer with it. */
function missingBeside({ thing }: Said, operations: readonly Opened[]): Deed[] {
  const offered = operations.flatMap(({ notes }) =>
    notes.goals.flatMap((other) =>
      other.said !== undefined && headOf(other.said) === headOf({ thing }) ? [other.said.does] : [],
    ),
  );
  return USUAL.filter((deed) => !offered.includes(deed));
}

/** "business services" and "service" are called by the same word. */
const headOf = ({ thing }: Pick<Said, "thing">): string => {
  const [one = ""] = (thing.en ?? thing["pt-BR"] ?? "").split("|");
  return one.trim().split(" ").at(-1) ?? "";
};

type InSome<T> = { readonly [locale in Locale]?: readonly T[] | undefined };
type Hints = NonNullable<Goal["hints"]>;

/** What was made beside what stands there; what a person wrote comes first. */
function inAll(made: ReturnType<typeof hintsOf>, own: Hints): Hints {
  const joined = <T>(mine: InSome<T> = {}, others: InSome<T> = {}) =>
    Object.fromEntries(
      locales.flatMap((locale) => {
        const all = [...(mine[locale] ?? []), ...(others[locale] ?? [])];
        return all.length === 0 ? [] : [[locale, all]];
      }),
    );
  return {
    templates: joined(own.templates, made.templates),
    examples: joined(own.examples, made.examples),
    negatives: joined(own.negatives, made.negatives),
  };
}

function capabilityOf(opened: Opened): ManifestSource["capabilities"][number] {
  const { capability, notes, effect, isKeyed, params_schema, summary } = opened;
  const { description, confirm, timeout_ms, requires, result_schema, check } = notes;
  return {
    capability,
    description: description ?? described(summary, capability.replaceAll("_", " ")),
    effect,
    repeat: isKeyed ? "keyed" : "once",
    // Whatever comes back was written by others.
    trust: "untrusted",
    timeout_ms: timeout_ms ?? 15_000,
    params_schema,
    ...(confirm !== undefined && { confirm }),
    ...(requires !== undefined && { requires }),
    ...(result_schema !== undefined && { result_schema }),
    ...(check !== undefined && { metadata: { check } }),
  };
}
