import type { RunDetail } from "#shared/contracts/native-endpoints.ts";
import type { StepTrace } from "#shared/contracts/run.ts";
import { clockTime, duration } from "../../format.ts";
import { namesOf, referencesOf } from "../../graph/layout.ts";
import { EffectTag, ShownParams, StatusTag } from "../../parts/contract-views.tsx";
import { Facts, Json } from "../../parts/parts.tsx";
import { href } from "../../router.ts";
import { say } from "./words.ts";

/** One step: what went in with where it came from, what came out, its key and receipt, and each attempt. */
export function StepDetail({ run, step }: { run: RunDetail; step: StepTrace }) {
  const id = String(step.id);
  const { output, duration_ms, status, times } = step;
  const planned = run.plan.steps.find((each) => String(each.id) === id);
  const effect = run.effects[id];
  const receipt = run.receipts.find(({ step_id }) => String(step_id) === id);
  const takes = planned === undefined ? [] : referencesOf(planned, namesOf(run.plan.steps));
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
  const needsYes = status === "waiting" && output?.metadata["code"] === "NEEDS_APPROVAL";
  return (
    <>
      <h2>
        {say.step} {id}: <code>{`${step.domain}.${step.capability}`}</code>
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
      {needsYes && <ShownParams step={step} title={say.input} />}
      <h3>{say.input}</h3>
      <Json value={planned?.params ?? {}} label={say.input} />
      <h3>{say.output}</h3>
      {output === null ? (
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
