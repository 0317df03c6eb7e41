import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { RunDetail } from "#shared/contracts/native-endpoints.ts";
import type { StepTrace } from "#shared/contracts/run.ts";
import { clockTime, dateTime, duration, percent } from "../../format.ts";
import { Graph } from "../../graph/graph.tsx";
import { namesOf, referencesOf, subjectOf } from "../../graph/layout.ts";
import { Timeline } from "../../graph/timeline.tsx";
import { useTicks } from "../../load.ts";
import { Markdown } from "../../parts/markdown.tsx";
import { Empty, Facts, Failure, Fold, Folded, Head, Json, Loading } from "../../parts/parts.tsx";
import {
  EffectTag,
  EvidenceList,
  Receipts,
  ShownParams,
  StatusIcon,
  StatusTag,
} from "../../parts/receipts.tsx";
import { href, queried, setQuery } from "../../router.ts";
import { common } from "../../words.ts";
import { Actions } from "./actions.tsx";
import { stepsOf, useRun } from "./follow-run.ts";
import { givenTo, stepsByName } from "./given.ts";
import { say } from "./words.ts";

/** How often what is under way is drawn, milliseconds. */
const TICK_MS = 500;
/** Of a long answer so many lines are shown above the steps. */
const ANSWER_LINES = 8;

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
      <StatusLine run={run} steps={steps} selected={selected} />
      <div class="run-head">
        <span>{dateTime(run.created_at)}</span>
        <span>{duration(Math.max(0, (isRunning ? now : run.updated_at) - run.created_at))}</span>
        {run.intent?.goal != null && (
          <a href={href(["runs"], { goal: run.intent.goal })}>
            <code>{run.intent.goal}</code>
          </a>
        )}
        <a href={href([], { session: run.session_id })}>{say.session}</a>
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
          {say.asks} <a href={href(["approvals"], { run: run.run_id })}>{say.answerIt}</a>
        </p>
      )}
      {answer !== "" && (
        <section class="card" aria-label={common.answer}>
          <Folded text={answer} lines={ANSWER_LINES}>
            <Markdown text={answer} />
          </Folded>
        </section>
      )}
      <div class="run-views">
        <div class="run-left">
          <Timeline
            {...{ plan, steps, now, selected, onSelect }}
            begunAt={run.created_at}
            effectOf={(id) => effects[id]}
          />
          <Chosen isChosen={step !== undefined}>
            {step ? <StepDetail run={run} step={step} /> : <p class="quiet">{say.choose}</p>}
          </Chosen>
        </div>
        <section class="run-right" aria-label={say.graph}>
          <Graph {...{ plan, stateOf, selected, onSelect }} />
          <Understood run={run} />
        </section>
      </div>
    </>
  );
}

type StatusLineProps = {
  run: RunDetail;
  steps: readonly StepTrace[];
  selected: string | undefined;
};

/** What is told of steps beside those that are done, the worst first. */
const TOLD = [
  "failure",
  "unknown",
  "waiting",
  "running",
  "cancelled",
  "skipped",
  "pending",
] as const;

/** How it went in one line; what went wrong leads to the next step that did. */
function StatusLine({ run, steps, selected }: StatusLineProps) {
  const of = (status: StepTrace["status"]) => steps.filter((step) => step.status === status);
  const next = (found: readonly StepTrace[]) => {
    const at = found.findIndex(({ id }) => String(id) === selected);
    return String(found[(at + 1) % found.length]?.id);
  };
  const done = of("success").length;
  // No green tick above what failed, whether or not it was needed.
  const isSpoilt = run.status === "success" && of("failure").length > 0;
  return (
    <p class={`status-line${isSpoilt ? " is-spoilt" : ""}`} role="status">
      <StatusTag status={run.status} />
      {steps.length > 0 && <span>{say.done(done, steps.length)}</span>}
      {TOLD.map((status) => {
        const found = of(status);
        if (found.length === 0) return null;
        return (
          <a
            key={status}
            class={`status is-${status}`}
            href={href(["runs", run.run_id], { step: next(found) })}
          >
            <StatusIcon status={status} />
            {say.counts[status](found.length)}
          </a>
        );
      })}
    </p>
  );
}

