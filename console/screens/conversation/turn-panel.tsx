import { signal } from "@preact/signals";
import { useState } from "preact/hooks";
import type { TurnResponse } from "#shared/contracts/endpoints.ts";
import { percent } from "../../format.ts";
import { Graph } from "../../graph/graph.tsx";
import { useAction } from "../../load.ts";
import { Icon } from "../../parts/icons.tsx";
import { Button, Facts, Fold } from "../../parts/parts.tsx";
import { ChangedSchedules, EvidenceList, Receipts } from "../../parts/receipts.tsx";
import { href } from "../../router.ts";
import { common } from "../../words.ts";
import { type Exchange, tellWrong } from "./session.ts";
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

/** False once the server has said that it takes no such word. */
const isTaken = signal(true);
/** The answers that were called wrong while the page is open. */
const told = signal<ReadonlySet<string>>(new Set());

/** A button under an answer that was not what was meant. */
export function Wrong({ run_id }: { run_id: string }) {
  const action = useAction();
  const [hasFailed, setFailed] = useState(false);
  if (told.value.has(run_id))
    return (
      <span class="minor" role="status">
        {say.wrongTold}
      </span>
    );
  if (!isTaken.value) return null;
  const tell = async () => {
    setFailed(false);
    try {
      if (await tellWrong(run_id)) told.value = new Set([...told.value, run_id]);
      else isTaken.value = false;
    } catch {
      setFailed(true);
    }
  };
  const says = (
    <>
      <Icon name="wrong" />
      {hasFailed ? say.notTold : <span class="wrong-says">{say.wrong}</span>}
    </>
  );
  return <Button says={says} class="plain wrong" title={say.wrong} of={action} act={tell} />;
}
