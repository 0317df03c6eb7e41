import { useEffect, useState } from "preact/hooks";
import type { TurnResponse } from "#shared/contracts/endpoints.ts";
import type { OpenQuestion, RunDetail } from "#shared/contracts/native-endpoints.ts";
import { type ApiError, ask, get } from "../../api.ts";
import { ago, dateTime } from "../../format.ts";
import { may, questions } from "../../live.ts";
import { asApiError, useLoaded } from "../../load.ts";
import { Markdown } from "../../parts/markdown.tsx";
import { optionsOf } from "../../parts/options.ts";
import { EffectTag, Empty, Failure, Head } from "../../parts/parts.tsx";
import { ShownParams } from "../../parts/shown-params.tsx";
import { href, place } from "../../router.ts";
import { common, wordsIn } from "../../words.ts";

const words = wordsIn({
  "pt-BR": {
    none: "Nada espera por você. O que precisar de um sim aparece aqui na hora.",
    kinds: {
      select: "escolha",
      fill: "valor que falta",
      confirm: "confirmação",
      choose_goal: "qual objetivo",
    },
    asked: "perguntado",
    expires: "vence",
    run: "Ver a execução",
    drop: "Deixar sem resposta",
    reply: "Resposta",
    send: "Responder",
    wouldDo: "O que será feito",
    options: "Opções",
    answered: "Respondido",
    notify: "Avisar neste navegador",
    notified: "Este navegador avisa quando houver pergunta nova.",
  },
  en: {
    none: "Nothing waits for you. What needs a yes shows up here at once.",
    kinds: {
      select: "choice",
      fill: "missing value",
      confirm: "confirmation",
      choose_goal: "which goal",
    },
    asked: "asked",
    expires: "expires",
    run: "See the run",
    drop: "Leave unanswered",
    reply: "Answer",
    send: "Answer",
    wouldDo: "What will be done",
    options: "Options",
    answered: "Answered",
    notify: "Notify in this browser",
    notified: "This browser tells you when there is a new question.",
  },
});

type Answered = { question: OpenQuestion; turn: TurnResponse };

/** What waits for the user, live, each with the very parameters of what it would do. */
export function Questions() {
  const say = words();
  const [answered, setAnswered] = useState<Answered[]>([]);
  const wanted = place.value.query.get("run");
  const open = questions.value.toSorted(
    (a, b) =>
      Number(b.run_id === wanted) - Number(a.run_id === wanted) || b.created_at - a.created_at,
  );
  return (
    <>
      <Head title={common().screens.questions}>
        <Notify />
      </Head>
      {open.length === 0 ? <Empty>{say.none}</Empty> : null}
      <ul class="cards">
        {open.map((question) => (
          <li key={question.id} class="card">
            <Question
              question={question}
              onAnswer={(turn) => setAnswered((before) => [{ question, turn }, ...before])}
            />
          </li>
        ))}
      </ul>
      {answered.length === 0 ? null : (
        <section aria-label={say.answered} aria-live="polite">
          <h2>{say.answered}</h2>
          <ul class="cards">
            {answered.map(({ question, turn }) => (
              <li key={question.id} class="card is-quiet">
                <p class="quiet">{question.question}</p>
                <Markdown text={turn.answer} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Question({
  question,
  onAnswer,
}: {
  question: OpenQuestion;
  onAnswer(turn: TurnResponse): void;
}) {
  const say = words();
  const { id, kind, created_at, expires_at, run_id } = question;
  const [text, setText] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError>();
  const path = `/v1/pending/${encodeURIComponent(id)}`;
  const attempt = (work: () => Promise<void>) => {
    setBusy(true);
    setError(undefined);
    work()
      .then(() => {
        // The stream says the same a moment later.
        questions.value = questions.value.filter((each) => each.id !== id);
      })
      .catch((thrown: unknown) => setError(asApiError(thrown)))
      .finally(() => setBusy(false));
  };
  const answer = (said: string) =>
    attempt(async () =>
      onAnswer(await ask<TurnResponse>("POST", `${path}/answer`, { body: { text: said } })),
    );
  const drop = () =>
    attempt(async () => {
      await ask("POST", `${path}/expire`, { body: {} });
    });
  return (
    <>
      <p class="question-head">
        <span class="tag">{say.kinds[kind]}</span>
        <span title={dateTime(created_at)}>
          {say.asked} {ago(created_at)}
        </span>
        <span title={dateTime(expires_at)}>
          {say.expires} {ago(expires_at)}
        </span>
      </p>
      <Markdown text={question.question} />
      {run_id === null ? null : <About run_id={run_id} isConfirm={kind === "confirm"} />}
      <ul class="options" aria-label={say.options}>
        {optionsOf(question).map((option) => (
          <li key={option.id}>
            <button type="button" disabled={isBusy} onClick={() => answer(option.id)}>
              {option.label}
            </button>
          </li>
        ))}
      </ul>
      <form
        class="inline-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() !== "") answer(text.trim());
        }}
      >
        <label class="field">
          {say.reply}
          <input
            value={text}
            maxLength={8000}
            data-main-field
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        </label>
        <button type="submit" disabled={isBusy || text.trim() === ""}>
          {say.send}
        </button>
        {may("sessions:write") ? (
          <button type="button" class="plain" disabled={isBusy} onClick={drop}>
            {say.drop}
          </button>
        ) : null}
      </form>
      {error === undefined ? null : <Failure error={error} />}
    </>
  );
}

/** What the run would do next, with the parameters that a yes is for. */
function About({ run_id, isConfirm }: { run_id: string; isConfirm: boolean }) {
  const say = words();
  const { value } = useLoaded(
    (signal) => get<RunDetail>(`/v1/runs/${encodeURIComponent(run_id)}`, signal),
    [run_id],
  );
  const waiting = value.value?.steps.find(({ status }) => status === "waiting");
  const effect = waiting && value.value?.effects[String(waiting.id)];
  return (
    <div class="would">
      {effect === undefined ? null : <EffectTag effect={effect} />}
      {isConfirm && waiting !== undefined ? (
        <ShownParams step={waiting} title={say.wouldDo} />
      ) : null}
      <a href={href(["runs", run_id])}>{say.run}</a>
    </div>
  );
}

/** Asked for by a click, as browsers want it; a question that comes while the page is not looked at is told. */
function Notify() {
  const say = words();
  const [state, setState] = useState(globalThis.Notification?.permission ?? "denied");
  const count = questions.value.length;
  const [before, setBefore] = useState(count);
  useEffect(() => {
    const [newest] = questions.value;
    if (count > before && state === "granted" && document.hidden && newest !== undefined)
      new Notification("Regente", { body: newest.question, tag: newest.id });
    setBefore(count);
  }, [count]);
  if (state === "granted") return <span class="quiet">{say.notified}</span>;
  if (state === "denied") return null;
  return (
    <button type="button" onClick={() => void Notification.requestPermission().then(setState)}>
      {say.notify}
    </button>
  );
}