/** What is known of the step that was chosen; it comes into view when it is chosen where it cannot be seen. */
function Chosen({ isChosen, children }: { isChosen: boolean; children: ComponentChildren }) {
  const box = useRef<HTMLElement>(null);
  const step = queried("step");
  useEffect(() => {
    if (isChosen) box.current?.scrollIntoView({ block: "nearest" });
  }, [step]);
  return (
    <section ref={box} class="card chosen" aria-label={say.step}>
      {children}
    </section>
  );
}

/** What was made sure of, what models said, and why it was understood so. */
function Understood({ run }: { run: RunDetail }) {
  const { intent, receipts, model_calls } = run;
  const calls = model_calls.map((call, at) => {
    const tokens = common.tokens(call.tokens_input + call.tokens_output);
    const told = [call.model, call.status, tokens, duration(call.duration_ms)].join(" · ");
    return [`${at + 1}. ${call.purpose}`, told] as const;
  });
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
          <EvidenceList of={intent.evidence} text={run.input_text} />
        </Fold>
      )}
      <Fold says={say.raw}>
        <Json value={run} label={say.raw} />
      </Fold>
    </div>
  );
}

/** One step: what went in with where it came from, what came out, its key and receipt, and each attempt. */
function StepDetail({ run, step }: { run: RunDetail; step: StepTrace }) {
  const id = String(step.id);
  const { output, duration_ms, status, times } = step;
  const planned = run.plan.steps.find((each) => String(each.id) === id);
  const effect = run.effects[id];
  const receipt = run.receipts.find(({ step_id }) => String(step_id) === id);
  const takes = planned === undefined ? [] : referencesOf(planned, namesOf(run.plan.steps));
  const params = planned?.params ?? {};
  const given = givenTo(params, stepsByName(run));
  const waits = (planned?.depends_on ?? []).map(String).filter((each) => !takes.includes(each));
  const links = (steps: readonly string[]) =>
    steps.length > 0 && (
      <span class="links">
        {steps.map((to) => (
          <a key={to} href={href(["runs", run.run_id], { step: to })}>
            {to}
          </a>
        ))}
      </span>
    );
  const needsYes = output?.metadata["code"] === "NEEDS_APPROVAL";
  return (
    <>
      <h2>
        {say.step} {id}: {planned && subjectOf(planned)}{" "}
        <code>{`${step.domain}.${step.capability}`}</code>
      </h2>
      <p class="run-head">
        <StatusTag status={status} />
        {effect && <EffectTag effect={effect} />}
        {duration_ms > 0 && <span>{duration(duration_ms)}</span>}
      </p>
      <Facts
        of={{
          [say.takes]: links(takes),
          [say.waits]: links(waits),
          [say.key]: (effect ?? "read") !== "read" && <code>{`${run.run_id}:${id}`}</code>,
          [say.receipt]: receipt && <code>{receipt.output_digest}</code>,
        }}
      />
      {needsYes ? (
        <ShownParams step={step} title={common.wouldDo} open />
      ) : (
        <>
          <h3>{say.input}</h3>
          <Json value={given} label={say.input} />
        </>
      )}
      {takes.length > 0 && (
        <Fold says={say.planned}>
          <Json value={params} label={say.planned} />
        </Fold>
      )}
      {!needsYes && <h3>{say.output}</h3>}
      {needsYes ? null : output === null ? (
        <p class="quiet">{say.noOutput}</p>
      ) : (
        <>
          {output.explanation !== "" && <p class="explanation">{output.explanation}</p>}
          <Json value={{ result: output.result, metadata: output.metadata }} label={say.output} />
        </>
      )}
      {times && <h3>{say.attempts}</h3>}
      {times && (
        <ol class="attempts">
          {times.sent.map(({ began_at, ended_at, reason }, at) => (
            <li key={began_at}>
              {say.attempt} {at + 1}: {clockTime(began_at)},{" "}
              {duration(Math.max(0, ended_at - began_at))},{" "}
              {reason === null ? say.answered : <code>{reason}</code>}
            </li>
          ))}
        </ol>
      )}
    </>
  );
}
