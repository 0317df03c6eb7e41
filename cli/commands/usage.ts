import { buildCommand } from "@stricli/core";
import { type UsageReport, usageReport } from "#shared/contracts/native-endpoints.ts";
import { shown } from "../client.ts";
import { docs, help, option, type ServerFlags, serverFlags } from "../command.ts";
import { codeName } from "../show-turn.ts";
import { columnsOf, type Say, showTable, type Terminal, type Words } from "../terminal.ts";

export const usageCommand = buildCommand({
  docs: docs(help("usage.brief"), [
    "npx regente usage",
    "npx regente usage --since=2026-11-01 --json",
  ]),
  parameters: { flags: { since: option(help("usage.since"), "2026-11-01"), ...serverFlags } },
  func: ({ since, ...flags }: ServerFlags & { since?: string }) =>
    shown((client, signal) => {
      const query = since === undefined ? "" : `?since=${encodeURIComponent(since)}`;
      return client.get(`/v1/usage${query}`, usageReport, signal);
    }, showUsage)(flags),
});

type Counted = UsageReport["total"];

const OUTCOMES = ["understood", "asked", "refused", "failed", "talk", "wrong"] as const;
type Heading =
  | (typeof OUTCOMES)[number]
  | ("day" | "goal" | "tier" | "kind" | "model" | "purpose" | "version")
  | ("requests" | "calls" | "tokens" | "model_only" | "cached" | "without_model" | "answered")
  | ("average" | "time");
type Cells = readonly (string | number)[];

/** A table of names, figures and, where a last column is named, how long each took; nothing where there are no rows. */
function figures(
  names: readonly Heading[],
  columns: readonly Heading[],
  last: Heading | undefined,
  rows: readonly Cells[],
  terminal: Terminal,
): string[] {
  if (rows.length === 0) return [];
  const { locale, say } = terminal.words;
  const title = (heading: Heading) => say(`usage.${heading}`);
  const shownIn = (row: Cells) =>
    row.map((cell, at) => {
      if (typeof cell === "string") return cell;
      const isTime = last !== undefined && at === row.length - 1;
      return isTime ? `${Math.round(cell).toLocaleString(locale)} ms` : cell.toLocaleString(locale);
    });
  const titles = columnsOf(names.map(title), columns.map(title));
  if (last !== undefined) titles.push({ title: title(last) });
  return [showTable(titles, rows.map(shownIn), terminal)];
}

/** What was asked for and what it cost, by day, by goal and by who decided. */
function showUsage(report: UsageReport, terminal: Terminal): string {
  const { locale, say } = terminal.words;
  const since = new Date(report.since).toISOString().slice(0, 10);
  if (report.total.calls === 0) return `${say("usage.nothing")} ${since}.`;
  const spent = (name: string, { calls, llm_calls, duration_ms, ...rest }: Counted) => [
    ...[name, calls, llm_calls, tokensOf(rest), rest.tokens_counterfactual],
    duration_ms / Math.max(1, calls),
  ];
  const became = (name: string, row: Counted) => [name, ...OUTCOMES.map((each) => row[each])];
  const days = (cells: typeof spent | typeof became) => [
    ...report.by_day.map((row) => cells(row.day, row)),
    cells(say("usage.total"), report.total),
  ];
  const goals = (cells: typeof spent | typeof became) =>
    byCalls(report.by_goal).map((row) => cells(goalOf(row, say), row));
  const tiers = byCalls(report.by_tier).map((row) => spent(codeName(row.tier, locale), row));
  const costs = (heading: Heading, rows: readonly Cells[]) =>
    figures([heading], ["requests", "calls", "tokens", "model_only"], "average", rows, terminal);
  const outcomes = (heading: Heading, rows: readonly Cells[]) =>
    figures([heading], OUTCOMES, undefined, rows, terminal);
  return [
    terminal.paint.dim(`${say("usage.since")} ${since}`),
    ...costs("day", days(spent)),
    ...costs("goal", goals(spent)),
    ...costs("tier", tiers),
    ...outcomes("day", days(became)),
    ...outcomes("goal", goals(became)),
    ...byKind(report, terminal),
    ...byModel(report, terminal),
    ...byVersion(report, terminal),
    ...billed(report, terminal),
  ].join("\n\n");
}

