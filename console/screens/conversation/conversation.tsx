import { Fragment } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { ExamplesResponse } from "#shared/contracts/console.ts";
import type { PendingView, TurnResponse } from "#shared/contracts/endpoints.ts";
import { withQuery } from "../../api.ts";
import { clockTime, percent } from "../../format.ts";
import { isLive, may } from "../../live.ts";
import { useGet } from "../../load.ts";
import { Form } from "../../parts/fields.tsx";
import { Files } from "../../parts/files.tsx";
import { Icon } from "../../parts/icons.tsx";
import { Elsewhere, Markdown } from "../../parts/markdown.tsx";
import { Button, DialogButton, Failure, Folded, Head, Items, Later } from "../../parts/parts.tsx";
import { Options, ShownParams, StatusIcon } from "../../parts/receipts.tsx";
import { href, queried, setQuery } from "../../router.ts";
import { locale } from "../../settings.ts";
import { told } from "../../told.ts";
import { common } from "../../words.ts";
import { Conversations } from "./conversations.tsx";
import {
  type Exchange,
  exchanges,
  goToStep,
  newSession,
  openedId,
  openSession,
  past,
  shownId,
  stop,
  tell,
  tourStep,
} from "./session.ts";
import { TurnPanel, Wrong } from "./turn-panel.tsx";
import { say } from "./words.ts";

export function Conversation() {
  useEffect(openSession, []);
  const all = exchanges.value;
  const last = all.at(-1);
  const isNew = all.length + past.value.length === 0 && tourStep.value === undefined;
  const shown = all.find(({ id }) => id === shownId.value) ?? last;
  return (
    <div class={`talk-screen${may("sessions:read") ? "" : " is-alone"}`}>
      {may("sessions:read") && (
        <aside class="list-beside" aria-label={say.list}>
          <Conversations />
        </aside>
      )}
      <section class="talk">
        <Head title={common.screens.conversation}>
          <div class="actions narrow-only">
            {may("sessions:read") && (
              <DialogButton title={say.list}>
                {(close) => <Conversations onOpen={close} />}
              </DialogButton>
            )}
            {all.length > 0 && (
              <Button
                says={<Icon name="plus" />}
                aria-label={say.new}
                title={say.new}
                act={newSession}
              />
            )}
          </div>
        </Head>
        <Past />
        <Log all={all} />
        {isNew && <Welcome />}
        {tourStep.value !== undefined && <Later load={loadTour} with={{}} />}
        <End count={past.value.length + all.length + told.value.length} />
        <Compose last={last} />
      </section>
      {shown && (
        <aside class="beside" aria-label={common.plan}>
          <TurnPanel exchange={shown} />
        </aside>
      )}
    </div>
  );
}

const loadTour = async () => (await import("./tour.tsx")).Tour;

function Welcome() {
  const path = withQuery("/v1/examples", { locale: locale.value });
  const examples = useGet<ExamplesResponse>(path).value.value?.examples ?? [];
  const texts = examples.map(({ text }) => text);
  return (
    <div class="welcome">
      <p class="welcome-title">{say.welcome}</p>
      <p class="quiet">{say.about}</p>
      <p class="actions">
        <Button says={say.tour} class="strong" act={() => goToStep(0)} />
      </p>
      <p class="minor">{say.tryNow}</p>
      <Items of={[...texts, say.help]} class="suggestions">
        {(text) => <Button says={text} act={() => tell(text)} />}
      </Items>
    </div>
  );
}

/** What ran here before this tab was opened. */
function Past() {
  if (past.value.length === 0) return null;
  return (
    <div class="log past">
      <p class="quiet">{say.kept}</p>
      {past.value.map(({ run_id, input_text, answer, status, created_at }, place) => (
        <Fragment key={run_id}>
          <Rang from={past.value[place - 1]?.created_at ?? 0} to={created_at} />
          <article class="exchange">
            <div class="said">
              <p>{input_text}</p>
              <Clock at={created_at} />
            </div>
            <div class={`answer is-${status}`}>
              <Folded text={answer} lines={MOST_LINES}>
                <Markdown text={answer} />
              </Folded>
              <a class="summary" href={href(["runs", run_id])}>
                <StatusIcon status={status} />
                {common.openRun}
              </a>
            </div>
          </article>
        </Fragment>
      ))}
    </div>
  );
}

/** Of a longer answer the beginning is shown. */
const MOST_LINES = 24;

