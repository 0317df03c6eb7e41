import { useEffect, useState } from "preact/hooks";
import type { TurnResponse } from "#shared/contracts/endpoints.ts";
import type { OpenQuestion, RunDetail } from "#shared/contracts/native-endpoints.ts";
import { at, get, post } from "../api.ts";
import { ago, dateTime } from "../format.ts";
import { may, questions } from "../live.ts";
import { useAction, useLoaded } from "../load.ts";
import { Form, TextField } from "../parts/fields.tsx";
import { Markdown } from "../parts/markdown.tsx";
import { Button, Cards, Failure, Fold, Head, Section } from "../parts/parts.tsx";
import { EffectTag, Options, ShownCall, ShownParams } from "../parts/receipts.tsx";
import { href, queried } from "../router.ts";
import { common, counted, wordsIn } from "../words.ts";

const say = wordsIn({
  none: [
    "Nada aguarda a sua aprovação. Novos pedidos aparecem aqui na hora.",
    "Nothing is waiting for your approval. New requests appear here at once.",
  ],
  kinds: {
    select: ["escolha", "choice"],
    fill: ["valor que falta", "missing value"],
    confirm: ["confirmação", "confirmation"],
    choose_goal: ["qual objetivo", "which goal"],
  },
  asked: ["perguntado", "asked"],
  expires: ["vence", "expires"],
  approve: ["Aprovar", "Approve"],
  decline: ["Recusar", "Decline"],
  run: ["Ver a execução", "See the run"],
  conversation: ["Abrir a conversa", "Open the conversation"],
  others: [
    counted("pergunta em conversas", "perguntas em conversas"),
    counted("question in conversations", "questions in conversations"),
  ],
  dropAll: ["Deixar todas sem resposta", "Leave all of them unanswered"],
  drop: ["Deixar sem resposta", "Leave unanswered"],
  send: ["Responder", "Answer"],
  answered: ["Respondido", "Answered"],
  notify: ["Avisar neste navegador", "Notify in this browser"],
  notified: [
    "Este navegador avisa quando houver pergunta nova.",
    "This browser tells you when there is a new question.",
  ],
});

type Answered = { question: OpenQuestion; turn: TurnResponse };

/** So few questions of conversations are shown unasked. */
const FEW = 5;

/** What waits for the user's yes, live, each with the very parameters of what it would do; then what conversations ask. */
export function Approvals() {
  const [answered, setAnswered] = useState<readonly Answered[]>([]);
  const wanted = queried("run");
  const open = questions.value.toSorted(
    (a, b) =>
      Number(b.run_id === wanted) - Number(a.run_id === wanted) || b.created_at - a.created_at,
  );
  const others = open.filter((each) => !isApproval(each));
  const shown = (question: OpenQuestion) => (
    <Question
      question={question}
      onAnswer={(turn) => setAnswered((before) => [{ question, turn }, ...before])}
    />
  );
  return (
    <>
      <Head title={common.screens.approvals}>
        <Notify />
      </Head>
      <Cards none={say.none} of={open.filter(isApproval)} keyOf={({ id }) => id}>
        {shown}
      </Cards>
      {others.length > 0 && (
        <Fold says={say.others(others.length)} open={others.length <= FEW}>
          {may("sessions:write") && others.length > 1 && <DropAll of={others} />}
          <Cards of={others} keyOf={({ id }) => id}>
            {shown}
          </Cards>
        </Fold>
      )}
      {answered.length > 0 && (
        <Section says={say.answered} aria-label={say.answered} aria-live="polite">
          <Cards of={answered} keyOf={({ question }) => question.id}>
            {({ question, turn }) => (
              <>
                <p class="quiet">{question.question}</p>
                <Markdown text={turn.answer} />
              </>
            )}
          </Cards>
        </Section>
      )}
    </>
  );
}

const isApproval = ({ kind }: OpenQuestion) => kind === "confirm";

/** Lets go of everything that conversations ask at once. */
function DropAll({ of }: { of: readonly OpenQuestion[] }) {
  const action = useAction();
  const drop = async () => {
    for (const { id } of of) await post(at`/v1/pending/${id}/expire`);
  };
  return (
    <div class="actions">
      <Button says={say.dropAll} of={action} act={drop} />
      <Failure error={action.error} />
    </div>
  );
}

type QuestionProps = { question: OpenQuestion; onAnswer(turn: TurnResponse): void };

function Question({ question, onAnswer }: QuestionProps) {
  const { id, kind, created_at, expires_at, run_id } = question;
  const [text, setText] = useState("");
  const action = useAction();
  const run = useLoaded(
    async (leaving) => (run_id === null ? null : get<RunDetail>(at`/v1/runs/${run_id}`, leaving)),
    [run_id],
  ).value.value;
  const waiting = run?.steps.find(({ status }) => status === "waiting");
  const { would_call = [] } = question;
  const effect = waiting ? run?.effects[String(waiting.id)] : would_call[0]?.effect;
  // The stream says the same a moment later.
  const leave = () => {
    questions.value = questions.value.filter((each) => each.id !== id);
  };
  const answer = async (said: string) => {
    onAnswer(
      await post<TurnResponse>(at`/v1/pending/${id}/answer`, { text: said, follows_ticks: true }),
    );
    leave();
  };
  const drop = () => post(at`/v1/pending/${id}/expire`).then(leave);
  return (
    <>
      <p class="question-head">
        {effect && <EffectTag effect={effect} />}
        <span class="tag">{say.kinds[kind]}</span>
        <span title={dateTime(created_at)}>
          {say.asked} {ago(created_at)}
        </span>
        <span title={dateTime(expires_at)}>
          {say.expires} {ago(expires_at)}
        </span>
      </p>
      <Markdown text={question.question} />
      <p class="links">
        <a href={href([], { session: question.session_id })}>{say.conversation}</a>
        {run_id !== null && <a href={href(["runs", run_id])}>{say.run}</a>}
      </p>
      {isApproval(question) && waiting && (
        <ShownParams step={waiting} title={common.wouldDo} open />
      )}
      {would_call.map((call, place) => (
        <ShownCall key={place} call={call} title={common.wouldDo} open />
      ))}
      <Options
        of={question}
        words={[say.approve, say.decline]}
        isDisabled={action.isBusy}
        onChoose={(option) => action.run(() => answer(option.id))}
      />
      {isApproval(question) ? (
        <Failure error={action.error} />
      ) : (
        <Form class="inline-form" of={action} act={() => answer(text.trim())}>
          <TextField label={common.answer} value={text} data-main-field onValue={setText} />
          <Button says={say.send} type="submit" of={action} disabled={text.trim() === ""} />
          {may("sessions:write") && <Button says={say.drop} class="plain" of={action} act={drop} />}
        </Form>
      )}
    </>
  );
}

/** Asked for by a click, as browsers want it; a question that comes while the page is not looked at is told. */
function Notify() {
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
  return <Button says={say.notify} act={() => Notification.requestPermission().then(setState)} />;
}
