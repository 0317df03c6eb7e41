import { type Locale, locales } from "../contracts/names.ts";
import { visibleText } from "../plain-text/visible-text.ts";
import type { Draft } from "./draft.ts";
import { DocumentError } from "./fault.ts";
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
  if (unknown !== undefined) throw new DocumentError(unknown, "is no tool of this server");
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
    update: { "x-regente": notesFor(tool, domain) },
  }));
  const about = { title: `${domain} for Regente`, version: "0.1.0" };
  return {
    overlay: { overlay: "1.1.0", info: about, actions },
    opened: opened.map(({ capability }) => capability),
    leftOut,
  };
}

const openings: Readonly<Record<Locale, string>> = {
  "pt-BR": "[você pode] [por favor]",
  en: "[can you] [please]",
};
const asks: Readonly<Record<Locale, (label: string) => string>> = {
  "pt-BR": (label) => `Qual ${label}?`,
  en: (label) => `Which ${label}?`,
};

function notesFor({ capability, params_schema, summary }: OpenedTool, domain: string): object {
  const inEach = <T>(make: (locale: Locale) => T) =>
    Object.fromEntries(locales.map((locale) => [locale, make(locale)]));
  const required = (params_schema.required ?? []).filter((name) => name !== ANSWER_PARAM);
  const spoken = capability.replaceAll("_", " ");
  const slots = required.map((name) => ` {${name}}`).join("");
  const [line = ""] = visibleText(summary ?? "").split("\n");
  const description = inEach(() => line.slice(0, 120) || spoken);
  const entities_schema = Object.fromEntries(
    required.map((name) => {
      const type = params_schema.properties?.[name]?.type;
      const isPlain = type === "integer" || type === "number" || type === "boolean";
      const question = inEach((locale) => asks[locale](name.replaceAll(/[_-]+/g, " ")));
      return [name, { ...(isPlain && { type }), required: true, question }];
    }),
  );
  const goal = `${domain}_${capability}`.toUpperCase().replaceAll(/\W/g, "_").slice(0, 64);
  const templates = inEach((locale) => [`${openings[locale]} ${spoken}${slots}`]);
  return {
    capability,
    description,
    goals: [{ goal, description, hints: { templates }, entities_schema }],
  };
}