/** So near to the end, the end is what is being read. */
const NEAR_PX = 120;

/**
 * Where the conversation ends, with the step of the tour that is being taken. What was just said comes into view, and
 * what grows there (a picture) stays in view; what is read further up stays.
 */
function End({ count }: { count: number }) {
  const end = useRef<HTMLDivElement>(null);
  const counted = useRef(count);
  counted.current = count;
  const showEnd = () => {
    // The keyboard goes on from what came into view: without a message it begins at the top.
    if (counted.current > 0) end.current?.scrollIntoView({ block: "nearest" });
  };
  useEffect(showEnd, [count]);
  useEffect(() => {
    const page = document.documentElement;
    let before = page.scrollHeight;
    const follow = new ResizeObserver(() => {
      const isNear = before - page.scrollTop - page.clientHeight < NEAR_PX;
      if (isNear) showEnd();
      before = page.scrollHeight;
    });
    const talk = end.current?.parentElement;
    if (talk) follow.observe(talk);
    return () => follow.disconnect();
  }, []);
  return <div ref={end} class="log-end" />;
}

function Log({ all }: { all: readonly Exchange[] }) {
  const begun = past.value.at(-1)?.created_at ?? 0;
  return (
    <div class="log" role="log" aria-label={common.screens.conversation}>
      {all.map((exchange, place) => (
        <Fragment key={exchange.id}>
          <Rang from={all[place - 1]?.at ?? begun} to={exchange.at} />
          <One exchange={exchange} answered={all[place + 1]?.said} />
        </Fragment>
      ))}
      <Rang from={all.at(-1)?.at ?? begun} to={Number.POSITIVE_INFINITY} />
    </div>
  );
}

/** What rang between two messages, told where it was asked for. */
function Rang({ from, to }: { from: number; to: number }) {
  const between = told.value.filter(({ ended_at }) => {
    const at = ended_at ?? 0;
    return at > from && at <= to;
  });
  return between.map(({ schedule_id, at, text, ended_at }) => (
    <div key={`${schedule_id} ${at}`} class="exchange rang">
      <div class="answer">
        <Markdown text={text} />
        <Clock at={ended_at ?? at} />
      </div>
    </div>
  ));
}

const Clock = ({ at }: { at: number }) => (
  <time dateTime={new Date(at).toISOString()}>{clockTime(at)}</time>
);

/** `answered`: what was said next; undefined: it is the last. */
type OneProps = { exchange: Exchange; answered: string | undefined };
type TurnProps = OneProps & { turn: TurnResponse };

function One({ exchange, answered }: OneProps) {
  const { said, at, state, turn, error } = exchange;
  return (
    <article class="exchange">
      <div class="said">
        <span class="unseen">{say.you}: </span>
        <p>{said}</p>
        <Clock at={at} />
      </div>
      <div class={`answer${turn === undefined ? "" : ` is-${turn.status}`}`}>
        <span class="unseen">{common.answer}: </span>
        {state === "lost" && <p class="note">{say.lost}</p>}
        <Failure error={error} />
        {state === "sending" && <Progress exchange={exchange} />}
        {turn && <Answer exchange={exchange} turn={turn} answered={answered} />}
      </div>
    </article>
  );
}

/** The steps while they run, and what is already written of the answer; the graph beside it shows more. */
function Progress({ exchange: { plan, statuses, early } }: { exchange: Exchange }) {
  const steps = plan?.steps ?? [];
  const shown = steps.slice(0, 8);
  if (steps.length === 0) return <p class="progress">{say.thinking}</p>;
  return (
    <>
      {early !== undefined && <Markdown text={early} />}
      <ul class="progress" aria-label={say.running}>
        {shown.map(({ id, capability }) => (
          <li key={id}>
            <StatusIcon status={statuses[String(id)] ?? "pending"} />
            {capability}
          </li>
        ))}
        {steps.length > shown.length && <li>+{steps.length - shown.length}</li>}
      </ul>
    </>
  );
}

function Answer({ exchange, turn, answered }: TurnProps) {
  const { answer, files, sources, pending } = turn;
  return (
    <>
      {/* The options stand below as buttons: the question alone is enough above them. */}
      <Folded text={pending?.question ?? answer} lines={MOST_LINES}>
        <Markdown text={pending?.question ?? answer} />
      </Folded>
      <Files files={files} />
      <Items class="sources" label={say.sources} of={sources}>
        {({ url, title }) => <Elsewhere url={url} name={title} />}
      </Items>
      {pending && <Question turn={turn} pending={pending} answered={answered} />}
      <div class="answer-foot">
        <Summary exchange={exchange} turn={turn} answered={answered} />
        <Wrong run_id={turn.run_id} />
      </div>
      {shownId.value === exchange.id && (
        <div class="below">
          <TurnPanel exchange={exchange} />
        </div>
      )}
    </>
  );
}

