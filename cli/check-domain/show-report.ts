import { type CheckResult, topics } from "#shared/conformance/domain-check.ts";
import { printable, type Terminal } from "../terminal.ts";
import { checkName } from "./check-names.ts";
import { detailIn, ruleIn } from "./detail-in.ts";
import { checkWords } from "./words.ts";

/** The results of a check, and of what. */
export type Report = {
  url: string;
  domain: string;
  version: string;
  checks: readonly CheckResult[];
};

export const countOf = (checks: readonly CheckResult[], outcome: CheckResult["outcome"]): number =>
  checks.filter((check) => check.outcome === outcome).length;

/** A line for each topic, what is broken or was not looked at beneath it, and the sum. `all` names what is kept too. */
export function showReport(
  { url, domain, version, checks }: Report,
  all: boolean,
  terminal: Terminal,
): string {
  const { paint } = terminal;
  const { locale } = terminal.words;
  const words = checkWords(locale);
  const marks = {
    passed: paint.green("✓"),
    failed: paint.red("✗"),
    not_checked: paint.yellow("-"),
  };
  const lines = topics.flatMap((topic) => {
    const own = checks.filter(({ about }) => about === topic);
    if (own.length === 0) return [];
    const worst = own.some(({ outcome }) => outcome === "failed")
      ? marks.failed
      : own.every(({ outcome }) => outcome === "not_checked")
        ? marks.not_checked
        : marks.passed;
    const kept = words.kept(countOf(own, "passed"), own.length);
    return [
      `${worst} ${paint.bold(words.topics[topic])} ${paint.dim(kept)}`,
      ...own
        .filter(({ outcome, detail }) => all || outcome !== "passed" || detail !== "")
        .flatMap(({ name, outcome, detail, rule, sentence }) => [
          `    ${marks[outcome]} ${printable(checkName[locale](name))}`,
          ...(detail === "" ? [] : [`      ${paint.dim(printable(detailIn[locale](detail)))}`]),
          ...(sentence === undefined ? [] : [`      ${words.rule(rule, ruleIn[locale](rule))}`]),
        ]),
    ];
  });
  const [passed, failed, notChecked] = (["passed", "failed", "not_checked"] as const).map(
    (outcome) => countOf(checks, outcome),
  );
  const summary = words.summary(passed ?? 0, failed ?? 0, notChecked ?? 0);
  return [
    printable(words.checked(domain, version, url)),
    "",
    ...lines,
    "",
    failed === 0 ? paint.green(summary) : paint.red(summary),
  ].join("\n");
}
