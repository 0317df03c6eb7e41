import { buildCommand } from "@stricli/core";
import { type UsageReport, usageReport } from "#shared/contracts/native-endpoints.ts";
import { withClient } from "../client.ts";
import { docs, option, type ServerFlags, serverFlags } from "../command.ts";
import { codeName } from "../show-turn.ts";
import { exitCodes, showTable, type Terminal } from "../terminal.ts";
import { help, type Words } from "../words.ts";

export const usageCommand = buildCommand({
  docs: docs(help("usage.brief"), [
    "npx regente usage",
    "npx regente usage --since=2026-11-01 --json",
  ]),
  parameters: { flags: { since: option(help("usage.since"), "2026-11-01"), ...serverFlags } },
  func: ({ since, url, json }: ServerFlags & { since?: string }) =>
    withClient(url, async (client, terminal, signal) => {
      const query = since === undefined ? "" : `?since=${encodeURIComponent(since)}`;
      const report = await client.get(`/v1/usage${query}`, usageReport, signal);
      const shown = json ? JSON.stringify(report) : showUsage(report, terminal);
      terminal.output.write(`${shown}\n`);
      return exitCodes.done;
    }),
});

type Counted = UsageReport["total"];

/** What was asked for and what it cost, by day, by goal and by who decided. */
function showUsage(report: UsageReport, terminal: Terminal): string {
  const { locale, say } = terminal.words;
  const since = new Date(report.since).toISOString().slice(0, 10);
  if (report.total.calls === 0) return `${say("usage.nothing")} ${since}.`;
  const number = (value: number) => value.toLocaleString(locale);
  const cells = (name: string, { calls, llm_calls, duration_ms, ...rest }: Counted) => [
    name,
    number(calls),
    number(llm_calls),
    number(tokensOf(rest)),
    number(rest.tokens_counterfactual),
    `${number(Math.round(duration_ms / Math.max(1, calls)))} ms`,
  ];
  const table = (title: string, rows: string[][]) =>
    showTable(
      [
        { title },
        { title: say("usage.requests"), align: "right" },
        { title: say("usage.calls"), align: "right" },
        { title: say("usage.tokens"), align: "right" },
        { title: say("usage.model_only"), align: "right" },
        { title: say("usage.average") },
      ],
      rows,
      terminal,
    );
  const total = [cells(say("usage.total"), report.total)];
  return [
    terminal.paint.dim(`${say("usage.since")} ${since}`),
    table(say("usage.day"), [...report.by_day.map((row) => cells(row.day, row)), ...total]),
    table(
      say("usage.goal"),
      byCalls(report.by_goal).map((row) => cells(row.goal || say("usage.no_goal"), row)),
    ),
    table(
      say("usage.tier"),
      byCalls(report.by_tier).map((row) => cells(codeName(row.tier, locale), row)),
    ),
    ...byOutcome(report, terminal),
    ...byKind(report, terminal),
    ...byModel(report, terminal),
    ...byVersion(report, terminal),
    ...billed(report, terminal),
  ].join("\n\n");
}

/** What messages came to, by day and by goal. */
function byOutcome({ by_day, by_goal, total }: UsageReport, terminal: Terminal): string[] {
  const { locale, say } = terminal.words;
  const columns = ["understood", "asked", "refused", "failed", "talk", "wrong"] as const;
  const cells = (name: string, row: Counted) => [
    name,
    ...columns.map((each) => row[each].toLocaleString(locale)),
  ];
  const table = (title: string, rows: string[][]) =>
    showTable(
      [
        { title },
        ...columns.map((each) => ({ title: say(`usage.${each}`), align: "right" as const })),
      ],
      rows,
      terminal,
    );
  return [
    table(say("usage.day"), [
      ...by_day.map((row) => cells(row.day, row)),
      cells(say("usage.total"), total),
    ]),
    table(
      say("usage.goal"),
      byCalls(by_goal).map((row) => cells(row.goal || say("usage.no_goal"), row)),
    ),
  ];
}

/** The requests to models; nothing where there were none. */
function byModel({ by_model }: UsageReport, terminal: Terminal): string[] {
  if (by_model.length === 0) return [];
  const { locale, say } = terminal.words;
  const number = (value: number) => value.toLocaleString(locale);
  return [
    showTable(
      [
        { title: say("usage.model") },
        { title: say("usage.purpose") },
        { title: say("usage.calls"), align: "right" },
        { title: say("usage.tokens"), align: "right" },
        { title: say("usage.cached"), align: "right" },
        { title: say("usage.time") },
      ],
      by_model.map((row) => [
        row.model,
        codeName(row.purpose, locale),
        number(row.llm_calls),
        number(tokensOf(row)),
        number(row.tokens_cached),
        `${number(Math.round(row.duration_ms / Math.max(1, row.requests)))} ms`,
      ]),
      terminal,
    ),
  ];
}

/** Messages by goal and by who planned them; nothing where the orchestrator does not tell. */
function byKind({ usage_summary }: UsageReport, terminal: Terminal): string[] {
  if (usage_summary.length === 0) return [];
  const { locale, say } = terminal.words;
  const number = (value: number) => Math.round(value).toLocaleString(locale);
  return [
    showTable(
      [
        { title: say("usage.goal") },
        { title: say("usage.kind") },
        { title: say("usage.requests"), align: "right" },
        { title: say("usage.without_model"), align: "right" },
        { title: say("usage.tokens"), align: "right" },
        { title: say("usage.average") },
      ],
      usage_summary.map((row) => [
        row.goal || say("usage.no_goal"),
        codeName(row.action_type, locale),
        number(row.total_calls),
        number(row.zero_token_calls),
        number(row.avg_tokens),
        `${number(row.avg_time_ms)} ms`,
      ]),
      terminal,
    ),
  ];
}

/** Prompts of which several versions are tried. */
function byVersion({ by_version }: UsageReport, terminal: Terminal): string[] {
  if (by_version.length === 0) return [];
  const { locale, say } = terminal.words;
  const number = (value: number) => Math.round(value).toLocaleString(locale);
  return [
    showTable(
      [
        { title: say("usage.purpose") },
        { title: say("usage.version") },
        { title: say("usage.calls"), align: "right" },
        { title: say("usage.answered"), align: "right" },
        { title: say("usage.tokens"), align: "right" },
        { title: say("usage.time") },
      ],
      by_version.map((row) => [
        row.capability,
        row.version,
        number(row.requests),
        number(row.answered),
        number(tokensOf(row)),
        `${number(row.duration_ms / Math.max(1, row.requests))} ms`,
      ]),
      terminal,
    ),
  ];
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
  lines.push(...paid(report, terminal.words));
  return lines.length === 0 ? [] : [lines.join("\n")];
}

const tokensOf = (row: { tokens_input: number; tokens_output: number }): number =>
  row.tokens_input + row.tokens_output;

const byCalls = <T extends Counted>(rows: readonly T[]): T[] =>
  rows.toSorted((one, other) => other.calls - one.calls);
