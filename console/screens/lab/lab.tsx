import type { VNode } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { EvaluationReport } from "#shared/contracts/console.ts";
import type {
  ExampleProposal,
  ProposalConcern,
  ProposalsResponse,
} from "#shared/contracts/promotion.ts";
import { type ApiError, ask, get } from "../../api.ts";
import { ago, number, percent } from "../../format.ts";
import { may } from "../../live.ts";
import { asApiError, useLoaded } from "../../load.ts";
import { Empty, Failure, Head, Shown } from "../../parts/parts.tsx";
import { href } from "../../router.ts";
import { common, inWords } from "../../words.ts";
import { Give } from "./give.tsx";

type Evaluation = NonNullable<EvaluationReport["evaluation"]>;
const WAIT_MS = 2500;

const words = () =>
  inWords({
    "pt-BR": {
      about:
        "Quão bem o catálogo entende os próprios exemplos, cada um deixado de fora na sua vez.",
      working: "Ouvindo cada exemplo sem tê-lo visto… leva um minuto ou mais.",
      failed: "A avaliação não deu certo; o log diz por quê.",
      sentences: "frases",
      accuracy: "objetivo certo",
      f1: "valores certos (F1)",
      ece: "erro de calibração",
      pairs: "Pares confundidos",
      noPairs: "Nenhum objetivo é tomado por outro.",
      times: (count: number) => (count === 1 ? "1 vez" : `${count} vezes`),
      meant: "queria",
      found: "achou",
      reliability: "Confiança contra acerto",
      reliabilityAbout: "Bem calibrado: a barra acaba perto da marca.",
      goals: "Por objetivo",
      goal: "Objetivo",
      acts: "age",
      rightly: "age certo",
      inbox: "À espera da sua palavra",
      noInbox: "Nada espera. O que só um modelo ou uma pergunta esclarecer aparece aqui.",
      example: "Exemplo",
      accept: "Aceitar",
      reject: "Recusar",
      judging: "Medindo o que mudaria…",
      by: { model: "esclarecido por um modelo", choice: "escolhido por quem disse" },
      concerns: {
        secret: "parece ter um segredo",
        personal: "parece ter dado pessoal",
        unmarked: "um valor não aparece nas palavras",
      } satisfies Record<ProposalConcern, string>,
      unclear: "Não entendido ultimamente",
      noUnclear: "Nos últimos 30 dias, tudo o que foi dito levou a algum lugar.",
      offered: "ofereceu",
      nothingOffered: "não ofereceu nada",
      label: "Dar a um objetivo",
      putAway: "Descartar",
      give: "Dar um exemplo a um objetivo",
      explain: "Explicar",
    },
    en: {
      about: "How well the catalogue understands its own examples, each left out in its turn.",
      working: "Hearing each example without having seen it… a minute or more.",
      failed: "The evaluation failed; the log says why.",
      sentences: "sentences",
      accuracy: "goal right",
      f1: "values right (F1)",
      ece: "calibration error",
      pairs: "Confused pairs",
      noPairs: "No goal is taken for another one.",
      times: (count: number) => (count === 1 ? "once" : `${count} times`),
      meant: "meant",
      found: "found",
      reliability: "Confidence against truth",
      reliabilityAbout: "Well calibrated: the bar ends near the mark.",
      goals: "By goal",
      goal: "Goal",
      acts: "acts",
      rightly: "acts rightly",
      inbox: "Waiting for your word",
      noInbox: "Nothing waits. What only a model or a question made clear shows up here.",
      example: "Example",
      accept: "Accept",
      reject: "Reject",
      judging: "Working out what it would change…",
      by: { model: "made clear by a model", choice: "chosen by who said it" },
      concerns: {
        secret: "seems to hold a secret",
        personal: "seems to hold something personal",
        unmarked: "a value does not stand in the words",
      } satisfies Record<ProposalConcern, string>,
      unclear: "Not understood lately",
      noUnclear: "In the last 30 days, everything that was said led somewhere.",
      offered: "offered",
      nothingOffered: "offered nothing",
      label: "Give it to a goal",
      putAway: "Dismiss",
      give: "Give a goal an example",
      explain: "Explain",
    },
  });

