import { useEffect, useRef, useState } from "preact/hooks";
import type { z } from "zod";
import type { PendingView } from "#shared/contracts/endpoints.ts";
import type {
  ScheduleView,
  scheduleDetail,
  scheduleMade,
  schedulesPage,
} from "#shared/contracts/schedule-endpoints.ts";
import { scheduleName } from "#shared/contracts/schedule-name.ts";
import { ask, at, post, withQuery } from "../api.ts";
import { dateTime, dayAndTime, number } from "../format.ts";
import { may, resumed, ticked } from "../live.ts";
import { useAction, useGet, useTicks } from "../load.ts";
import { Curve } from "../parts/curve.tsx";
import { Check, Form, TextField } from "../parts/fields.tsx";
import { Button, Cards, Facts, Fold, Head, Items, Shown } from "../parts/parts.tsx";
import { Options } from "../parts/receipts.tsx";
import { href, queried, setQuery } from "../router.ts";
import { locale } from "../settings.ts";
import { common, wordsIn } from "../words.ts";
import { Calendar } from "./calendar.tsx";

const say = wordsIn({
  none: [
    "Nada agendado. Diga quando: “todo dia às 9h me manda a cotação da Vale”.",
    "Nothing is scheduled. Say when: “every day at 9 send me the price of Vale”.",
  ],
  make: ["Agendar", "Schedule"],
  makeAbout: ["O que agendar, e quando", "What to schedule, and when"],
  example: ["todo dia às 9h me lembra de beber água", "every day at 9 remind me to drink water"],
  cancelled: [(name: string) => `Cancelado: “${name}”.`, (name: string) => `Cancelled: “${name}”.`],
  writeIt: [
    "Escreva isso na frase acima e agende de novo.",
    "Write that in the sentence above and schedule it again.",
  ],
  confirm: ["Sim, agendar", "Yes, schedule it"],
  all: ["Mostrar encerrados", "Show finished ones"],
  next: ["Próximas vezes", "Next times"],
  ticks: ["O que aconteceu", "What happened"],
  noTicks: ["Nada até agora.", "Nothing so far."],
  until: ["Até", "Until"],
  zone: ["Fuso", "Time zone"],
  acts: ["tem efeito", "has an effect"],
  watched: ["Vigia", "Watches"],
  last: ["Último valor", "Last value"],
  unseen: ["Sem valor novo desde", "No new value since"],
  unseenReasons: {
    failed: ["o serviço não responde", "the service does not answer"],
    stale: [
      "o valor não muda; o mercado pode estar fechado",
      "the value does not change; the market may be closed",
    ],
    sample: ["só há dados de exemplo", "sample data only"],
    source: ["a fonte mudou", "its source changed"],
  },
  tickStatuses: {
    running: ["em andamento", "running"],
    fired: ["feito", "done"],
    late: ["feito com atraso", "done late"],
    partial: ["feito em parte", "partly done"],
    skipped: ["pulado", "skipped"],
    failed: ["falhou", "failed"],
  },
  pauseReasons: {
    asked: ["pausado a pedido", "paused on request"],
    failures: ["falhou muitas vezes seguidas:", "failed too often in a row:"],
    changed: ["o domínio mudou:", "its domain has changed:"],
    rights: ["o dono não tem mais permissão:", "its owner is no longer allowed:"],
    unreadable: ["não pôde ser lido:", "it cannot be read:"],
  },
  skipReasons: {
    missed: ["o servidor estava parado", "the server was not running"],
    overlap: [
      "a execução anterior ainda não tinha terminado",
      "the previous one was still running",
    ],
    rights: ["sem permissão", "not allowed"],
    changed: ["o domínio mudou", "its domain has changed"],
    question_open: ["havia uma pergunta em aberto", "a question was open"],
    condition: ["a condição não foi atendida", "the condition was not true"],
    unseen: ["o valor não estava disponível", "the value was not available"],
    no_data: ["há um dia sem o valor", "no value for a day"],
    quota: ["o limite do modelo foi atingido", "the model's limit was used up"],
    paused: ["estava pausado", "it was paused"],
    holiday: ["era feriado", "it was a holiday"],
    ended: ["já tinha acabado", "it had ended"],
    unknown: ["desfecho desconhecido", "outcome unknown"],
  },
  pause: ["Pausar", "Pause"],
  goOn: ["Retomar", "Resume"],
  cancel: ["Cancelar agendamento", "Cancel schedule"],
  change: ["Mudar", "Change"],
  changeTo: ["Novo horário ou valor", "New time or value"],
  pausedWhy: ["Por que parou", "Why it stopped"],
  threshold: ["linha tracejada", "dashed line"],
  curve: [
    (looks: number) => `${looks} valores observados, e onde dispara`,
    (looks: number) => `${looks} observed values, and where it fires`,
  ],
});

