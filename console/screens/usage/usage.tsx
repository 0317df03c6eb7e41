import { useState } from "preact/hooks";
import type { UsageReport } from "#shared/contracts/native-endpoints.ts";
import { get, withQuery } from "../../api.ts";
import { duration, number, percent } from "../../format.ts";
import { useLoaded } from "../../load.ts";
import { Empty, Head, Shown } from "../../parts/parts.tsx";
import { place, setQuery } from "../../router.ts";
import { locale } from "../../settings.ts";
import { common, inWords } from "../../words.ts";
import { Chart } from "./chart.tsx";

type Counted = UsageReport["total"];

const words = () =>
  inWords({
    "pt-BR": {
      since: "Desde",
      messages: "mensagens",
      used: "tokens usados",
      saved: "tokens que um modelo teria gasto",
      withoutModel: "respondidas sem modelo",
      byDay: "Por dia",
      byGoal: "Por objetivo",
      byTier: "Por quem decidiu",
      byModel: "Por modelo",
      limits: "Limites de hoje",
      limit: { user_day: "seu dia", day: "dia de todos" },
      name: "Nome",
      calls: "Mensagens",
      tokens: "Tokens",
      counterfactual: "Um modelo gastaria",
      took: "Tempo médio",
      none: "Nenhuma mensagem no período.",
      price: "Preço por milhão de tokens",
      priceAbout:
        "Só para esta tela; fica neste navegador. Vazio: nenhum valor em dinheiro é mostrado.",
      money: "em dinheiro",
      noGoal: "sem objetivo",
      spent: "usado",
      requests: "Pedidos",
    },
    en: {
      since: "Since",
      messages: "messages",
      used: "tokens used",
      saved: "tokens a model would have taken",
      withoutModel: "answered without a model",
      byDay: "By day",
      byGoal: "By goal",
      byTier: "By who decided",
      byModel: "By model",
      limits: "Limits of today",
      limit: { user_day: "your day", day: "everybody's day" },
      name: "Name",
      calls: "Messages",
      tokens: "Tokens",
      counterfactual: "A model would take",
      took: "Mean time",
      none: "No message in this time.",
      price: "Price of a million tokens",
      priceAbout:
        "For this screen only; it stays in this browser. Empty: nothing is shown as money.",
      money: "in money",
      noGoal: "no goal",
      spent: "used",
      requests: "Requests",
    },
  });

const PRICE = "regente.price";
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

const tokensOf = (row: Counted): number => row.tokens_input + row.tokens_output;

/** What messages took, and what a router that is only a model would have taken. */
export function Usage() {
  const say = words();
  const since = place.value.query.get("since") ?? undefined;
  const report = useLoaded(
    (signal) => get<UsageReport>(withQuery("/v1/usage", { since }), signal),
    [since],
  );
  const [price, setPrice] = useState(localStorage.getItem(PRICE) ?? "");
  const keep = (value: string) => {
    setPrice(value);
    localStorage.setItem(PRICE, value);
  };
  return (
    <>
      <Head title={common().screens.usage} />
      <form class="filters" onSubmit={(event) => event.preventDefault()}>
        <label class="field">
          {say.since}
          <input
            type="date"
            data-main-field
            value={since ?? ""}
            onChange={({ currentTarget }) => setQuery({ since: currentTarget.value })}
          />
        </label>
        <label class="field">
          {say.price}
          <input
            inputMode="decimal"
            value={price}
            title={say.priceAbout}
            onInput={({ currentTarget }) => keep(currentTarget.value)}
          />
        </label>
      </form>
      <Shown of={report}>
        {(found) => <Report report={found} price={Number(price.replace(",", ".")) || 0} />}
      </Shown>
    </>
  );
}

function Report({ report, price }: { report: UsageReport; price: number }) {
  const say = words();
  const { total, by_day, by_goal, by_tier, by_model, limits } = report;
  if (total.calls === 0) return <Empty>{say.none}</Empty>;
  const saved = Math.max(0, total.tokens_counterfactual - tokensOf(total));
  const withoutModel = report.rows.reduce(
    (sum, row) => sum + (row.llm_calls === 0 ? row.calls : 0),
    0,
  );
  const money = (tokens: number) => `${number((tokens / 1e6) * price, 2)} ${say.money}`;
  return (
    <>
      <ul class="figures">
        <Figure value={number(total.calls)} name={say.messages} />
        <Figure
          value={number(tokensOf(total))}
          name={say.used}
          more={price > 0 ? money(tokensOf(total)) : ""}
        />
        <Figure
          value={number(total.tokens_counterfactual)}
          name={say.saved}
          more={price > 0 ? money(saved) : ""}
        />
        <Figure value={percent(withoutModel / total.calls)} name={say.withoutModel} />
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
          <Rows rows={by_tier.map((row) => ({ ...row, name: row.tier }))} />
        </section>
      </div>
      {by_model.length === 0 ? null : (
        <section class="card">
          <h2>{say.byModel}</h2>
          <table class="list">
            <thead>
              <tr>
                <th>{say.name}</th>
                <th class="number">{say.requests}</th>
                <th class="number">{say.tokens}</th>
              </tr>
            </thead>
            <tbody>
              {by_model.map((row) => (
                <tr key={`${row.model} ${row.purpose}`}>
                  <td>
                    {row.model} <span class="minor">{row.purpose}</span>
                  </td>
                  <td class="number">{number(row.requests)}</td>
                  <td class="number">{number(row.tokens_input + row.tokens_output)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
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

function Rows({ rows }: { rows: readonly (Counted & { name: string })[] }) {
  const say = words();
  return (
    <table class="list">
      <thead>
        <tr>
          <th>{say.name}</th>
          <th class="number">{say.calls}</th>
          <th class="number">{say.tokens}</th>
          <th class="number">{say.counterfactual}</th>
          <th class="number wide">{say.took}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name}>
            <td class="main-cell">{row.name}</td>
            <td class="number">{number(row.calls)}</td>
            <td class="number">{number(tokensOf(row))}</td>
            <td class="number">{number(row.tokens_counterfactual)}</td>
            <td class="number wide">{duration(row.duration_ms / Math.max(1, row.calls))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
