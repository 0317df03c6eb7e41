import type { RunDetail } from "#shared/contracts/native-endpoints.ts";
import type { StepTrace } from "#shared/contracts/run.ts";
import { clockTime, duration } from "../../format.ts";
import { namesOf, referencesOf } from "../../graph/layout.ts";
import { StatusTag } from "../../parts/icons.tsx";
import { EffectTag, Facts, Json } from "../../parts/parts.tsx";
import { ShownParams } from "../../parts/shown-params.tsx";
import { href } from "../../router.ts";
import { words } from "./words.ts";

/** One step: what went in with where it came from, what came out, its key and receipt, and each attempt. */
export function StepDetail({ run, step }: { run: RunDetail; step: StepTrace }) {
  const say = words();
  const id = String(step.id);
  const planned = run.plan.steps.find((each) => String(each.id) === id);
  const effect = run.effects[id];
  const receipt = run.receipts.find(({ step_id }) => String(step_id) === id);
  const names = namesOf(run.plan.steps);
  const takes = planned === undefined ? [] : referencesOf(planned, names);
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
  const needsYes = step.status === "waiting" && step.output?.metadata["code"] === "NEEDS_APPROVAL";
  return (
    <>
      <h2>
        {say.step} {id}: <code>{`${step.domain}.${step.capability}`}</code>
      </h2>
      <p class="run-head">
        <StatusTag status={step.status} />
        {effect === undefined ? null : <EffectTag effect={effect} />}
        {step.duration_ms > 0 ? <span>{duration(step.duration_ms)}</span> : null}
      </p>
      <Facts
        of={{
          [say.takes]: links(takes),
          [say.waits]: links(waits),
          [say.key]: (effect ?? "read") !== "read" && <code>{`${run.run_id}:${id}`}</code>,
          [say.receipt]: receipt && <code>{receipt.output_digest}</code>,
        }}
      />
      {needsYes ? <ShownParams step={step} title={say.input} /> : null}
      <h3>{say.input}</h3>
      <Json value={planned?.params ?? {}} label={say.input} />
      <h3>{say.output}</h3>
      {step.output === null ? (
        <p class="quiet">{say.noOutput}</p>
      ) : (
        <>
          {step.output.explanation === "" ? null : (
            <p class="explanation">{step.output.explanation}</p>
          )}
          <Json
            value={{ result: step.output.result, metadata: step.output.metadata }}
            label={say.output}
          />
        </>
      )}
      {step.times === undefined ? null : (
        <>
          <h3>{say.attempts}</h3>
          <ol class="attempts">
            {step.times.sent.map(({ began_at, ended_at, reason }, at) => (
              <li key={began_at}>
                {say.attempt(at + 1)}: {clockTime(began_at)},{" "}
                {duration(Math.max(0, ended_at - began_at))},{" "}
                {reason === null ? say.answered : <code>{reason}</code>}
              </li>
            ))}
          </ol>
        </>
      )}
    </>
  );
}
