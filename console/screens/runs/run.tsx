import { useState } from "preact/hooks";
import type { RunDetail } from "#shared/contracts/native-endpoints.ts";
import { dateTime, duration, percent } from "../../format.ts";
import { Graph } from "../../graph/graph.tsx";
import { Timeline } from "../../graph/timeline.tsx";
import { useTicks } from "../../load.ts";
import { StatusTag } from "../../parts/icons.tsx";
import { Markdown } from "../../parts/markdown.tsx";
import { Empty, EvidenceList, Facts, Failure, Head, Json, Loading } from "../../parts/parts.tsx";
import { href, place, setQuery } from "../../router.ts";
import { common } from "../../words.ts";
import { Receipts } from "../conversation/turn-panel.tsx";
import { Actions } from "./actions.tsx";
import { stepsOf, useRun } from "./follow-run.ts";
import { StepDetail } from "./step-detail.tsx";
import { words } from "./words.ts";

/** How often what is under way is drawn, milliseconds. */
const TICK_MS = 500;

/** One run: the timeline first, the graph beside it, and each step with all that is known of it. */
export function Run({ id }: { id: string }) {
  const [again, setAgain] = useState(0);
  const { run, error } = useRun(id, again);
  const say = words();
  const { value } = run;
  return (
    <>
      <Head title={value === undefined ? say.run : value.input_text} />
      {error.value?.status === 404 ? <Empty>{say.missing}</Empty> : <Failure error={error.value} />}
      {value === undefined && error.value === undefined ? <Loading /> : null}
      {value === undefined ? null : <Body run={value} onDone={() => setAgain(again + 1)} />}
    </>
  );
}

function Body({ run, onDone }: { run: RunDetail; onDone(): void }) {
  const say = words();
  const isRunning = run.status === "running";
  useTicks(TICK_MS, isRunning);
  const now = Date.now();
  const steps = stepsOf(run, now);
  const selected = place.value.query.get("step") ?? undefined;
  const choose = (id: string) =>
    setQuery({ step: id === place.peek().query.get("step") ? undefined : id });
  const step = steps.find(({ id }) => String(id) === selected);
  const byId = new Map(steps.map((each) => [String(each.id), each]));
  return (
    <>
      <div class="run-head">
        <StatusTag status={run.status} />
        <span>{dateTime(run.created_at)}</span>
        <span>{duration(Math.max(0, (isRunning ? now : run.updated_at) - run.created_at))}</span>
        {run.intent?.goal == null ? null : (
          <a href={href(["runs"], { goal: run.intent.goal })}>
            <code>{run.intent.goal}</code>
          </a>
        )}
        <a href={href(["runs"], { session_id: run.session_id })}>{say.session}</a>
        <code class="minor">{run.run_id}</code>
        {run.hosted_by === undefined ? null : (
          <span class="minor">
            {run.hosted_by.host}, {say.hosted(run.hosted_by.process)}
          </span>
        )}
      </div>
      {run.hosted_by?.stands_still == null ? null : (
        <p class="note">{run.hosted_by.stands_still}</p>
      )}
      <Actions run={run} onDone={onDone} />
      {run.status === "waiting" ? (
        <p class="note">
          {say.asks} <a href={href(["questions"], { run: run.run_id })}>{say.answerIt}</a>
        </p>
      ) : null}
      {run.answer === "" ? null : (
        <section class="card" aria-label={say.answer}>
          <Markdown text={run.answer} />
        </section>
      )}
      <div class="run-views">
        <div class="run-left">
          <Timeline
            plan={run.plan}
            steps={steps}
            begunAt={run.created_at}
            now={now}
            effectOf={(id) => run.effects[id]}
            selected={selected}
            onSelect={choose}
          />
          <section class="card" aria-label={say.step}>
            {step === undefined ? (
              <p class="quiet">{say.choose}</p>
            ) : (
              <StepDetail run={run} step={step} />
            )}
          </section>
        </div>
        <section class="run-right" aria-label={say.graph}>
          <Graph
            plan={run.plan}
            stateOf={(id) => ({
              status: byId.get(id)?.status ?? "pending",
              effect: run.effects[id],
            })}
            selected={selected}
            onSelect={choose}
          />
          <Understood run={run} />
        </section>
      </div>
    </>
  );
}

/** What was made sure of, what models said, and why it was understood so. */
function Understood({ run }: { run: RunDetail }) {
  const say = words();
  const { intent, receipts, model_calls } = run;
  const calls = model_calls.map(
    (call, at) =>
      [
        `${at + 1}. ${call.purpose}`,
        `${call.model} · ${call.status} · ${common().tokens(call.tokens_input + call.tokens_output)} · ${duration(call.duration_ms)}`,
      ] as const,
  );
  return (
    <div class="card">
      {receipts.length === 0 ? null : (
        <>
          <h2>{say.receipt}</h2>
          <Receipts receipts={receipts} />
        </>
      )}
      {calls.length === 0 ? null : (
        <>
          <h2>{say.models}</h2>
          <Facts of={Object.fromEntries(calls)} />
        </>
      )}
      {intent === null || intent.goal === null ? null : (
        <details>
          <summary>
            {say.evidence}: {common().tiers[intent.tier]}, {percent(intent.confidence, 1)}
          </summary>
          <EvidenceList of={intent.evidence} />
        </details>
      )}
      <details>
        <summary>{say.raw}</summary>
        <Json value={run} label={say.raw} />
      </details>
    </div>
  );
}
