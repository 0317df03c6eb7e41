import type { Locale } from "#shared/contracts/names.ts";
import type { UsageReport } from "#shared/contracts/native-doors.ts";
import { showTable } from "../show-table.ts";
import type { Terminal } from "../terminal.ts";

type Counted = UsageReport["total"];

const en = {
  since: "since",
  nothing: "Nothing has been asked for since",
  day: "DAY",
  goal: "GOAL",
  tier: "DECIDED BY",
  requests: "REQUESTS",
  calls: "MODEL CALLS",
  tokens: "TOKENS",
  average: "AVERAGE",
  total: "TOTAL",
  noGoal: "(none)",
};
const pt: typeof en = {
  since: "desde",
  nothing: "Nada foi pedido desde",
  day: "DIA",
  goal: "OBJETIVO",
  tier: "DECIDIDO POR",
  requests: "PEDIDOS",
  calls: "CHAMADAS A MODELO",
  tokens: "TOKENS",
  average: "MÉDIA",
  total: "TOTAL",
  noGoal: "(nenhum)",
};
const wordsFor = (locale: Locale) => (locale === "pt-BR" ? pt : en);

/** What was asked for and what it cost, by day, by goal and by who decided. */
export function showUsage(report: UsageReport, terminal: Terminal): string {
  const { locale } = terminal.words;
  const words = wordsFor(locale);
  const since = new Date(report.since).toISOString().slice(0, 10);
  if (report.total.calls === 0) return `${words.nothing} ${since}.`;
  const number = (value: number) => value.toLocaleString(locale);
  const cells = (name: string, { calls, llm_calls, duration_ms, ...rest }: Counted) => [
    name,
    number(calls),
    number(llm_calls),
    number(rest.tokens_input + rest.tokens_output),
    `${number(Math.round(duration_ms / Math.max(1, calls)))} ms`,
  ];
  const table = (title: string, rows: string[][]) =>
    showTable(
      [
        { title },
        { title: words.requests, align: "right" },
        { title: words.calls, align: "right" },
        { title: words.tokens, align: "right" },
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
      byCalls(report.by_tier).map((row) => cells(row.tier, row)),
    ),
  ].join("\n\n");
}

const byCalls = <T extends Counted>(rows: readonly T[]): T[] =>
  rows.toSorted((one, other) => other.calls - one.calls);
