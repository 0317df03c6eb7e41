import type { InBothLanguages, LintFinding, LintRule } from "#shared/contracts/lint.ts";
import type { Locale } from "#shared/contracts/names.ts";
import { ENGINE } from "../../understanding/classifier/training-bytes.ts";

/** To be raised with every change of a rule: what was found before is then looked for again. */
const RULES = 6;
/** What finds; also how sentences are understood decides over some findings. */
export const LINTER = `${RULES}.${ENGINE}`;

/** Rules whose findings hold a new manifest back. All of them can be told from the manifest alone. */
const ERRORS: ReadonlySet<LintRule> = new Set([
  "bad_template",
  "dangling_reference",
  "unknown_capability",
  "wrong_mark",
  "denied_example",
  "weak_followup",
]);

export type Place = { domain: string; goal?: string; path: string; sentence?: string };

/** What a rule says about one place, and what its author can do. */
export const finding = (
  rule: LintRule,
  { domain, goal, path, sentence }: Place,
  message: InBothLanguages,
  way_out: InBothLanguages,
): LintFinding => ({
  level: ERRORS.has(rule) ? "error" : "warning",
  rule,
  domain,
  goal: goal ?? null,
  path,
  sentence: sentence ?? null,
  message,
  way_out,
});

export const isError = ({ level }: LintFinding): boolean => level === "error";

/** A language by its name in either language. */
export const languageNames: Readonly<Record<Locale, InBothLanguages>> = {
  "pt-BR": { "pt-BR": "português", en: "Portuguese" },
  en: { "pt-BR": "inglês", en: "English" },
};
