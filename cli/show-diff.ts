import {
  type Route,
  type RouteAspect,
  type RouteChange,
  routeAspects,
} from "#shared/contracts/routing.ts";
import { whyIn } from "#shared/messages/messages.ts";
import type { DiffResult, LintResult } from "../orchestrator/quality/tools/results.ts";
import { printable, type Say, type Terminal } from "./terminal.ts";

/** Findings for people: what, where, and the way out; then how many. */
export function showLint({ findings, missing }: LintResult, { paint, words }: Terminal): string {
  const { say, locale } = words;
  const lines = findings.flatMap(
    ({ level, rule, domain, goal, path, sentence, message, way_out }) => [
      `${level === "error" ? paint.red("✗") : paint.yellow("!")} ${paint.bold(goal === null ? domain : `${domain}.${goal}`)} ${rule}  ${paint.dim(path)}`,
      ...(sentence === null ? [] : [`  "${printable(sentence)}"`]),
      `  ${printable(message[locale])}`,
      `  ${paint.dim(`→ ${printable(way_out[locale])}`)}`,
      "",
    ],
  );
  const broken = findings.filter(({ level }) => level === "error").length;
  const warnings = findings.length - broken;
  return [
    ...lines,
    ...missing.map(({ domain, reason, why = reason }) =>
      paint.red(printable(say("left_out", { domain, why: whyIn(locale, why) }))),
    ),
    ...(findings.length > 0
      ? [
          `${say("lint.errors", { count: broken + missing.length })}, ${say("lint.warnings", { count: warnings })}`,
        ]
      : missing.length === 0
        ? [say("lint.none")]
        : []),
  ].join("\n");
}

const MOST_SHOWN = 50;

/** What a candidate changes, for people: the unexpected changes one by one, the intended ones as a number. */
export function showDiff(result: DiffResult, { paint, words }: Terminal): string {
  const { say, count } = words;
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
    ...sources(say("diff.before"), before),
    ...sources(say("diff.after"), changed),
    ...missing.map(({ domain, reason }) =>
      paint.yellow(printable(say("left_out", { domain, why: reason }))),
    ),
    say("diff.compared", { examples: count(diff.examples), recorded: count(diff.recorded) }),
    ...(recorded_from === null ? [paint.dim(say("diff.nothing_recorded"))] : []),
    "",
    ...unexpected.slice(0, MOST_SHOWN).flatMap((change) => changeLines(change, say, paint)),
    ...(unexpected.length > MOST_SHOWN
      ? [say("more", { count: count(unexpected.length - MOST_SHOWN) }), ""]
      : []),
    diff.changes.length > 0
      ? `${say("diff.surprises", { count: surprises })}, ${say("diff.intended", { count: diff.changes.length - surprises })}`
      : diff.before === diff.after
        ? say("diff.same_manifests")
        : say("diff.no_changes"),
  ].join("\n");
}

function changeLines(
  { text, source, changed, before, after }: RouteChange,
  say: Say,
  paint: Terminal["paint"],
): string[] {
  return [
    `${paint.yellow("≠")} "${printable(text)}" ${paint.dim(`(${say(`diff.source.${source}`)})`)}`,
    ...routeAspects
      .filter((aspect) => changed.includes(aspect))
      .map((aspect) => {
        const [old, now] = [before, after].map((route) => printable(inWords(aspect, route, say)));
        return `  ${say(`diff.aspect.${aspect}`)}: ${old} → ${now}`;
      }),
    "",
  ];
}

function inWords(aspect: RouteAspect, route: Route, say: Say): string {
  switch (aspect) {
    case "goal":
      return route.goal === null
        ? say("diff.no_goal")
        : [`${route.domain}.${route.goal}`, ...route.also].join(" + ");
    case "followups":
      return route.followups.length === 0
        ? say("diff.nothing_follows")
        : route.followups.join(" + ");
    case "entities":
      return JSON.stringify(route.entities);
    case "tier":
      return route.tier;
    case "cost":
      return say(`diff.cost.${route.cost}`);
  }
}
