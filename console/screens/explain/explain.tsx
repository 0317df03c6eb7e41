import { useState } from "preact/hooks";
import type { ExplanationsResponse } from "#shared/contracts/console.ts";
import type { ExplainResponse } from "#shared/contracts/endpoints.ts";
import type { ModifierKind } from "#shared/contracts/intent.ts";
import { ask } from "../../api.ts";
import { duration, percent } from "../../format.ts";
import { may } from "../../live.ts";
import { useLoaded } from "../../load.ts";
import { Form, TextArea } from "../../parts/fields.tsx";
import { Button, Cards, EffectTag, EvidenceList, Facts, Head, Shown } from "../../parts/parts.tsx";
import { href, place, setQuery } from "../../router.ts";
import { common } from "../../words.ts";
import { linesOf, MOST_SENTENCES } from "./lines-of.ts";
import { stretchesOf } from "./marks.ts";
import { words } from "./words.ts";

/** Where sentences would lead, and why; they stand in the address, behind what any server sees of it. */
export function Explain() {
  const say = words();
  const asked = place.value.query.get("t") ?? "";
  const [text, setText] = useState(asked);
  const submit = () => {
    setQuery({ t: linesOf(text).join("\n") });
  };
  return (
    <>
      <Head title={common().screens.explain} />
      <p class="quiet">{say.about}</p>
      <Form class="lab-form" onSubmit={submit}>
        <TextArea
          label={`${say.sentences} (${say.hint(MOST_SENTENCES)})`}
          rows={4}
          data-main-field
          value={text}
          onValue={setText}
        />
        <div class="actions">
          <Button
            says={say.explain}
            type="submit"
            class="strong"
            disabled={linesOf(text).length === 0}
          />
          {may("utterances:read") ? <a href={href(["diff"], { t: text })}>{say.compare}</a> : null}
        </div>
      </Form>
      {asked === "" ? null : <Results key={asked} sentences={linesOf(asked)} />}
    </>
  );
}

function Results({ sentences }: { sentences: readonly string[] }) {
  const body = { input_texts: sentences };
  const found = useLoaded(
    (signal) => ask<ExplanationsResponse>("POST", "/v1/explanations", { body, signal }),
    [],
  );
  return (
    <Shown of={found}>
      {({ explanations }) => (
        <Cards
          of={explanations.map((each, at) => ({ each, id: String(at) }))}
          keyOf={({ id }) => id}
        >
          {({ each }) =>
            "error" in each ? (
              <p class="sentence">{`${each.input_text}: ${each.error.code}`}</p>
            ) : (
              <Explained of={each} />
            )
          }
        </Cards>
      )}
    </Shown>
  );
}

type Verdict = "runs" | "asks" | "held";
const verdictOf = ({ plan, pending }: ExplainResponse): Verdict =>
  pending !== null ? "asks" : plan === null ? "held" : "runs";
const TAGS: Readonly<Record<Verdict, string>> = { runs: "on", asks: "ask", held: "bad" };
/** What a decision was made by: a template, an example that is near. */
const DECISIVE = ["template", "nearest_example"];

function Explained({ of }: { of: ExplainResponse }) {
  const say = words();
  const { intent, gate, pending } = of;
  const verdict = verdictOf(of);
  const [second] = intent.alternatives.filter(({ goal }) => goal !== intent.goal);
  const frames = intent.goal === null ? [] : [intent, ...intent.also];
  const by = intent.evidence.find(({ kind }) => DECISIVE.includes(kind));
  const values = frames.flatMap(({ entities }) => Object.entries(entities));
  return (
    <>
      <p class="sentence">
        <Marked of={of} />
      </p>
      <p class="question-head">
        <span class={`tag is-${TAGS[verdict]}`}>{say.verdicts[verdict]}</span>
        {gate.effect === null ? null : <EffectTag effect={gate.effect} />}
        {(gate.doubts ?? []).map(({ reason, detail }) => (
          <span key={reason} class="tag is-ask" title={detail}>
            {say.doubtWords[reason]}
          </span>
        ))}
      </p>
      <div class="explained-sides">
        <Facts
          of={{
            [say.goal]:
              frames.length === 0
                ? say.nothing
                : frames.map(({ primary_domain, goal }) => (
                    <code key={goal}>{`${primary_domain}.${goal} `}</code>
                  )),
            [say.decided]: (
              <>
                {common().tiers[intent.tier]} {by === undefined ? null : <code>{by.detail}</code>}
              </>
            ),
            [say.confidence]: frames.length > 0 && <Gate gate={gate} />,
            [say.runnerUp]:
              second && `${second.domain}.${second.goal} (${percent(second.confidence, 1)})`,
            ...Object.fromEntries(
              values.map(([name, value]) => [name, [value].flat().map(String).join(", ")]),
            ),
          }}
        />
        <div>
          {pending === null ? null : (
            <>
              <h3>{say.wouldAsk}</h3>
              <p>{pending.question}</p>
              <ul class="would-ask">
                {pending.options.map(({ id, label }) => (
                  <li key={id}>{label}</li>
                ))}
              </ul>
            </>
          )}
          <ExpectedPlan of={of} />
        </div>
      </div>
      <details>
        <summary>{say.why}</summary>
        <EvidenceList of={intent.evidence} />
      </details>
    </>
  );
}

/** The words as they were read; each mark has its name beside it, so that no colour has to be told apart. */
function Marked({ of: { input_text, intent } }: { of: ExplainResponse }) {
  const say = words();
  const nameOf = (kind: string, label: string) =>
    kind === "unread"
      ? say.unread
      : kind === "modifier"
        ? say.modifiers[label as ModifierKind]
        : label;
  return (
    <>
      {stretchesOf(input_text, intent).map(({ text, kind, label }, at) =>
        kind === "plain" ? (
          text
        ) : (
          <mark key={at} class={`is-${kind}`}>
            {text}
            <small>{nameOf(kind, label)}</small>
          </mark>
        ),
      )}
    </>
  );
}

/** Confidence against what is asked of it. */
function Gate({ gate: { confidence, threshold, passed } }: { gate: ExplainResponse["gate"] }) {
  const say = words();
  return (
    <span class={`gate ${passed ? "is-passed" : "is-closed"}`}>
      <span class="gate-bar" aria-hidden="true">
        <span style={{ width: `${confidence * 100}%` }} />
        {threshold === null ? null : <i style={{ left: `${threshold * 100}%` }} />}
      </span>
      {percent(confidence, 1)}{" "}
      {threshold === null ? say.exempt : `/ ${say.gate} ${percent(threshold, 1)}`}
    </span>
  );
}

function ExpectedPlan({ of: { steps, expected, plan } }: { of: ExplainResponse }) {
  const say = words();
  if (plan === null) return null;
  return (
    <>
      <h3>{say.plan}</h3>
      <ol class="expected">
        {steps.map(({ id, domain, capability, effect, confirm, p95_ms, problem }) => (
          <li key={String(id)}>
            <span class="minor">{id}</span> <code>{`${domain}.${capability}`}</code>{" "}
            <EffectTag effect={effect} />{" "}
            <span class="minor">
              {p95_ms === null ? say.notYet : `p95 ${duration(p95_ms)}`}
              {confirm ? ` · ${say.asksFirst}` : ""}
              {problem === null ? "" : ` · ${problem}`}
            </span>
          </li>
        ))}
      </ol>
      <p class="quiet">
        {say.expected}: {expected.latency_ms === null ? say.notYet : duration(expected.latency_ms)}{" "}
        · {expected.tokens === null ? say.byModel : common().tokens(expected.tokens)}
      </p>
    </>
  );
}
