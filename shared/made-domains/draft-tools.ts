import { reason } from "../messages/reason.ts";
import { visibleText } from "../plain-text/clean-text.ts";
import { DocumentError } from "./document.ts";
import type { Draft } from "./draft.ts";
import { entitiesOf } from "./grammar/entities.ts";
import { saidOf } from "./grammar/said.ts";
import { actingSubjectOf, subjectOf } from "./grammar/subject-of.ts";
import { ANSWER_PARAM, type OpenedTool, type PinnedTool, toolsOf } from "./pinned-tools.ts";

/** More would be a domain that no one has thought about. */
const MOST = 20;

/** The first version of an overlay for tools: each that is wanted (the first twenty, when none is named), with a goal. */
export function draftToolOverlay(
  tools: Readonly<Record<string, PinnedTool>>,
  title: string,
  domain: string,
  wanted: readonly string[],
): Draft {
  const unknown = wanted.find((name) => !Object.hasOwn(tools, name));
  if (unknown !== undefined) throw new DocumentError(unknown, reason("no_such_tool"));
  const names = wanted.length > 0 ? wanted : Object.keys(tools).slice(0, MOST);
  const leftOut: Draft["leftOut"] = [];
  const opened = names.flatMap((name) => {
    const alone = { info: { title }, tools: { [name]: { ...tools[name], "x-regente": {} } } };
    try {
      return toolsOf(alone, false);
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error;
      leftOut.push({ operation: name, why: error.message });
      return [];
    }
  });
  const actions = opened.map((tool) => ({
    target: `$.tools['${tool.tool.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}']`,
    update: {
      "x-regente": notesFor(tool, domain, tools[tool.tool]?.annotations?.["readOnlyHint"] === true),
    },
  }));
  const about = { title: `${domain} for Regente`, version: "0.1.0" };
  return {
    overlay: { overlay: "1.1.0", info: about, actions },
    opened: opened.map(({ capability }) => capability),
    leftOut,
  };
}

function notesFor(
  { capability, params_schema, summary }: OpenedTool,
  domain: string,
  /** As its server says, which is enough to choose words by. */
  onlyReads: boolean,
): object {
  const subject =
    (onlyReads ? undefined : actingSubjectOf(capability, domain)) ??
    subjectOf(capability, { deed: "read", noun: [domain] });
  const required = new Set(params_schema.required);
  const slots = Object.entries(params_schema.properties ?? {})
    .filter(([name]) => name !== ANSWER_PARAM)
    .map(([name, schema]) => ({ name, schema, required: required.has(name) }));
  const [line = ""] = visibleText(summary ?? "").split("\n");
  const described = line.slice(0, 120) || capability.replaceAll("_", " ");
  const goal = `${domain}_${capability}`.toUpperCase().replaceAll(/\W/g, "_").slice(0, 64);
  const needsValue = slots.some((slot) => slot.required);
  return {
    capability,
    goals: [
      {
        goal,
        description: { "pt-BR": described, en: described },
        said: saidOf({ ...subject, isOnlyOne: false, needsValue }),
        entities_schema: entitiesOf(slots, subject.noun),
      },
    ],
  };
}
