import type { UsageReport } from "#shared/contracts/native-endpoints.ts";
import { withQuery } from "../../api.ts";
import { money, number, percent } from "../../format.ts";
import { happened } from "../../live.ts";
import { useGet } from "../../load.ts";
import { FilterField, Form } from "../../parts/fields.tsx";
import { Empty, Figures, Head, Items, Section, Shown } from "../../parts/parts.tsx";
import { filtersOf } from "../../router.ts";
import { locale } from "../../settings.ts";
import { common } from "../../words.ts";
import { Chart } from "./chart.tsx";
import { ByKind, ByModel, ByVersion, Rows, tierName, tokensOf } from "./tables.tsx";
import { say } from "./words.ts";

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
        <Chart
          key={locale.value}
          days={eachDay(by_day)}
          names={{ used: say.used, counterfactual: say.saved }}
        />
        <Rows rows={by_day.map((row) => ({ ...row, name: row.day }))} />
      </Section>
      <div class="usage-sides">
        <Section says={say.byGoal} class="card">
          <Rows rows={by_goal.map((row) => ({ ...row, name: row.goal || say.noGoal }))} />
        </Section>
        <Section says={say.byTier} class="card">
          <Rows rows={by_tier.map((row) => ({ ...row, name: tierName(row.tier) }))} />
        </Section>
      </div>
      <ByKind report={report} />
      <ByModel report={report} />
      <ByVersion report={report} />
    </>
  );
}
