import type { ExecutionPlan } from "#shared/contracts/plan.ts";
import type { Receipt } from "#shared/contracts/run.ts";
import { percent } from "../../format.ts";
import { Graph } from "../../graph/graph.tsx";
import { EffectTag, EvidenceList, Facts } from "../../parts/parts.tsx";
import { href } from "../../router.ts";
import { common } from "../../words.ts";
import type { Exchange } from "./session.ts";
import { words } from "./words.ts";

/** What led to an answer: the plan as it runs, who decided, how sure, what it cost, what it changed. */
export function TurnPanel({ exchange }: { exchange: Exchange }) {
  const say = words();
  const { plan, turn, run_id } = exchange;
  return (
    <div class="turn-panel">
      <h2>{say.plan}</h2>
      {plan === undefined ? (
        <p class="quiet">{turn === undefined ? say.thinking : say.noPlan}</p>
      ) : null}
      {plan === undefined ? null : <PlanPicture exchange={exchange} plan={plan} />}
      {turn === undefined ? null : <Decided exchange={exchange} />}
      {plan !== undefined && run_id !== undefined ? (
        <p>
          <a href={href(["runs", run_id])}>{say.openRun}</a>
        </p>
      ) : null}
    </div>
  );
}

function PlanPicture({ exchange, plan }: { exchange: Exchange; plan: ExecutionPlan }) {
  const receipts = exchange.turn?.trace.receipts ?? [];
  const effects = new Map(receipts.map(({ step_id, effect }) => [String(step_id), effect]));
  return (
    <Graph
      plan={plan}
      stateOf={(id) => ({ status: exchange.statuses[id] ?? "pending", effect: effects.get(id) })}
    />
  );
}

function Decided({ exchange: { turn } }: { exchange: Exchange }) {
  const say = words();
  if (turn === undefined) return null;
  const { intent, receipts } = turn.trace;
  const { tokens_input, tokens_output } = turn.usage;
  const goals = [intent, ...intent.also].flatMap(({ primary_domain, goal }) =>
    goal === null ? [] : [`${primary_domain}.${goal}`],
  );
  return (
    <>
      <Facts
        of={{
          [say.goal]: goals.length > 0 && <code>{goals.join(", ")}</code>,
          [say.tier]: common().tiers[intent.tier],
          [say.confidence]: <Meter share={intent.confidence} />,
          [say.tokens]: <strong>{common().tokens(tokens_input + tokens_output)}</strong>,
        }}
      />
      <h3>{say.receipts}</h3>
      {receipts.length === 0 ? (
        <p class="quiet">{say.noReceipts}</p>
      ) : (
        <Receipts receipts={receipts} />
      )}
      {intent.evidence.length === 0 ? null : (
        <details>
          <summary>{say.evidence}</summary>
          <EvidenceList of={intent.evidence} />
        </details>
      )}
    </>
  );
}

const Meter = ({ share }: { share: number }) => (
  <span class="meter">
    <span class="meter-bar" aria-hidden="true">
      <span style={{ width: `${share * 100}%` }} />
    </span>
    {percent(share, 1)}
  </span>
);

export function Receipts({ receipts }: { receipts: readonly Receipt[] }) {
  return (
    <ul class="receipts">
      {receipts.map(({ step_id, domain, capability, effect, key, output_digest }) => (
        <li key={String(step_id)}>
          <EffectTag effect={effect} />
          <code>{`${domain}.${capability}`}</code>
          <code class="minor" title={output_digest}>
            {key} · {output_digest.slice(0, 12)}
          </code>
        </li>
      ))}
    </ul>
  );
}
