import { useState } from "preact/hooks";
import type { ExplanationsResponse } from "#shared/contracts/console.ts";
import type { ExplainResponse } from "#shared/contracts/endpoints.ts";
import type { ModifierKind } from "#shared/contracts/intent.ts";
import { ask } from "../../api.ts";
import { duration, percent } from "../../format.ts";
import { may } from "../../live.ts";
import { useLoaded } from "../../load.ts";
import { Form, TextArea } from "../../parts/fields.tsx";
import { Button, Cards, Facts, Fold, Head, Items, Shown } from "../../parts/parts.tsx";
import { ChangedSchedules, Detail, EffectTag, EvidenceList } from "../../parts/receipts.tsx";
import { href, queried, setQuery } from "../../router.ts";
import { common, wordsIn } from "../../words.ts";
import { stretchesOf } from "./marks.ts";

const say = wordsIn({
  about: [
    "Mostra aonde cada frase levaria, com o mesmo código que responde. Nada roda e nenhum domínio é chamado.",
    "Shows where each sentence would lead, with the same code that answers. Nothing runs, and no domain is called.",
  ],
  sentences: ["Frases, uma por linha", "Sentences, one per line"],
  hint: [(most: number) => `de 1 a ${most} frases`, (most: number) => `1 to ${most} sentences`],
  explain: ["Explicar", "Explain"],
  compare: ["Comparar com outro manifesto", "Compare with another manifest"],
  verdicts: {
    runs: ["rodaria", "would run"],
    changes: ["agendaria ou mudaria algo", "would schedule or change something"],
    answers: ["só responderia", "would only answer"],
    asks: ["perguntaria", "would ask"],
    held: ["não faria nada", "would do nothing"],
  },
  nothing: ["Nada foi entendido.", "Nothing was understood."],
  gate: ["limiar", "threshold"],
  exempt: ["sem limite", "no limit"],
  runnerUp: ["Segundo colocado", "Runner-up"],
  unread: ["não lido", "unread"],
  asksFirst: ["pede confirmação antes", "asks for approval first"],
  expected: ["Tempo esperado", "Expected time"],
  unknownTime: ["sem medição ainda", "not measured yet"],
  byModel: ["um modelo diria", "a model would say"],
  wouldAsk: ["Perguntaria", "Would ask"],
  why: ["Evidências", "Evidence"],
  doubtWords: {
    negated: ["negado", "negated"],
    asked_about: ["perguntado, não pedido", "asked about, not requested"],
    reported: ["relatado", "reported"],
    supposed: ["suposto", "supposed"],
    conditional: ["com condição", "conditional"],
    deferred: ["para depois", "for later"],
    recurring: ["repetido", "recurring"],
    addressed: ["para outra pessoa", "for another person"],
    corrected: ["corrigido", "corrected"],
    excepted: ["com exceção", "with an exception"],
    limited: ["com limite", "limited"],
    ambiguous_scope: ["alcance incerto", "unclear scope"],
    unread: ["palavras não lidas", "unread words"],
    compound: ["vários pedidos", "several requests"],
    strange: ["frase estranha", "strange sentence"],
    spelling: ["escrita duvidosa", "doubtful spelling"],
  },
  modifiers: {
    polarity: ["negação", "negation"],
    mood: ["modo", "mood"],
    condition: ["condição", "condition"],
    time: ["tempo", "time"],
    recurrence: ["repetição", "recurrence"],
    addressee: ["destinatário", "addressee"],
    correction: ["correção", "correction"],
    exception: ["exceção", "exception"],
    amount: ["quantidade", "amount"],
  },
});

const MOST_SENTENCES = 50;

/** The sentences in a text, one a line. */
export const linesOf = (text: string): string[] => {
  const lines = text.split("\n").map((line) => line.trim());
  return lines.filter((line) => line !== "").slice(0, MOST_SENTENCES);
};

/** Where sentences would lead, and why; they stand in the address, behind what any server sees of it. */
export function Explain() {
  const asked = queried("t") ?? "";
  const [text, setText] = useState(asked);
  const lines = linesOf(text);
  return (
    <>
      <Head title={common.screens.explain} about={say.about} />
      <Form class="lab-form" act={() => setQuery({ t: lines.join("\n") })}>
        <TextArea
          label={`${say.sentences} (${say.hint(MOST_SENTENCES)})`}
          rows={4}
          data-main-field
          value={text}
          onValue={setText}
        />
        <div class="actions">
          <Button says={say.explain} type="submit" class="strong" disabled={lines.length === 0} />
          {may("utterances:read") && <a href={href(["diff"], { t: text })}>{say.compare}</a>}
        </div>
      </Form>
      {asked !== "" && <Results key={asked} sentences={linesOf(asked)} />}
    </>
  );
}

