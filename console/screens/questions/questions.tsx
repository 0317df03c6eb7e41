import { useEffect, useState } from "preact/hooks";
import type { TurnResponse } from "#shared/contracts/endpoints.ts";
import type { OpenQuestion, RunDetail } from "#shared/contracts/native-endpoints.ts";
import { ask } from "../../api.ts";
import { ago, dateTime } from "../../format.ts";
import { may, questions } from "../../live.ts";
import { useAction, useGet } from "../../load.ts";
import { Form, TextField } from "../../parts/fields.tsx";
import { Markdown } from "../../parts/markdown.tsx";
import { Options } from "../../parts/options.tsx";
import { Button, Cards, EffectTag, Empty, Failure, Head } from "../../parts/parts.tsx";
import { ShownParams } from "../../parts/shown-params.tsx";
import { href, place } from "../../router.ts";
import { common, wordsIn } from "../../words.ts";

const words = wordsIn({
  none: [
    "Nada espera por você. O que precisar de um sim aparece aqui na hora.",
    "Nothing waits for you. What needs a yes shows up here at once.",
  ],
  kinds: {
    select: ["escolha", "choice"],
    fill: ["valor que falta", "missing value"],
    confirm: ["confirmação", "confirmation"],
    choose_goal: ["qual objetivo", "which goal"],
  },
  asked: ["perguntado", "asked"],
  expires: ["vence", "expires"],
  run: ["Ver a execução", "See the run"],
  drop: ["Deixar sem resposta", "Leave unanswered"],
  reply: ["Resposta", "Answer"],
  send: ["Responder", "Answer"],
  wouldDo: ["O que será feito", "What will be done"],
  answered: ["Respondido", "Answered"],
  notify: ["Avisar neste navegador", "Notify in this browser"],
  notified: [
    "Este navegador avisa quando houver pergunta nova.",
    "This browser tells you when there is a new question.",
  ],
});

type Answered = { question: OpenQuestion; turn: TurnResponse };

/** What waits for the user, live, each with the very parameters of what it would do. */
export function Questions() {
  const say = words();
  const [answered, setAnswered] = useState<readonly Answered[]>([]);
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
      <Cards of={open} keyOf={({ id }) => id}>
        {(question) => (
          <Question
            question={question}
            onAnswer={(turn) => setAnswered((before) => [{ question, turn }, ...before])}
          />
        )}
      </Cards>
      {answered.length === 0 ? null : (
        <section aria-label={say.answered} aria-live="polite">
          <h2>{say.answered}</h2>
          <Cards of={answered} keyOf={({ question }) => question.id}>
            {({ question, turn }) => (
              <>
                <p class="quiet">{question.question}</p>
                <Markdown text={turn.answer} />
              </>
            )}
          </Cards>
        </section>
      )}
    </>
  );
}

type QuestionProps = { question: OpenQuestion; onAnswer(turn: TurnResponse): void };

function Question({ question, onAnswer }: QuestionProps) {
  const say = words();
  const { id, kind, created_at, expires_at, run_id } = question;
  const [text, setText] = useState("");
  const { isBusy, error, run } = useAction();
  const path = `/v1/pending/${encodeURIComponent(id)}`;
  const settle = (how: "answer" | "expire", body: object) =>
    run(async () => {
      const done = await ask<TurnResponse>("POST", `${path}/${how}`, { body });
      if (how === "answer") onAnswer(done);
      // The stream says the same a moment later.
      questions.value = questions.value.filter((each) => each.id !== id);
    });
  const answer = (said: string) => settle("answer", { text: said });
  const submit = () => {
    answer(text.trim());
  };
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
      <Options of={question} isDisabled={isBusy} onChoose={({ id: chosen }) => answer(chosen)} />
      <Form class="inline-form" onSubmit={submit}>
        <TextField label={say.reply} value={text} data-main-field onValue={setText} />
        <Button says={say.send} type="submit" disabled={isBusy || text.trim() === ""} />
        {may("sessions:write") ? (
          <Button
            says={say.drop}
            class="plain"
            disabled={isBusy}
            onClick={() => settle("expire", {})}
          />
        ) : null}
      </Form>
      <Failure error={error} />
    </>
  );
}

/** What the run would do next, with the parameters that a yes is for. */
function About({ run_id, isConfirm }: { run_id: string; isConfirm: boolean }) {
  const say = words();
  const { value } = useGet<RunDetail>(`/v1/runs/${encodeURIComponent(run_id)}`);
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
    <Button
      says={say.notify}
      onClick={() => void Notification.requestPermission().then(setState)}
    />
  );
}
