import type { Effect } from "../../contracts/capability.ts";
import type { JsonSchema } from "../../contracts/json-schema.ts";
import { type ManifestSource, manifestSchema } from "../../contracts/manifest.ts";
import { type Reason, reason } from "../../messages/reason.ts";
import { fold } from "../../plain-text/fold.ts";
import { DocumentError } from "../document.ts";
import { draftGoal } from "./draft-goal.ts";
import { listsFor, paramsSchemaOf, type Slot } from "./entities.ts";
import { englishOf } from "./nouns.ts";
import { type Deed, deedSaid } from "./openings.ts";

type Line = { said: string; deed: Deed; noun: string[]; slots: Slot[] };

const EFFECTS: Readonly<Record<Deed, Effect>> = {
  read: "read",
  count: "read",
  convert: "read",
  add: "write",
  change: "write",
  cancel: "destructive",
  remove: "destructive",
  send: "external",
};
const USUAL: readonly Deed[] = ["add", "change", "remove"];
const SMALL = new Set("a an the o os as um uma my meu minha all todos todas de of".split(" "));
/** `year: number` */
const TYPES: Readonly<Record<string, JsonSchema>> = {
  text: { type: "string", maxLength: 2000 },
  number: { type: "number" },
  integer: { type: "integer" },
  date: { type: "string", format: "date" },
  email: { type: "string", format: "email" },
};

/**
 * The first manifest of a domain that is told in lines: "find a book by title", "marcar consulta com médico, dia: date".
 * Shape:  a deed, a thing, and after by, with, por or com its values; `?` after one that may be left out
 * Errors: DocumentError naming the line that begins with no known deed, or says a thing twice
 */
export function draftLines(domain: string, lines: readonly string[]): ManifestSource {
  const read = lines.map(readLine);
  const goals = read.map((line) => {
    const same = read.filter((each) => each.noun.at(-1) === line.noun.at(-1));
    const missing =
      line.deed === "read" ? USUAL.filter((deed) => !same.some((each) => each.deed === deed)) : [];
    const drafted = draftGoal({ ...line, missing, isOnlyOne: same.length === 1 });
    return {
      goal: nameOf(domain, line).toUpperCase(),
      description: { "pt-BR": line.said, en: line.said },
      capability: nameOf(domain, line),
      ...drafted,
    };
  });
  const source = {
    manifest_version: "1" as const,
    domain,
    version: "0.1.0",
    description: { "pt-BR": domain, en: domain },
    ...listsFor(goals),
    goals,
    capabilities: read.map((line) => ({
      capability: nameOf(domain, line),
      description: { "pt-BR": line.said, en: line.said },
      effect: EFFECTS[line.deed],
      ...(EFFECTS[line.deed] !== "read" && { repeat: "keyed" as const }),
      params_schema: paramsSchemaOf(line.slots),
    })),
  };
  manifestSchema.parse(source);
  return source;
}

const nameOf = (domain: string, { deed, noun }: Line): string =>
  `${domain}_${deed}_${noun.join("_")}`.replaceAll(/\W/g, "_").slice(0, 64);

function readLine(said: string): Line {
  const refuse = (why: Reason) => new DocumentError(`"${said}"`, why);
  const [what = "", values = ""] = said.split(/\s+(?:by|with|por|com)\s+/, 2);
  const [verb = "", ...rest] = fold(what).split(/[^\p{L}\p{N}]+/u);
  const deed = deedSaid(verb);
  if (deed === undefined) throw refuse(reason("draft_begins_with_deed"));
  const noun = rest.filter((word) => word !== "" && !SMALL.has(word)).map(englishOf);
  if (noun.length === 0) throw refuse(reason("draft_names_no_thing"));
  const slots = values
    .split(/,|\s+(?:and|e)\s+/)
    .map((each) => each.trim())
    .filter((each) => each !== "")
    .map((each): Slot => {
      const [name = "", type = "text"] = fold(each)
        .replace("?", "")
        .split(/\s*:\s*/);
      const schema = TYPES[type.trim()];
      if (schema === undefined)
        throw refuse(
          reason("draft_knows_types", { types: Object.keys(TYPES).join(", "), given: type }),
        );
      return { name: slug(englishOf(name.trim())), schema, required: !each.includes("?") };
    });
  return { said, deed, noun: noun.slice(-2).map(slug), slots };
}

/** Letters, digits and underscores of the basic alphabet. */
const slug = (text: string): string =>
  text
    .trim()
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replaceAll(/^_+|_+$/g, "") || "value";
