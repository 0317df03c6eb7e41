import { buildCommand } from "@stricli/core";
import type { Locale } from "#shared/contracts/names.ts";
import { type UsageReport, usageReport } from "#shared/contracts/native-endpoints.ts";
import { withClient } from "../client.ts";
import { docs, option, type ServerFlags, serverFlags } from "../command.ts";
import { codeName } from "../show-turn.ts";
import { exitCodes, showTable, type Terminal } from "../terminal.ts";
import { help } from "../words.ts";

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

const en = {
  since: "since",
  understood: "UNDERSTOOD",
  asked: "ASKED",
  refused: "REFUSED",
  failed: "FAILED",
  talk: "TALK",
  wrong: "MARKED WRONG",
  nothing: "No requests since",
  day: "DAY",
  goal: "GOAL",
  tier: "DECIDED BY",
  requests: "REQUESTS",
  calls: "MODEL CALLS",
  tokens: "TOKENS",
  average: "AVERAGE",
  total: "TOTAL",
  noGoal: "(none)",
  modelOnly: "MODEL ONLY",
  model: "MODEL",
  purpose: "FOR",
  cached: "CACHED",
  time: "TIME",
  saved: (tokens: string, share: string) =>
    `A router that is only a model would have used about ${tokens} tokens: ${share} saved.`,
  cost: (paid: string, each: string) => `Cost: ${paid}; per thousand messages: ${each}.`,
  otherwise: (paid: string) => `A router that is only a model: ${paid}.`,
  unpriced: (models: string) => `Not priced, so not included: ${models}.`,
  version: "VERSION",
  answered: "ANSWERED",
  kind: "PLANNED BY",
  zero: "WITHOUT MODEL",
  limit: (spent: string, tokens: string) => `Used today: ${spent} of ${tokens} tokens`,
  limits: { user_day: "of yours", day: "of everyone's" },
};
const pt: typeof en = {
  since: "desde",
  understood: "ENTENDIDOS",
  asked: "PERGUNTADOS",
  refused: "RECUSADOS",
  failed: "FALHARAM",
  talk: "CONVERSA",
  wrong: "MARCADOS COMO ERRADOS",
  nothing: "Nenhum pedido desde",
  day: "DIA",
  goal: "OBJETIVO",
  tier: "DECIDIDO POR",
  requests: "PEDIDOS",
  calls: "CHAMADAS A MODELO",
  tokens: "TOKENS",
  average: "MÉDIA",
  total: "TOTAL",
  noGoal: "(nenhum)",
  modelOnly: "SÓ COM MODELO",
  model: "MODELO",
  purpose: "PARA",
  cached: "EM CACHE",
  time: "TEMPO",
  saved: (tokens, share) =>
    `Um roteador que fosse só um modelo teria gasto cerca de ${tokens} tokens: ${share} de economia.`,
  cost: (paid, each) => `Custo: ${paid}; por mil mensagens: ${each}.`,
  otherwise: (paid) => `Um roteador que fosse só um modelo: ${paid}.`,
  unpriced: (models) => `Sem preço, por isso fora da conta: ${models}.`,
  version: "VERSÃO",
  answered: "RESPONDIDOS",
  kind: "PLANEJADO POR",
  zero: "SEM MODELO",
  limit: (spent, tokens) => `Usados hoje: ${spent} de ${tokens} tokens`,
  limits: { user_day: "seus", day: "de todos" },
};
const WORDS: Readonly<Record<Locale, typeof en>> = { "pt-BR": pt, en };

const wordsFor = (locale: Locale) => WORDS[locale];

