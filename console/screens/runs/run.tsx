import { useState } from "preact/hooks";
import type { RunDetail } from "#shared/contracts/native-endpoints.ts";
import { dateTime, duration, percent } from "../../format.ts";
import { Graph } from "../../graph/graph.tsx";
import { Timeline } from "../../graph/timeline.tsx";
import { useTicks } from "../../load.ts";
import { EvidenceList, Receipts, StatusTag } from "../../parts/contract-views.tsx";
import { Markdown } from "../../parts/markdown.tsx";
import { Empty, Facts, Failure, Fold, Head, Json, Loading } from "../../parts/parts.tsx";
import { href, queried, setQuery } from "../../router.ts";
import { common } from "../../words.ts";
import { Actions } from "./actions.tsx";
import { stepsOf, useRun } from "./follow-run.ts";
import { StepDetail } from "./step-detail.tsx";
import { say } from "./words.ts";

/** How often what is under way is drawn, milliseconds. */
const TICK_MS = 500;

/** One run: the timeline first, the graph beside it, and each step with all that is known of it. */
export function Run({ id }: { id: string }) {
  const [again, setAgain] = useState(0);
  const { run, error } = useRun(id, again);
  const { value } = run;
  return (
    <>
      <Head title={value === undefined ? say.run : value.input_text} />
      {error.value?.status === 404 ? <Empty>{say.missing}</Empty> : <Failure error={error.value} />}
      {value === undefined && error.value === undefined && <Loading />}
      {value && <Body run={value} onDone={() => setAgain(again + 1)} />}
    </>
  );
}

function Body({ run, onDone }: { run: RunDetail; onDone(): void }) {
  const { plan, effects, hosted_by, status, answer } = run;
  const isRunning = status === "running";
  useTicks(TICK_MS, isRunning);
  const now = Date.now();
  const steps = stepsOf(run, now);
  const byId = new Map(steps.map((each) => [String(each.id), each]));
  const selected = queried("step");
  const step = byId.get(selected ?? "");
  const onSelect = (id: string) => setQuery({ step: id === queried("step") ? undefined : id });
  const stateOf = (id: string) => ({
    ...{ status: byId.get(id)?.status ?? "pending", effect: effects[id] },
  });
  return (
    <>
      <div class="run-head">
        <StatusTag status={status} />
        <span>{dateTime(run.created_at)}</span>
        <span>{duration(Math.max(0, (isRunning ? now : run.updated_at) - run.created_at))}</span>
        {run.intent?.goal != null && (
          <a href={href(["runs"], { goal: run.intent.goal })}>
            <code>{run.intent.goal}</code>
          </a>
        )}
        <a href={href(["runs"], { session_id: run.session_id })}>{say.session}</a>
        <code class="minor">{run.run_id}</code>
        {hosted_by && (
          <span class="minor">
            {hosted_by.host}, {say.hosted(hosted_by.process)}
          </span>
        )}
      </div>
      {hosted_by?.stands_still != null && <p class="note">{hosted_by.stands_still}</p>}
      <Actions run={run} onDone={onDone} />
      {status === "waiting" && (
        <p class="note">
          {say.asks} <a href={href(["questions"], { run: run.run_id })}>{say.answerIt}</a>
        </p>
      )}
      {answer !== "" && (
        <section class="card" aria-label={common.answer}>
          <Markdown text={answer} />
        </section>
      )}
      <div class="run-views">
        <div class="run-left">
          <Timeline
            {...{ plan, steps, now, selected, onSelect }}
            begunAt={run.created_at}
            effectOf={(id) => effects[id]}
          />
          <section class="card" aria-label={say.step}>
            {step ? <StepDetail run={run} step={step} /> : <p class="quiet">{say.choose}</p>}
          </section>
        </div>
        <section class="run-right" aria-label={say.graph}>
          <Graph {...{ plan, stateOf, selected, onSelect }} />
          <Understood run={run} />
        </section>
      </div>
    </>
  );
}

/** What was made sure of, what models said, and why it was understood so. */
function Understood({ run }: { run: RunDetail }) {
  const { intent, receipts, model_calls } = run;
  const calls = model_calls.map(
    ({ purpose, model, status, tokens_input, tokens_output, duration_ms }, at) => [
      `${at + 1}. ${purpose}`,
      [model, status, common.tokens(tokens_input + tokens_output), duration(duration_ms)].join(
        " · ",
      ),
    ],
  );
  return (
    <div class="card">
      {receipts.length > 0 && <h2>{say.receipt}</h2>}
      <Receipts of={receipts} />
      {calls.length > 0 && (
        <>
          <h2>{say.models}</h2>
          <Facts of={Object.fromEntries(calls)} />
        </>
      )}
      {intent !== null && intent.goal !== null && (
        <Fold
          says={`${say.evidence}: ${common.tiers[intent.tier]}, ${percent(intent.confidence, 1)}`}
        >
          <EvidenceList of={intent.evidence} />
        </Fold>
      )}
      <Fold says={say.raw}>
        <Json value={run} label={say.raw} />
      </Fold>
    </div>
  );
}