/** How well sentences are understood, what is taken for what, and what people taught meanwhile. */
export function Lab() {
  const say = words();
  const [looks, setLooks] = useState(0);
  const report = useLoaded((signal) => get<EvaluationReport>("/v1/evaluation", signal), [looks]);
  const state = report.value.value?.state;
  useEffect(() => {
    if (state !== "working") return;
    const timer = setInterval(() => setLooks((before) => before + 1), WAIT_MS);
    return () => clearInterval(timer);
  }, [state]);
  return (
    <>
      <Head title={common().screens.lab} />
      {may("utterances:read") ? <Inbox /> : null}
      {may("promotions:write") ? (
        <details class="card">
          <summary>{say.give}</summary>
          <Give />
        </details>
      ) : null}
      <p class="quiet">{say.about}</p>
      <Shown of={report}>
        {({ evaluation, state: now }) =>
          evaluation === null ? (
            <p class="note" role="status">
              {now === "failed" ? say.failed : say.working}
            </p>
          ) : (
            <Results evaluation={evaluation} />
          )
        }
      </Shown>
    </>
  );
}

const shareOf = (value: number | null, digits = 1) =>
  value === null ? "–" : percent(value, digits);

function Results({ evaluation }: { evaluation: Evaluation }) {
  const say = words();
  const { sentences, accuracy, entity_f1, ece, confusable, reliability, goals } = evaluation;
  return (
    <>
      <ul class="figures">
        {[
          [number(sentences), say.sentences],
          [shareOf(accuracy), say.accuracy],
          [shareOf(entity_f1), say.f1],
          [shareOf(ece), say.ece],
        ].map(([value, name]) => (
          <li key={name}>
            <strong>{value}</strong>
            <span>{name}</span>
          </li>
        ))}
      </ul>
      <div class="usage-sides">
        <section class="card">
          <h2>{say.pairs}</h2>
          {confusable.length === 0 ? <p class="quiet">{say.noPairs}</p> : null}
          <ul class="pairs">
            {confusable.map(({ goals: [one, other], times, sentences: mistaken }) => (
              <li key={`${one} ${other}`}>
                <p>
                  <code>{one}</code> ↔ <code>{other}</code>{" "}
                  <span class="minor">{say.times(times)}</span>
                </p>
                <ul>
                  {mistaken.map(({ text, expected, found, confidence }) => (
                    <li key={text}>
                      <a href={href(["explain"], { t: text })}>{text}</a>
                      <span class="minor">
                        {say.meant} {expected}, {say.found} {found} ({percent(confidence)})
                      </span>
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        </section>
        <section class="card">
          <h2>{say.reliability}</h2>
          <p class="quiet">{say.reliabilityAbout}</p>
          <ul class="reliability">
            {reliability.map(({ from, to, sentences: count, confidence, right }) => (
              <li key={from}>
                <span class="minor">
                  {percent(from)}–{percent(to)}
                </span>
                <span class="gate-bar" aria-hidden="true">
                  <span style={{ width: `${right * 100}%` }} />
                  <i style={{ left: `${confidence * 100}%` }} />
                </span>
                <span>{percent(right, 1)}</span>
                <span class="minor">
                  {number(count)} {say.sentences}
                </span>
              </li>
            ))}
          </ul>
        </section>
      </div>
      <section class="card">
        <h2>{say.goals}</h2>
        <table class="list">
          <thead>
            <tr>
              <th>{say.goal}</th>
              <th class="wide" />
              <th class="number">{say.sentences}</th>
              <th class="number">{say.accuracy}</th>
              <th class="number">{say.acts}</th>
              <th class="number">{say.rightly}</th>
            </tr>
          </thead>
          <tbody>
            {goals
              .toSorted((a, b) => (a.accuracy ?? 1) - (b.accuracy ?? 1))
              .map((row) => (
                <tr key={`${row.goal} ${row.locale}`}>
                  <td class="main-cell">
                    <code>{row.goal}</code>
                  </td>
                  <td class="wide minor">{row.locale}</td>
                  <td class="number">{row.sentences}</td>
                  <td class="number">{shareOf(row.accuracy, 0)}</td>
                  <td class="number">{shareOf(row.coverage, 0)}</td>
                  <td class="number">{shareOf(row.precision, 0)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

/** What was understood with help, to be taken as an example or not. */
function Inbox() {
  const say = words();
  const waiting = useLoaded((signal) => get<ProposalsResponse>("/v1/promotions", signal), []);
  const again = () => waiting.again();
  return (
    <Shown of={waiting}>
      {({ proposals, unclear }) => (
        <>
          <section>
            <h2>{say.inbox}</h2>
            <Cards none={say.noInbox}>
              {proposals.map((proposal) => (
                <Proposal key={proposal.id} proposal={proposal} onDone={again} />
              ))}
            </Cards>
          </section>
          <section>
            <h2>{say.unclear}</h2>
            <Cards none={say.noUnclear}>
              {unclear.map((sentence) => (
                <Unclear key={sentence.id} sentence={sentence} onDone={again} />
              ))}
            </Cards>
          </section>
        </>
      )}
    </Shown>
  );
}

const Cards = ({ none, children }: { none: string; children: VNode[] }) =>
  children.length === 0 ? (
    <Empty>{none}</Empty>
  ) : (
    <ul class="cards">
      {children.map((child) => (
        <li key={child.key} class="card">
          {child}
        </li>
      ))}
    </ul>
  );

/** What was not understood: what it would lead to now, a goal to give it to, or away with it. */
function Unclear({
  sentence,
  onDone,
}: {
  sentence: ProposalsResponse["unclear"][number];
  onDone(): void;
}) {
  const say = words();
  const { id, text, offered, locale, created_at, concerns } = sentence;
  const [error, setError] = useState<ApiError>();
  const dismiss = () =>
    ask("POST", `/v1/promotions/${encodeURIComponent(id)}/reject`, { body: {} }).then(
      onDone,
      (thrown: unknown) => setError(asApiError(thrown)),
    );
  return (
    <>
      <p class="change-head">
        <strong>{text}</strong>
        <span class="minor">
          {offered.length === 0 ? say.nothingOffered : `${say.offered} ${offered.join(", ")}`} ·{" "}
          {locale} · {ago(created_at)}
        </span>
        <Concerns concerns={concerns} />
        <a href={href(["explain"], { t: text })}>{say.explain}</a>
      </p>
      {may("promotions:write") ? (
        <>
          <details>
            <summary>{say.label}</summary>
            <Give unclear={sentence} onGiven={onDone} />
          </details>
          <button type="button" onClick={dismiss}>
            {say.putAway}
          </button>
        </>
      ) : null}
      {error === undefined ? null : <Failure error={error} />}
    </>
  );
}

const Concerns = ({ concerns }: { concerns: readonly ProposalConcern[] }) => (
  <>
    {concerns.map((each) => (
      <span key={each} class="tag is-ask">
        {words().concerns[each]}
      </span>
    ))}
  </>
);

function Proposal({
  proposal,
  onDone,
}: {
  proposal: ExampleProposal & { concerns: ProposalConcern[] };
  onDone(): void;
}) {
  const say = words();
  const { id, domain, goal, locale, example, text, solved_by, created_at, concerns } = proposal;
  const [wording, setWording] = useState(example);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError>();
  const decide = (what: "accept" | "reject") => {
    setBusy(true);
    setError(undefined);
    const body = what === "accept" && wording !== example ? { example: wording } : {};
    ask("POST", `/v1/promotions/${encodeURIComponent(id)}/${what}`, { body })
      .then(onDone, (thrown: unknown) => setError(asApiError(thrown)))
      .finally(() => setBusy(false));
  };
  return (
    <>
      <p class="change-head">
        <strong>{text}</strong>
        <code>
          {domain}.{goal}
        </code>
        <span class="minor">
          {say.by[solved_by]} · {locale} · {ago(created_at)}
        </span>
        <Concerns concerns={concerns} />
        <a href={href(["explain"], { t: text })}>{say.explain}</a>
      </p>
      {may("promotions:write") ? (
        <div class="inline-form">
          <label class="field">
            {say.example}
            <input
              value={wording}
              onInput={({ currentTarget }) => setWording(currentTarget.value)}
            />
          </label>
          <button type="button" class="strong" disabled={isBusy} onClick={() => decide("accept")}>
            {say.accept}
          </button>
          <button type="button" disabled={isBusy} onClick={() => decide("reject")}>
            {say.reject}
          </button>
          <span role="status">{isBusy ? say.judging : ""}</span>
        </div>
      ) : null}
      {error === undefined ? null : <Failure error={error} />}
    </>
  );
}