type QuestionProps = Omit<TurnProps, "exchange"> & { pending: PendingView };

/** What was offered stays to be read; only the newest question is answered by a click. */
function Question({ turn, pending, answered }: QuestionProps) {
  const waiting = turn.trace.steps.find(({ status }) => status === "waiting");
  return (
    <div class="question">
      {pending.kind === "confirm" && waiting && (
        <ShownParams step={waiting} title={common.wouldDo} />
      )}
      <Options
        of={pending}
        isDisabled={answered !== undefined}
        chosen={answered}
        onChoose={({ id, label }) => tell(id, label)}
      />
    </div>
  );
}

/** In one line what it took; it chooses what is shown beside the conversation. */
function Summary({ exchange, turn, answered }: TurnProps) {
  const { intent, steps } = turn.trace;
  const { tokens_input, tokens_output } = turn.usage;
  const isUndone = turn.status === "partial" || turn.status === "failure";
  const parts = [
    ...(isUndone ? [common.statuses[turn.status]] : []),
    common.tiers[intent.tier],
    ...(intent.goal === null ? [] : [percent(intent.confidence)]),
    common.tokens(tokens_input + tokens_output),
    ...(steps.length > 1 ? [common.steps(steps.length)] : []),
  ];
  const isLast = answered === undefined;
  const isShown = shownId.value === exchange.id || (shownId.value === undefined && isLast);
  const show = () => {
    shownId.value = exchange.id;
  };
  return (
    <button type="button" class="summary" aria-pressed={isShown} onClick={show}>
      <StatusIcon status={turn.status} />
      <span class="parts">
        {parts.map((part) => (
          <span key={part}>{part}</span>
        ))}
      </span>
    </button>
  );
}

const WENT_WELL: ReadonlySet<string | undefined> = new Set(["success", "partial"]);

/** What is sent while an answer is under way goes after it; where that answer asks something or failed, it waits. */
function Compose({ last }: { last: Exchange | undefined }) {
  // What one comes here to ask is written down, and sent by who asks it.
  const asked = queried("ask") ?? "";
  const [text, setText] = useState(asked);
  /** The conversation that the text goes to by itself. */
  const [nextIn, setNextIn] = useState<string>();
  const [isHeld, setHeld] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (asked !== "") field.current?.focus();
  }, []);
  const { state, run_id, turn } = last ?? {};
  const isBusy = state === "sending" || state === "lost";
  const isAway = state === "lost" && isLive.value !== true;
  const isEmpty = text.trim() === "";
  const change = (to: string) => {
    setText(to);
    setNextIn(undefined);
    setHeld(false);
  };
  const submit = () => {
    if (isEmpty) return;
    if (isBusy) return setNextIn(openedId());
    tell(text.trim());
    change("");
    setQuery({ ask: undefined });
  };
  const isNext = nextIn === openedId();
  useEffect(() => {
    if (nextIn === undefined || (isNext && isBusy)) return;
    if (isNext && WENT_WELL.has(turn?.status)) return submit();
    setNextIn(undefined);
    setHeld(isNext);
  }, [isBusy, isNext]);
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    submit();
  };
  return (
    <Form class="compose" act={submit}>
      <p class="next" role="status">
        {isNext ? say.next : isHeld && say.heldBack}
        {isNext && <Button says={say.notNext} class="plain" act={() => setNextIn(undefined)} />}
      </p>
      <textarea
        ref={field}
        aria-label={say.ask}
        placeholder={say.ask}
        data-main-field
        rows={1}
        maxLength={8000}
        value={text}
        onInput={({ currentTarget }) => change(currentTarget.value)}
        onKeyDown={onKey}
      />
      {isBusy && run_id !== undefined && (
        <Button says={say.stop} disabled={isAway} act={() => stop(run_id)} />
      )}
      {(!isBusy || run_id === undefined || !(isEmpty || isNext)) && (
        <Button
          says={say.send}
          type="submit"
          class="strong"
          disabled={isBusy && (isEmpty || isNext)}
        />
      )}
    </Form>
  );
}