function Results({ sentences }: { sentences: readonly string[] }) {
  // As the conversation says them: it shows later what happens.
  const body = { input_texts: sentences, follows_ticks: true };
  const found = useLoaded(
    (signal) => ask<ExplanationsResponse>("POST", "/v1/explanations", { body, signal }),
    [],
  );
  return (
    <Shown of={found}>
      {({ explanations }) => (
        <Cards of={explanations}>
          {(each) =>
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

type Verdict = keyof typeof say.verdicts;
const TAGS: Readonly<Record<Verdict, string>> = {
  ...{ runs: "on", changes: "on", asks: "ask", answers: "on", held: "bad" },
};

function verdictOf({ pending, plan, schedules, settings, status }: ExplainResponse): Verdict {
  if (pending !== null) return "asks";
  if (plan !== null) return "runs";
  if (schedules.length > 0 || settings !== null) return "changes";
  return status === "success" ? "answers" : "held";
}
/** What a decision was made by: a template, an example that is near. */
const DECISIVE = ["template", "nearest_example"];
/** The rest of it stands with the evidence. */
const DETAIL_CHARS = 70;

function Explained({ of }: { of: ExplainResponse }) {
  const { intent, gate, pending, plan, schedules, answer } = of;
  const verdict = verdictOf(of);
  const [second] = intent.alternatives.filter(({ goal }) => goal !== intent.goal);
  const frames = intent.goal === null ? [] : [intent, ...intent.also];
  const goals = frames.map(({ primary_domain, goal }) => `${primary_domain}.${goal} `);
  const by = intent.evidence.find(({ kind }) => DECISIVE.includes(kind));
  const values = frames
    .flatMap(({ entities }) => Object.entries(entities))
    .map(([name, value]) => [name, [value].flat().map(String).join(", ")] as const);
  const decided = (
    <>
      {common.tiers[intent.tier]}{" "}
      {by && <Detail of={by} text={of.input_text} most={DETAIL_CHARS} />}
    </>
  );
  return (
    <>
      <p class="sentence">
        <Marked of={of} />
      </p>
      <p class="question-head">
        <span class={`tag is-${TAGS[verdict]}`}>{say.verdicts[verdict]}</span>
        {gate.effect !== null && <EffectTag effect={gate.effect} />}
        {gate.doubts?.map(({ reason, detail }) => (
          <span key={reason} class="tag is-ask" title={detail}>
            {say.doubtWords[reason]}
          </span>
        ))}
      </p>
      <div class="explained-sides">
        <Facts
          of={{
            [common.goal]:
              goals.length === 0
                ? intent.tier === "none" && say.nothing
                : goals.map((goal) => <code key={goal}>{goal}</code>),
            [common.decided]: decided,
            [common.confidence]: frames.length > 0 && <Gate gate={gate} />,
            [say.runnerUp]:
              second && `${second.domain}.${second.goal} (${percent(second.confidence, 1)})`,
            ...Object.fromEntries(values),
          }}
        />
        <div>
          {pending && (
            <>
              <h3>{say.wouldAsk}</h3>
              <p>{pending.question}</p>
              <Items class="would-ask" of={pending.options} keyOf={({ id }) => id}>
                {({ label }) => label}
              </Items>
            </>
          )}
          {pending === null && answer && <p class="would-say">{answer}</p>}
          <ChangedSchedules of={schedules} />
          {plan && <ExpectedPlan of={of} />}
        </div>
      </div>
      <Fold says={say.why}>
        <EvidenceList of={intent.evidence} text={of.input_text} />
      </Fold>
    </>
  );
}

/** The words as they were read; each mark has its name beside it, so that no colour has to be told apart. */
function Marked({ of: { input_text, intent } }: { of: ExplainResponse }) {
  const namesOf = (label: string) => ({
    ...{ entity: label, unread: say.unread, modifier: say.modifiers[label as ModifierKind] },
  });
  return stretchesOf(input_text, intent).map(({ text, kind, label }, at) =>
    kind === "plain" ? (
      text
    ) : (
      <mark key={at} class={`is-${kind}`}>
        {text}
        <small>{namesOf(label)[kind]}</small>
      </mark>
    ),
  );
}

/** Confidence against what is asked of it. */
function Gate({ gate: { confidence, threshold, passed } }: { gate: ExplainResponse["gate"] }) {
  const asked = threshold === null ? say.exempt : `/ ${say.gate} ${percent(threshold, 1)}`;
  return (
    <span class={`gate ${passed ? "is-passed" : "is-closed"}`}>
      <span class="gate-bar" aria-hidden="true">
        <span style={{ width: `${confidence * 100}%` }} />
        {threshold !== null && <i style={{ left: `${threshold * 100}%` }} />}
      </span>
      {percent(confidence, 1)} {asked}
    </span>
  );
}

function ExpectedPlan({ of: { steps, expected } }: { of: ExplainResponse }) {
  const { latency_ms, tokens } = expected;
  return (
    <>
      <h3>{common.plan}</h3>
      <ol class="expected">
        {steps.map(({ id, domain, capability, effect, confirm, p95_ms, problem }) => (
          <li key={id}>
            <span class="minor">{id}</span> <code>{`${domain}.${capability}`}</code>{" "}
            <EffectTag effect={effect} />{" "}
            <span class="minor">
              {p95_ms === null ? common.notRun : `p95 ${duration(p95_ms)}`}
              {confirm && ` · ${say.asksFirst}`}
              {problem !== null && ` · ${problem}`}
            </span>
          </li>
        ))}
      </ol>
      <p class="quiet">
        {say.expected}: {latency_ms === null ? say.unknownTime : duration(latency_ms)} ·{" "}
        {tokens === null ? say.byModel : common.tokens(tokens)}
      </p>
    </>
  );
}
