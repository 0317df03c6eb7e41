import { type CheckResult, topics } from "#shared/conformance/domain-check.ts";
import { printable, type Terminal } from "../terminal.ts";

/** The results of a check, and of what. */
type Report = {
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
  const { say } = terminal.words;
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
    const kept = say("check_domain.kept", { kept: countOf(own, "passed"), all: own.length });
    return [
      `${worst} ${paint.bold(say(`check_domain.topic.${topic}`))} ${paint.dim(kept)}`,
      ...own
        .filter(({ outcome, detail }) => all || outcome !== "passed" || detail !== "")
        .flatMap(({ name, outcome, detail, rule, sentence }) => [
          `    ${marks[outcome]} ${printable(name)}`,
          ...(detail === "" ? [] : [`      ${paint.dim(printable(detail))}`]),
          ...(sentence === undefined
            ? []
            : [`      ${say("check_domain.rule", { number: rule, sentence })}`]),
        ]),
    ];
  });
  const failed = countOf(checks, "failed");
  const summary = [
    say("check_domain.kept_promises", { count: countOf(checks, "passed") }),
    say("check_domain.broken", { count: failed }),
    say("check_domain.not_checked", { count: countOf(checks, "not_checked") }),
  ].join(", ");
  return [
    printable(say("check_domain.checked", { domain, version, url })),
    "",
    ...lines,
    "",
    failed === 0 ? paint.green(summary) : paint.red(summary),
  ].join("\n");
}
