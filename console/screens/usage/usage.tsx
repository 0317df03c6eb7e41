import type { UsageReport } from "#shared/contracts/native-endpoints.ts";
import { withQuery } from "../../api.ts";
import { money, number, percent } from "../../format.ts";
import { useGet } from "../../load.ts";
import { Form } from "../../parts/fields.tsx";
import { Empty, Head, Shown } from "../../parts/parts.tsx";
import { place, setQuery } from "../../router.ts";
import { locale } from "../../settings.ts";
import { common } from "../../words.ts";
import { Chart } from "./chart.tsx";
import { ByKind, ByModel, ByVersion, Rows, tierName, tokensOf } from "./tables.tsx";
import { usageWords } from "./words.ts";

const DAY_MS = 86_400_000;
const LEAST_DAYS = 10;
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

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
  const say = usageWords();
  const since = place.value.query.get("since") ?? undefined;
  const report = useGet<UsageReport>(withQuery("/v1/usage", { since }));
  return (
    <>
      <Head title={common().screens.usage} />
      <Form class="filters">
        <label class="field">
          {say.since}
          <input
            type="date"
            data-main-field
            value={since ?? ""}
            onChange={({ currentTarget }) => setQuery({ since: currentTarget.value })}
          />
        </label>
      </Form>
      <Shown of={report}>{(found) => <Report report={found} />}</Shown>
    </>
  );
}

function Report({ report }: { report: UsageReport }) {
  const say = usageWords();
  const { total, by_day, by_goal, by_tier, limits, cost } = report;
  if (total.calls === 0) return <Empty>{say.none}</Empty>;
  const saved = cost?.counterfactual ?? null;
  return (
    <>
      <ul class="figures">
        <Figure value={number(total.calls)} name={say.messages} />
        <Figure
          value={number(tokensOf(total))}
          name={say.used}
          more={cost === null ? "" : money(cost.total, cost.currency)}
        />
        <Figure
          value={number(total.tokens_counterfactual)}
          name={say.saved}
          more={cost === null || saved === null ? "" : money(saved, cost.currency)}
        />
        <Figure value={percent(total.zero_token_calls / total.calls)} name={say.withoutModel} />
      </ul>
      {limits.length === 0 ? null : (
        <section>
          <h2>{say.limits}</h2>
          <ul class="limits">
            {limits.map(({ limit, tokens, spent }) => (
              <li key={limit}>
                <span>{say.limit[limit]}</span>
                <progress max={tokens} value={spent} aria-label={say.limit[limit]} />
                <span class="minor">
                  {number(spent)} / {number(tokens)} {say.spent}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section class="card">
        <h2>{say.byDay}</h2>
        <Chart
          key={locale.value}
          days={eachDay(by_day)}
          names={{ used: say.used, counterfactual: say.saved }}
        />
        <Rows rows={by_day.map((row) => ({ ...row, name: row.day }))} />
      </section>
      <div class="usage-sides">
        <section class="card">
          <h2>{say.byGoal}</h2>
          <Rows rows={by_goal.map((row) => ({ ...row, name: row.goal || say.noGoal }))} />
        </section>
        <section class="card">
          <h2>{say.byTier}</h2>
          <Rows rows={by_tier.map((row) => ({ ...row, name: tierName(row.tier) }))} />
        </section>
      </div>
      <ByKind report={report} />
      <ByModel report={report} />
      <ByVersion report={report} />
    </>
  );
}

const Figure = ({ value, name, more = "" }: { value: string; name: string; more?: string }) => (
  <li>
    <strong>{value}</strong>
    <span>{name}</span>
    {more === "" ? null : <span class="minor">{more}</span>}
  </li>
);
