import {
  type Route,
  type RouteAspect,
  type RouteChange,
  routeAspects,
} from "#shared/contracts/routing.ts";
import { whyIn } from "#shared/messages/messages.ts";
import type { DiffResult, LintResult } from "../orchestrator/quality/tools/results.ts";
import { type QualityWords, qualityWords } from "./quality-words.ts";
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

const MOST_SHOWN = 50;

/** What a candidate changes, for people: the unexpected changes one by one, the intended ones as a number. */
export function showDiff(result: DiffResult, { paint, words }: Terminal): string {
  const say = qualityWords(words.locale);
  const { diff, before, after, missing, surprises, recorded_from } = result;
  const unexpected = diff.changes.filter(({ intended }) => !intended);
  const sources = (name: string, all: DiffResult["before"]) =>
    all.map(({ domain, version, from }) =>
      paint.dim(`${name} ${printable(`${domain} ${version}  ${from}`)}`),
    );
  const changed = after.filter(({ domain, from }) =>
    before.every((each) => each.domain !== domain || each.from !== from),
  );
  return [
    ...sources(say.before, before),
    ...sources(say.after, changed),
    ...missing.map(({ domain, reason }) => paint.yellow(printable(say.missing(domain, reason)))),
    say.compared(diff.examples, diff.recorded),
    ...(recorded_from === null ? [paint.dim(say.nothingRecorded)] : []),
    "",
    ...unexpected.slice(0, MOST_SHOWN).flatMap((change) => changeLines(change, say, paint)),
    ...(unexpected.length > MOST_SHOWN ? [say.more(unexpected.length - MOST_SHOWN), ""] : []),
    diff.changes.length > 0
      ? say.changes(surprises, diff.changes.length - surprises)
      : diff.before === diff.after
        ? say.sameManifests
        : say.noChanges,
  ].join("\n");
}

function changeLines(
  { text, source, changed, before, after }: RouteChange,
  say: QualityWords,
  paint: Terminal["paint"],
): string[] {
  return [
    `${paint.yellow("≠")} "${printable(text)}" ${paint.dim(`(${say.sources[source]})`)}`,
    ...routeAspects
      .filter((aspect) => changed.includes(aspect))
      .map((aspect) => {
        const [old, now] = [before, after].map((route) => printable(inWords(aspect, route, say)));
        return `  ${say.aspects[aspect]}: ${old} → ${now}`;
      }),
    "",
  ];
}

function inWords(aspect: RouteAspect, route: Route, say: QualityWords): string {
  switch (aspect) {
    case "goal":
      return route.goal === null
        ? say.noGoal
        : [`${route.domain}.${route.goal}`, ...route.also].join(" + ");
    case "followups":
      return route.followups.length === 0 ? say.nothingFollows : route.followups.join(" + ");
    case "entities":
      return JSON.stringify(route.entities);
    case "tier":
      return route.tier;
    case "cost":
      return say.costs[route.cost];
  }
}