type Made = z.infer<typeof scheduleMade>;
type Watch = Extract<ScheduleView["timing"], { kind: "when" }>["watch"];

const DIGITS = 4;

/** What a watch has seen, with where it fires; nothing where it saw no two numbers. */
function WatchCurve({ watch: { seen, comparison }, zone }: { watch: Watch; zone: string }) {
  const points = seen.flatMap(([x, y]) => (typeof y === "number" ? [{ x, y }] : []));
  // A change in per cent has no line of its own.
  const isChange = ["rises", "falls", "moves"].includes(comparison.is);
  const thresholds = [comparison.value, comparison.upper].flatMap((each) =>
    each === undefined || isChange ? [] : [each],
  );
  const joined = (values: readonly number[]) =>
    values.map((each) => number(each, DIGITS)).join(" – ");
  const values = points.map(({ y }) => y);
  const [from = 0, to = 0] = [points[0]?.x, points.at(-1)?.x];
  return (
    <Curve points={points} thresholds={thresholds} label={say.curve(points.length)}>
      {dateTime(from, zone)} – {dateTime(to, zone)} ·{" "}
      {joined([Math.min(...values), Math.max(...values)])}
      {thresholds.length > 0 && ` · ${say.threshold}: ${joined(thresholds)}`}
    </Curve>
  );
}

/** What fires meanwhile is seen within so long, milliseconds. */
const LOOK_MS = 5000;

/** Schedules: what each waits for, when it comes next, and what became of it. */
export function Schedules() {
  const all = queried("all");
  const [looks, look] = useTicks(LOOK_MS);
  const [told, setTold] = useState("");
  const again = (news = "") => {
    setTold(news);
    look();
  };
  const path = withQuery("/v1/schedules", { all });
  const also = [looks, resumed.value, ticked.value];
  const page = useGet<z.infer<typeof schedulesPage>>(path, also);
  return (
    <>
      <Head title={common.screens.schedules} />
      {may("schedules:write") && <Make onMade={again} />}
      <div role="status">{told !== "" && <p class="note is-good">{told}</p>}</div>
      <Calendar also={also} />
      <Check
        label={say.all}
        checked={all === "true"}
        onValue={(isAll) => setQuery({ all: isAll ? "true" : undefined })}
      />
      <Shown of={page}>
        {({ schedules }) => (
          <Cards of={schedules} keyOf={({ id }) => id} none={say.none}>
            {(schedule) => <One schedule={schedule} looks={looks} onChange={again} />}
          </Cards>
        )}
      </Shown>
    </>
  );
}

/** `choices`: what was chosen before it. */
type Asked = Pick<PendingView, "question" | "kind" | "options"> & { choices: string[] };

/** The question of an answer that also lists its options, which stand here as buttons. */
function questionOf({ answer, options: [first], needs_confirmation }: Made): string {
  const lines = answer.split("\n");
  const listed = lines.indexOf(`1. ${first}`);
  return needs_confirmation || listed < 1 ? answer : lines.slice(0, listed).join("\n");
}

/** In words, as in a conversation; what has an effect each time wants a yes that names it. */
function Make({ onMade }: { onMade(told: string): void }) {
  const [text, setText] = useState("");
  const [asked, setAsked] = useState<Asked>();
  const action = useAction();
  // Without a zone the one of Settings counts. The console shows what becomes of it, wherever no channel brings it.
  const said = { input_text: text.trim(), locale: locale.value, follows_ticks: true };
  const made = (told: string) => {
    setAsked(undefined);
    setText("");
    onMade(told);
  };
  const make = async (confirmed: boolean, choices: string[] = []) => {
    const answer = await post<Made>("/v1/schedules", { ...said, confirmed, choices });
    if (answer.schedule !== null) return made(answer.answer);
    const options = answer.options.map((label) => ({ id: label, label }));
    const kind = answer.needs_confirmation ? "confirm" : "select";
    const offered = kind === "confirm" ? [] : options;
    setAsked({ question: questionOf(answer), kind, options: offered, choices });
  };
  const choose = async ({ id, label }: PendingView["options"][number]) => {
    const { kind, choices = [] } = asked ?? {};
    if (kind !== "confirm") return make(false, [...choices, label]);
    return id === common.yes ? make(true, choices) : setAsked(undefined);
  };
  return (
    <Form class="inline-form" of={action} act={() => make(false)}>
      <TextField
        label={say.makeAbout}
        placeholder={say.example}
        data-main-field
        required
        value={text}
        onValue={(to) => {
          setText(to);
          setAsked(undefined);
        }}
      />
      <Button
        says={say.make}
        type="submit"
        class="strong"
        of={action}
        disabled={text.trim() === ""}
      />
      {asked && (
        <div class="note made" role="status">
          <p>{asked.question}</p>
          {asked.options.length === 0 && asked.kind !== "confirm" && <p>{say.writeIt}</p>}
          <Options
            of={asked}
            words={[say.confirm, common.answers[1]]}
            isDisabled={action.isBusy}
            onChoose={(option) => action.run(() => choose(option))}
          />
        </div>
      )}
    </Form>
  );
}