const goalOf = ({ goal }: { goal: string }, say: Say): string => goal || say("usage.no_goal");

/** The requests to models. */
function byModel({ by_model }: UsageReport, terminal: Terminal): string[] {
  const rows = by_model.map((row) => [
    ...[row.model, codeName(row.purpose, terminal.words.locale)],
    ...[row.llm_calls, tokensOf(row), row.tokens_cached],
    row.duration_ms / Math.max(1, row.requests),
  ]);
  return figures(["model", "purpose"], ["calls", "tokens", "cached"], "time", rows, terminal);
}

/** Messages by goal and by who planned them; nothing where the orchestrator does not tell. */
function byKind({ usage_summary }: UsageReport, terminal: Terminal): string[] {
  const { locale, say } = terminal.words;
  const rows = usage_summary.map((row) => [
    ...[goalOf(row, say), codeName(row.action_type, locale)],
    ...[row.total_calls, row.zero_token_calls, Math.round(row.avg_tokens)],
    row.avg_time_ms,
  ]);
  const columns = ["requests", "without_model", "tokens"] as const;
  return figures(["goal", "kind"], columns, "average", rows, terminal);
}

/** Prompts of which several versions are tried. */
function byVersion({ by_version }: UsageReport, terminal: Terminal): string[] {
  const rows = by_version.map((row) => [
    ...[row.capability, row.version],
    ...[row.requests, row.answered, tokensOf(row)],
    row.duration_ms / Math.max(1, row.requests),
  ]);
  return figures(["purpose", "version"], ["calls", "answered", "tokens"], "time", rows, terminal);
}

/** What it cost in money, and a router that is only a model; nothing without prices. */
function paid({ cost }: UsageReport, { locale, say }: Words): string[] {
  if (cost === null) return [];
  const { currency, total, per_thousand_messages, counterfactual, unpriced } = cost;
  const amount = (value: number) =>
    value.toLocaleString(locale, {
      style: "currency",
      currency,
      maximumFractionDigits: value < 1 ? 4 : 2,
    });
  return [
    say("usage.cost", {
      paid: amount(total),
      each: per_thousand_messages === null ? "-" : amount(per_thousand_messages),
    }),
    ...(counterfactual === null ? [] : [say("usage.otherwise", { paid: amount(counterfactual) })]),
    ...(unpriced.length === 0 ? [] : [say("usage.unpriced", { models: unpriced.join(", ") })]),
  ];
}

/** Who answered, where this stands in front of a model; nothing where nothing was passed on. */
function inFront({ in_front }: UsageReport, { locale, say }: Words): string[] {
  if (in_front === null) return [];
  const { answered_here, passed_on, tokens_passed_on, not_configured } = in_front;
  const number = (value: number) => value.toLocaleString(locale);
  const here = number(answered_here);
  const shown = { here, passed: number(passed_on), tokens: number(tokens_passed_on) };
  return [
    say("usage.in_front", shown),
    ...(not_configured === 0 ? [] : [say("usage.not_configured", { count: not_configured })]),
  ];
}

/** What it would have cost otherwise, and what is left of today's limits. */
function billed(report: UsageReport, terminal: Terminal): string[] {
  const { total, limits } = report;
  const { locale, say } = terminal.words;
  const number = (value: number) => value.toLocaleString(locale);
  const otherwise = total.tokens_counterfactual;
  const saved = 1 - tokensOf(total) / otherwise;
  const lines = limits.map(
    ({ limit, tokens, spent }) =>
      `${say("usage.limit", { spent: number(spent), tokens: number(tokens) })} (${say(`usage.limit_of.${limit}`)}).`,
  );
  if (otherwise > 0 && saved > 0) {
    const share = saved.toLocaleString(locale, { style: "percent", maximumFractionDigits: 1 });
    lines.unshift(say("usage.saved", { tokens: number(otherwise), share }));
  }
  lines.push(...paid(report, terminal.words), ...inFront(report, terminal.words));
  return lines.length === 0 ? [] : [lines.join("\n")];
}

const tokensOf = (row: { tokens_input: number; tokens_output: number }): number =>
  row.tokens_input + row.tokens_output;

const byCalls = <T extends Counted>(rows: readonly T[]): T[] =>
  rows.toSorted((one, other) => other.calls - one.calls);
