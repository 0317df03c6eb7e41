import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import UPlot from "uplot";
import type { Tier } from "#shared/contracts/intent.ts";
import type { UsageReport } from "#shared/contracts/native-endpoints.ts";
import { withQuery } from "../../api.ts";
import { duration, money, number, percent } from "../../format.ts";
import { happened } from "../../live.ts";
import { useGet } from "../../load.ts";
import { FilterField, Form } from "../../parts/fields.tsx";
import {
  type Column,
  Empty,
  Figures,
  Head,
  Items,
  Section,
  Shown,
  Table,
} from "../../parts/parts.tsx";
import { filtersOf } from "../../router.ts";
import { locale, theme } from "../../settings.ts";
import { common, wordsIn } from "../../words.ts";

const say = wordsIn({
  since: ["Desde", "Since"],
  messages: ["mensagens", "messages"],
  outcomes: {
    understood: ["entendidas", "understood"],
    asked: ["com pergunta", "asked"],
    refused: ["recusadas", "refused"],
    failed: ["com falha", "failed"],
    wrong: ["marcadas erradas", "marked wrong"],
  },
  heads: {
    understood: ["Entendidas", "Understood"],
    asked: ["Com pergunta", "Asked"],
    refused: ["Recusadas", "Refused"],
    failed: ["Com falha", "Failed"],
    wrong: ["Erradas", "Wrong"],
  },
  talk: ["bate-papo", "small talk"],
  used: ["tokens usados", "tokens used"],
  saved: ["tokens que um modelo gastaria", "tokens that a model would use"],
  withoutModel: ["entendidas sem modelo", "understood without a model"],
  byDay: ["Por dia", "By day"],
  byGoal: ["Por objetivo", "By goal"],
  byTier: ["Por etapa de decisão", "By tier"],
  byModel: ["Por modelo", "By model"],
  limits: ["Limites de hoje", "Today's limits"],
  limit: { user_day: ["seu dia", "your day"], day: ["dia de todos", "everyone's day"] },
  day: ["Dia", "Day"],
  tier: ["Etapa", "Tier"],
  model: ["Modelo", "Model"],
  version: ["Versão", "Version"],
  calls: ["Mensagens", "Messages"],
  counterfactual: ["Um modelo gastaria", "A model would use"],
  took: ["Tempo médio", "Average time"],
  none: ["Nenhuma mensagem no período.", "No messages in this period."],
  cost: ["Custo", "Cost"],
  noPrice: ["sem preço", "no price"],
  unpriced: [
    (models: string) => `Sem preço na tabela, e fora do total: ${models}.`,
    (models: string) => `Not priced, so not in the total: ${models}.`,
  ],
  byKind: ["Por objetivo e planejador", "By goal and planner"],
  zero: ["Sem modelo", "Without a model"],
  byVersion: ["Por versão do prompt", "By prompt version"],
  answered: ["Respondidos", "Answered"],
  planners: {
    deterministic: ["regras", "rules"],
    reasoning: ["prompt", "prompt"],
    hybrid: ["plano de um modelo", "a model's plan"],
    agent: ["agente", "agent"],
  },
  noGoal: ["sem objetivo", "no goal"],
  spent: ["usado", "used"],
  requests: ["Pedidos", "Requests"],
});

const DAY_MS = 86_400_000;
const LEAST_DAYS = 10;
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

const dayName = (day: string): string =>
  new Date(`${day}T12:00:00Z`).toLocaleDateString(locale.value, {
    ...{ day: "numeric", month: "short", year: "numeric", timeZone: "UTC" },
  });

/** Each day up to the newest, those without a message too. */
function eachDay(rows: UsageReport["by_day"]) {
  const byDay = new Map(rows.map((row) => [row.day, row]));
  const days = [...byDay.keys()].sort();
  const last = Date.parse(days.at(-1) ?? dayOf(Date.now()));
  const first = Math.min(Date.parse(days[0] ?? dayOf(last)), last - (LEAST_DAYS - 1) * DAY_MS);
  return Array.from({ length: (last - first) / DAY_MS + 1 }, (_, at) => {
    const day = dayOf(first + at * DAY_MS);
    const row = byDay.get(day);
    return { day, used: row ? tokensOf(row) : 0, counterfactual: row?.tokens_counterfactual ?? 0 };
  });
}

/** What messages took, and what a router that is only a model would have taken. */
export function Usage() {
  const { asked, fieldOf } = filtersOf(["since"]);
  const report = useGet<UsageReport>(withQuery("/v1/usage", asked), [happened.value]);
  return (
    <>
      <Head title={common.screens.usage} />
      <Form class="filters">
        <FilterField label={say.since} isDate data-main-field {...fieldOf("since")} />
      </Form>
      <Shown of={report}>{(found) => <Report report={found} />}</Shown>
    </>
  );
}