const HOW = { active: "good", paused: "ask", done: "over", cancelled: "over" } as const;

type OneProps = { schedule: ScheduleView; looks: number; onChange(told?: string): void };

function One({ schedule, looks, onChange }: OneProps) {
  const { id, status, next_instants, paused, timing, until, zone } = schedule;
  const watch = timing.kind === "when" ? timing.watch : undefined;
  const watched = watch && [`${watch.domain}.${watch.goal}`, ...Object.values(watch.entities)];
  const isOpen = queried("id") === id;
  const show = (open: boolean) => {
    if (open !== isOpen) setQuery({ id: open ? id : undefined, at: undefined });
  };
  // Who comes here by a link is led to it; who opens it here is there already.
  const head = useRef<HTMLElement>(null);
  const occurrence = queried("at");
  useEffect(() => {
    if (isOpen) head.current?.scrollIntoView({ block: "center" });
  }, [occurrence]);
  return (
    <>
      <header ref={head} class="domain-head">
        <h2>{scheduleName(schedule)}</h2>
        <span class={`state is-${HOW[status]}`}>{common.standing[status]}</span>
        {schedule.acts && <span class="effect is-external">{say.acts}</span>}
      </header>
      <p>{schedule.shown}</p>
      <Facts
        of={{
          [say.next]: next_instants.length > 0 && (
            <span class="times">
              {next_instants.map((next) => (
                <span key={next}>{dayAndTime(next, zone)}</span>
              ))}
            </span>
          ),
          [say.until]: until !== null && dateTime(until, zone),
          [say.zone]: zone,
          [say.watched]: watch && <code>{`${watched?.join(" ")}: ${watch.value}`}</code>,
          [say.last]: watch && String(watch.last ?? "–"),
          [say.unseen]:
            watch?.unseen &&
            `${dateTime(watch.unseen.since, zone)} (${say.unseenReasons[watch.unseen.why]})`,
          [say.pausedWhy]: paused && `${say.pauseReasons[paused.why]} ${paused.detail}`,
        }}
      />
      {may("schedules:write") && ["active", "paused"].includes(status) && (
        <Change schedule={schedule} onChange={onChange} />
      )}
      <Fold
        says={say.ticks}
        open={isOpen}
        onToggle={({ currentTarget }) => show(currentTarget.open)}
      >
        {isOpen && <Ticks schedule={schedule} looks={looks} />}
      </Fold>
    </>
  );
}

function Change({ schedule, onChange }: Omit<OneProps, "looks">) {
  const { id, status } = schedule;
  const [to, setTo] = useState("");
  const action = useAction();
  const change = (method: "PATCH" | "DELETE", body?: unknown) => async () => {
    await ask(method, at`/v1/schedules/${id}`, { body });
    setTo("");
    onChange(method === "DELETE" ? say.cancelled(scheduleName(schedule)) : "");
  };
  const [press, next] = status === "active" ? [say.pause, "paused"] : [say.goOn, "active"];
  return (
    <Form class="inline-form" of={action} act={change("PATCH", { to: to.trim() })}>
      <TextField label={say.changeTo} value={to} maxLength={200} onValue={setTo} />
      <Button says={say.change} type="submit" of={action} disabled={to.trim() === ""} />
      <Button says={press} of={action} act={change("PATCH", { status: next })} />
      <Button says={say.cancel} of={action} act={change("DELETE")} />
    </Form>
  );
}

function Ticks({ schedule: { id, zone }, looks }: Omit<OneProps, "onChange">) {
  const path = at`/v1/schedules/${id}`;
  const detail = useGet<z.infer<typeof scheduleDetail>>(path, [looks, ticked.value]);
  return (
    <Shown of={detail}>
      {({ ticks, timing }) => (
        <>
          {timing.kind === "when" && <WatchCurve watch={timing.watch} zone={zone} />}
          {ticks.length === 0 && <p class="quiet">{say.noTicks}</p>}
          <Items class="evidence" of={ticks} keyOf={(tick) => tick.at}>
            {({ at: due, status, reason, run_id, text }) => (
              <>
                {dateTime(due, zone)} · {say.tickStatuses[status]}
                {reason !== null && ` (${say.skipReasons[reason]})`}{" "}
                {run_id !== null && <a href={href(["runs", run_id])}>{common.run}</a>} {text}
              </>
            )}
          </Items>
        </>
      )}
    </Shown>
  );
}
