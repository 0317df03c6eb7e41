import type { TurnResponse } from "#shared/contracts/endpoints.ts";
import { percent } from "../../format.ts";
import { Graph } from "../../graph/graph.tsx";
import { Facts, Fold } from "../../parts/parts.tsx";
import { ChangedSchedules, EvidenceList, Receipts } from "../../parts/receipts.tsx";
import { href } from "../../router.ts";
import { common } from "../../words.ts";
import type { Exchange } from "./session.ts";
import { say } from "./words.ts";

/** What led to an answer: the plan as it runs, who decided, how sure, what it cost, what it changed. */
export function TurnPanel({ exchange }: { exchange: Exchange }) {
  const { plan, turn, run_id, statuses, state } = exchange;
  const receipts = turn?.trace.receipts ?? [];
  const effects = new Map(receipts.map(({ step_id, effect }) => [String(step_id), effect]));
  const stateOf = (id: string) => ({ status: statuses[id] ?? "pending", effect: effects.get(id) });
  return (
    <div class="turn-panel">
      <h2>{common.plan}</h2>
      {plan === undefined ? (
        <p class="quiet">{turn === undefined && state !== "failed" ? say.thinking : say.noPlan}</p>
      ) : (
        <Graph plan={plan} stateOf={stateOf} />
      )}
      {turn && <Decided turn={turn} said={exchange.body.input_text} />}
      {plan && run_id !== undefined && (
        <p>
          <a href={href(["runs", run_id])}>{common.openRun}</a>
        </p>
      )}
    </div>
  );
}

function Decided({ turn: { trace, usage }, said }: { turn: TurnResponse; said: string }) {
  const { intent, receipts, schedules = [] } = trace;
  const goals = [intent, ...intent.also].flatMap(({ primary_domain, goal }) =>
    goal === null ? [] : [`${primary_domain}.${goal}`],
  );
  return (
    <>
      <Facts
        of={{
          [common.goal]: goals.length > 0 && <code>{goals.join(", ")}</code>,
          [common.decided]: common.tiers[intent.tier],
          [common.confidence]: <Meter share={intent.confidence} />,
          [common.tokensName]: (
            <strong>{common.tokens(usage.tokens_input + usage.tokens_output)}</strong>
          ),
        }}
      />
      <h3>{common.receipts}</h3>
      {receipts.length + schedules.length === 0 && <p class="quiet">{say.noReceipts}</p>}
      <ChangedSchedules of={schedules} />
      <Receipts of={receipts} />
      {intent.evidence.length > 0 && (
        <Fold says={say.evidence}>
          <EvidenceList of={intent.evidence} text={said} />
        </Fold>
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