/** What was asked for and what it cost, by day, by goal and by who decided. */
function showUsage(report: UsageReport, terminal: Terminal): string {
  const { locale } = terminal.words;
  const words = wordsFor(locale);
  const since = new Date(report.since).toISOString().slice(0, 10);
  if (report.total.calls === 0) return `${words.nothing} ${since}.`;
  const nameOf = codeName[locale];
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
        { title: words.requests, align: "right" },
        { title: words.calls, align: "right" },
        { title: words.tokens, align: "right" },
        { title: words.modelOnly, align: "right" },
        { title: words.average },
      ],
      rows,
      terminal,
    );
  const total = [cells(words.total, report.total)];
  return [
    terminal.paint.dim(`${words.since} ${since}`),
    table(words.day, [...report.by_day.map((row) => cells(row.day, row)), ...total]),
    table(
      words.goal,
      byCalls(report.by_goal).map((row) => cells(row.goal || words.noGoal, row)),
    ),
    table(
      words.tier,
      byCalls(report.by_tier).map((row) => cells(nameOf(row.tier), row)),
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
  const { locale } = terminal.words;
  const words = wordsFor(locale);
  const columns = ["understood", "asked", "refused", "failed", "talk", "wrong"] as const;
  const cells = (name: string, row: Counted) => [
    name,
    ...columns.map((each) => row[each].toLocaleString(locale)),
  ];
  const table = (title: string, rows: string[][]) =>
    showTable(
      [{ title }, ...columns.map((each) => ({ title: words[each], align: "right" as const }))],
      rows,
      terminal,
    );
  return [
    table(words.day, [...by_day.map((row) => cells(row.day, row)), cells(words.total, total)]),
    table(
      words.goal,
      byCalls(by_goal).map((row) => cells(row.goal || words.noGoal, row)),
    ),
  ];
}

/** The requests to models; nothing where there were none. */
function byModel({ by_model }: UsageReport, terminal: Terminal): string[] {
  if (by_model.length === 0) return [];
  const { locale } = terminal.words;
  const words = wordsFor(locale);
  const number = (value: number) => value.toLocaleString(locale);
  return [
    showTable(
      [
        { title: words.model },
        { title: words.purpose },
        { title: words.calls, align: "right" },
        { title: words.tokens, align: "right" },
        { title: words.cached, align: "right" },
        { title: words.time },
      ],
      by_model.map((row) => [
        row.model,
        codeName[locale](row.purpose),
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
  const { locale } = terminal.words;
  const words = wordsFor(locale);
  const number = (value: number) => Math.round(value).toLocaleString(locale);
  return [
    showTable(
      [
        { title: words.goal },
        { title: words.kind },
        { title: words.requests, align: "right" },
        { title: words.zero, align: "right" },
        { title: words.tokens, align: "right" },
        { title: words.average },
      ],
      usage_summary.map((row) => [
        row.goal || words.noGoal,
        codeName[locale](row.action_type),
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
  const { locale } = terminal.words;
  const words = wordsFor(locale);
  const number = (value: number) => Math.round(value).toLocaleString(locale);
  return [
    showTable(
      [
        { title: words.purpose },
        { title: words.version },
        { title: words.calls, align: "right" },
        { title: words.answered, align: "right" },
        { title: words.tokens, align: "right" },
        { title: words.time },
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
function paid({ cost }: UsageReport, locale: Locale): string[] {
  if (cost === null) return [];
  const { currency, total, per_thousand_messages, counterfactual, unpriced } = cost;
  const words = wordsFor(locale);
  const amount = (value: number) =>
    value.toLocaleString(locale, {
      style: "currency",
      currency,
      maximumFractionDigits: value < 1 ? 4 : 2,
    });
  return [
    words.cost(amount(total), per_thousand_messages === null ? "-" : amount(per_thousand_messages)),
    ...(counterfactual === null ? [] : [words.otherwise(amount(counterfactual))]),
    ...(unpriced.length === 0 ? [] : [words.unpriced(unpriced.join(", "))]),
  ];
}

/** What it would have cost otherwise, and what is left of today's limits. */
function billed(report: UsageReport, terminal: Terminal): string[] {
  const { total, limits } = report;
  const { locale } = terminal.words;
  const words = wordsFor(locale);
  const number = (value: number) => value.toLocaleString(locale);
  const otherwise = total.tokens_counterfactual;
  const saved = 1 - tokensOf(total) / otherwise;
  const lines = limits.map(
    ({ limit, tokens, spent }) =>
      `${words.limit(number(spent), number(tokens))} (${words.limits[limit]}).`,
  );
  if (otherwise > 0 && saved > 0) {
    const share = saved.toLocaleString(locale, { style: "percent", maximumFractionDigits: 1 });
    lines.unshift(words.saved(number(otherwise), share));
  }
  lines.push(...paid(report, locale));
  return lines.length === 0 ? [] : [lines.join("\n")];
}

const tokensOf = (row: { tokens_input: number; tokens_output: number }): number =>
  row.tokens_input + row.tokens_output;

const byCalls = <T extends Counted>(rows: readonly T[]): T[] =>
  rows.toSorted((one, other) => other.calls - one.calls);