function Report({ report }: { report: UsageReport }) {
  const { total, by_day, by_goal, by_tier, limits, cost } = report;
  if (total.calls === 0) return <Empty>{say.none}</Empty>;
  const inMoney = (amount: number | null | undefined) =>
    cost === null || amount == null ? "" : money(amount, cost.currency);
  return (
    <>
      <Figures
        of={[
          [number(total.calls), say.messages],
          [number(tokensOf(total)), say.used, inMoney(cost?.total)],
          [number(total.tokens_counterfactual), say.saved, inMoney(cost?.counterfactual)],
          [percent(total.zero_token_calls / total.calls), say.withoutModel],
        ]}
      />
      <Items class="outcomes" of={[...OUTCOMES, "talk" as const]}>
        {(outcome) => (
          <>
            {outcome === "talk" ? say.talk : say.outcomes[outcome]}{" "}
            <strong>{number(total[outcome])}</strong>
          </>
        )}
      </Items>
      {limits.length > 0 && (
        <Section says={say.limits}>
          <Items class="limits" of={limits}>
            {({ limit, tokens, spent }) => (
              <>
                <span>{say.limit[limit]}</span>
                <progress max={tokens} value={spent} aria-label={say.limit[limit]} />
                <span class="minor">
                  {number(spent)} / {number(tokens)} {say.spent}
                </span>
              </>
            )}
          </Items>
        </Section>
      )}
      <Section says={say.byDay} class="card">
        <Chart key={locale.value} days={eachDay(by_day)} />
        <Rows
          head={say.day}
          hasOutcomes
          rows={by_day.map((row) => ({ ...row, name: dayName(row.day) }))}
        />
      </Section>
      <Section says={say.byGoal} class="card">
        <Rows
          head={common.goal}
          hasOutcomes
          rows={by_goal.map((row) => ({ ...row, name: row.goal || say.noGoal }))}
        />
      </Section>
      <div class="usage-sides">
        <Section says={say.byTier} class="card">
          <Rows
            head={say.tier}
            rows={by_tier.map((row) => ({ ...row, name: tierName(row.tier) }))}
          />
        </Section>
        <ByKind report={report} />
      </div>
      <ByModel report={report} />
      <ByVersion report={report} />
    </>
  );
}

const CHART_HEIGHT = 200;
const DAY_S = DAY_MS / 1000;

/** A colour of the page as it is in the light that is on. */
const colourOf = (name: string): string => {
  const probe = document.createElement("span");
  probe.className = name;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
};

const dayAt = (seconds: number): string =>
  new Date(seconds * 1000).toLocaleDateString(locale.value, { day: "numeric", month: "short" });

function chartOptions(width: number): UPlot.Options {
  const paths = UPlot.paths.bars?.({ size: [0.7, 42] });
  const bars = { width: 0, points: { show: false }, ...(paths && { paths }) };
  const axis = { stroke: colourOf("quiet"), ticks: { show: false }, font: "12px system-ui" };
  const grid = { stroke: colourOf("ink-line"), width: 1 };
  return {
    width,
    height: CHART_HEIGHT,
    cursor: { drag: { x: false, y: false } },
    legend: { show: true, live: false },
    scales: {
      x: { time: true, range: (_, from, to) => [from - 0.7 * DAY_S, to + 0.7 * DAY_S] },
      y: { range: (_, __, most) => [0, Math.max(1, most * 1.1)] },
    },
    axes: [
      {
        ...{ ...axis, grid: { show: false }, incrs: [DAY_S, 2 * DAY_S, 7 * DAY_S] },
        values: (_, at) => at.map((each) => dayAt(each)),
      },
      { ...axis, grid, size: 62, values: (_, at) => at.map((each) => number(each)) },
    ],
    series: [
      {},
      { ...bars, label: say.saved, fill: colourOf("ink-accent") },
      { ...bars, label: say.used, fill: colourOf("ink-warm") },
    ],
  };
}

/** Days as bars: what was used before what a model would have taken. */
function Chart({ days }: { days: ReturnType<typeof eachDay> }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = box;
    if (current === null || days.length === 0) return;
    const data: UPlot.AlignedData = [
      days.map(({ day }) => Date.parse(`${day}T00:00:00`) / 1000),
      days.map(({ counterfactual }) => counterfactual),
      days.map(({ used }) => used),
    ];
    const chart = new UPlot(chartOptions(current.clientWidth), data, current);
    const fit = () => chart.setSize({ width: current.clientWidth, height: CHART_HEIGHT });
    const watched = new ResizeObserver(fit);
    watched.observe(current);
    return () => {
      watched.disconnect();
      chart.destroy();
    };
  }, [days, theme.value]);
  // The table below says the same to whoever cannot see it.
  return <div ref={box} class="chart" aria-hidden="true" />;
}

const OUTCOMES = ["understood", "asked", "refused", "failed", "wrong"] as const;

type Tokens = Record<"tokens_input" | "tokens_output", number>;
const tokensOf = ({ tokens_input, tokens_output }: Tokens) => tokens_input + tokens_output;

