import type { ComponentChildren } from "preact";
import type { UsageReport } from "#shared/contracts/native-endpoints.ts";
import { duration, money, number } from "../../format.ts";
import { usageWords } from "./words.ts";

/** Messages by goal and by who planned them: tables, a prompt, a model's plan, an agent. */
export function ByKind({ report: { usage_summary } }: { report: UsageReport }) {
  const say = usageWords();
  return (
    <Table
      title={say.byKind}
      heads={[say.name, say.calls, say.zero, say.tokens, say.took]}
      rows={usage_summary.map((row) => [
        <>
          {row.goal || say.noGoal} <span class="minor">{row.action_type}</span>
        </>,
        number(row.total_calls),
        number(row.zero_token_calls),
        number(row.avg_tokens),
        duration(row.avg_time_ms),
      ])}
    />
  );
}

/** Requests to models, in money where the operator gave prices. */
export function ByModel({ report: { by_model, cost } }: { report: UsageReport }) {
  const say = usageWords();
  return (
    <Table
      title={say.byModel}
      heads={[say.name, say.tokens, ...(cost === null ? [] : [say.cost]), say.requests]}
      rows={by_model.map((row) => [
        <>
          {row.model} <span class="minor">{row.purpose}</span>
        </>,
        number(row.tokens_input + row.tokens_output),
        ...(cost === null
          ? []
          : [row.cost === null ? say.noPrice : money(row.cost, cost.currency)]),
        number(row.requests),
      ])}
    >
      {cost === null || cost.unpriced.length === 0 ? null : (
        <p class="minor">{say.unpriced(cost.unpriced.join(", "))}</p>
      )}
    </Table>
  );
}

/** Prompts of which several versions are tried. */
export function ByVersion({ report: { by_version } }: { report: UsageReport }) {
  const say = usageWords();
  return (
    <Table
      title={say.byVersion}
      heads={[say.name, say.requests, say.answered, say.tokens, say.took]}
      rows={by_version.map((row) => [
        <>
          {row.capability} <strong>{row.version}</strong>
        </>,
        number(row.requests),
        number(row.answered),
        number(row.tokens_input + row.tokens_output),
        duration(row.duration_ms / Math.max(1, row.requests)),
      ])}
    />
  );
}

/** On a narrow screen the first numbers stay. */
const classOf = (column: number): string =>
  column === 0 ? "" : column < 3 ? "number" : "number wide";

/** A card with a table whose first column names its rows; nothing where there are none. */
function Table(props: {
  title: string;
  heads: string[];
  rows: ComponentChildren[][];
  children?: ComponentChildren;
}) {
  const { title, heads, rows, children } = props;
  if (rows.length === 0) return null;
  return (
    <section class="card">
      <h2>{title}</h2>
      <table class="list">
        <thead>
          <tr>
            {heads.map((head, at) => (
              <th key={head} class={classOf(at)}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={`${title} ${row}`}>
              {cells.map((cell, at) => (
                <td key={heads[at]} class={at === 0 ? "main-cell" : classOf(at)}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {children}
    </section>
  );
}
