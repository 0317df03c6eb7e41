import { whyIn } from "#shared/messages/messages.ts";
import type { LintResult } from "../orchestrator/quality/tools/results.ts";
import { qualityWords } from "./quality-words.ts";
import { printable, type Terminal } from "./terminal.ts";

/** Findings for people: what, where, and the way out; then how many. */
export function showLint({ findings, missing }: LintResult, { paint, words }: Terminal): string {
  const say = qualityWords(words.locale);
  const lines = findings.flatMap(
    ({ level, rule, domain, goal, path, sentence, message, way_out }) => [
      `${level === "error" ? paint.red("✗") : paint.yellow("!")} ${paint.bold(goal === null ? domain : `${domain}.${goal}`)} ${rule}  ${paint.dim(path)}`,
      ...(sentence === null ? [] : [`  "${printable(sentence)}"`]),
      `  ${printable(message[words.locale])}`,
      `  ${paint.dim(`→ ${printable(way_out[words.locale])}`)}`,
      "",
    ],
  );
  const broken = findings.filter(({ level }) => level === "error").length;
  const warnings = findings.length - broken;
  return [
    ...lines,
    ...missing.map(({ domain, reason, why = reason }) =>
      paint.red(printable(say.missing(domain, whyIn(words.locale, why)))),
    ),
    ...(findings.length > 0
      ? [say.findings(broken + missing.length, warnings)]
      : missing.length === 0
        ? [say.noFindings]
        : []),
  ].join("\n");
}