/** On a narrow screen the first numbers stay. */
const columnsOf = <T,>(
  head: string,
  name: (row: T) => ComponentChildren,
  numbers: readonly (readonly [head: string, cell: (row: T) => ComponentChildren])[],
): Column<T>[] => [
  [head, name, "main-cell"],
  ...numbers.map(([each, cell], at) => [each, cell, at < 6 ? "number" : "number wide"] as const),
];

type Row = UsageReport["total"] & { name: string };

/** None is told by less ink than one. */
const countOf = (count: number) =>
  count === 0 ? <span class="minor none">–</span> : number(count);

type RowsProps = { head: string; rows: readonly Row[]; hasOutcomes?: boolean };

/** Messages by a name: a day, a goal, who decided. */
function Rows({ head, rows, hasOutcomes = false }: RowsProps) {
  const columns = columnsOf<Row>(head, ({ name }) => name, [
    [say.calls, ({ calls }) => number(calls)],
    ...(hasOutcomes ? OUTCOMES : []).map(
      (outcome) => [say.heads[outcome], (row: Row) => countOf(row[outcome])] as const,
    ),
    [common.tokensName, (row) => number(tokensOf(row))],
    [say.counterfactual, (row) => number(row.tokens_counterfactual)],
    [say.took, (row) => duration(row.duration_ms / Math.max(1, row.calls))],
  ]);
  return <Table class="usage-list" rows={rows} keyOf={({ name }) => name} columns={columns} />;
}

/** In words where it is one of ours: a report may hold what an older one had. */
const tierName = (tier: string): string =>
  Object.hasOwn(common.tiers, tier) ? common.tiers[tier as Tier] : tier;

type Props = { report: UsageReport };

/** Messages by goal and by who planned them: tables, a prompt, a model's plan, an agent. */
function ByKind({ report: { usage_summary } }: Props) {
  const planners: Readonly<Record<string, string>> = say.planners;
  const columns = columnsOf<UsageReport["usage_summary"][number]>(
    common.goal,
    ({ goal, action_type }) => (
      <>
        {goal || say.noGoal} <span class="minor">{planners[action_type] ?? action_type}</span>
      </>
    ),
    [
      [say.calls, (row) => number(row.total_calls)],
      [say.zero, (row) => number(row.zero_token_calls)],
      [common.tokensName, (row) => number(row.avg_tokens)],
      [say.took, (row) => duration(row.avg_time_ms)],
    ],
  );
  const keyOf = (row: { goal: string; action_type: string }) => `${row.goal} ${row.action_type}`;
  return <TableCard title={say.byKind} rows={usage_summary} keyOf={keyOf} columns={columns} />;
}

/** Requests to models, in money where the operator gave prices. */
function ByModel({ report: { by_model, cost } }: Props) {
  type Model = UsageReport["by_model"][number];
  const inMoney = ({ cost: own }: Model) =>
    own === null || cost === null ? say.noPrice : money(own, cost.currency);
  const columns = columnsOf<Model>(
    say.model,
    ({ model, purpose }) => (
      <>
        {model} <span class="minor">{purpose}</span>
      </>
    ),
    [
      [common.tokensName, (row) => number(tokensOf(row))],
      ...(cost === null ? [] : [[say.cost, inMoney] as const]),
      [say.requests, ({ requests }) => number(requests)],
    ],
  );
  const keyOf = ({ model, purpose }: Model) => `${model} ${purpose}`;
  return (
    <>
      <TableCard title={say.byModel} rows={by_model} keyOf={keyOf} columns={columns} />
      {cost !== null && cost.unpriced.length > 0 && (
        <p class="minor">{say.unpriced(cost.unpriced.join(", "))}</p>
      )}
    </>
  );
}

/** Prompts of which several versions are tried. */
function ByVersion({ report: { by_version } }: Props) {
  type Version = UsageReport["by_version"][number];
  const columns = columnsOf<Version>(
    say.version,
    ({ capability, version }) => (
      <>
        {capability} <strong>{version}</strong>
      </>
    ),
    [
      [say.requests, ({ requests }) => number(requests)],
      [say.answered, ({ answered }) => number(answered)],
      [common.tokensName, (row) => number(tokensOf(row))],
      [say.took, (row) => duration(row.duration_ms / Math.max(1, row.requests))],
    ],
  );
  const keyOf = ({ capability, version }: Version) => `${capability} ${version}`;
  return <TableCard title={say.byVersion} rows={by_version} keyOf={keyOf} columns={columns} />;
}

/** A card with a table; nothing where there are no rows. */
function TableCard<T>({ title, ...table }: Parameters<typeof Table<T>>[0] & { title: string }) {
  if (table.rows.length === 0) return null;
  return (
    <Section says={title} class="card">
      <Table class="usage-list" {...table} />
    </Section>
  );
}
