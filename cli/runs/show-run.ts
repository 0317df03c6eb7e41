import type { z } from "zod";
import type { Locale } from "#shared/contracts/names.ts";
import type { runDetail, runSummary, runsPage } from "#shared/contracts/native-endpoints.ts";
import type { RunHostName, StepStatus, StepTrace } from "#shared/contracts/run.ts";
import { whyIn } from "#shared/messages/messages.ts";
import { printable, shorten, showTable, type Terminal } from "../terminal.ts";

type Status = keyof RunWords["statuses"];

/** A status in its colour. */
export function paintStatus(status: Status, text: string, { paint }: Terminal): string {
  switch (status) {
    case "success":
      return paint.green(text);
    case "failure":
    case "unknown":
      return paint.red(text);
    case "partial":
    case "waiting":
    case "clarification":
      return paint.yellow(text);
    case "running":
      return paint.cyan(text);
    case "pending":
    case "skipped":
    case "cancelled":
      return paint.dim(text);
  }
}

export const MARKS: Record<Status, string> = {
  pending: "·",
  running: "▸",
  waiting: "?",
  clarification: "?",
  success: "✓",
  partial: "◐",
  failure: "✗",
  unknown: "✗",
  skipped: "-",
  cancelled: "-",
};

const when = (at: number, { words }: Terminal): string =>
  new Date(at).toLocaleString(words.locale, { dateStyle: "short", timeStyle: "medium" });

/** Runs as a table, the newest first. */
export function showRuns({ runs }: z.infer<typeof runsPage>, terminal: Terminal): string {
  const words = runWords(terminal.words.locale);
  if (runs.length === 0) return words.none;
  const [id, at, status, goal, text] = words.columns;
  const painted = (cell: string, row: number) =>
    paintStatus(runs[row]?.status ?? "pending", cell, terminal);
  const cells = (run: z.infer<typeof runSummary>) => [
    run.run_id,
    when(run.created_at, terminal),
    // Whose log tells more, where several processes share the runs.
    [words.statuses[run.status], run.hosted_by?.process].filter(Boolean).join(" "),
    run.goal ?? "-",
    run.input_text,
  ];
  return showTable(
    [
      { title: id },
      { title: at },
      { title: status, paint: painted },
      { title: goal },
      { title: text },
    ],
    runs.map(cells),
    terminal,
  );
}

/** One run: what was said, what it led to, and how each step ended. */
export function showRun(run: z.infer<typeof runDetail>, terminal: Terminal): string {
  const { paint } = terminal;
  const words = runWords(terminal.words.locale);
  const row = (name: string, value: string) => `${paint.bold(name.padEnd(12))}${value}`;
  const took = run.updated_at - run.created_at;
  return [
    row(words.run, printable(run.run_id)),
    row(words.status, paintStatus(run.status, words.statuses[run.status], terminal)),
    row(words.at, `${when(run.created_at, terminal)} (${milliseconds(took, terminal)})`),
    row(words.session, printable(run.session_id)),
    row(words.said, printable(run.input_text)),
    ...(run.intent?.goal == null
      ? []
      : [row(terminal.words.goal, `${run.intent.primary_domain}.${run.intent.goal}`)]),
    ...hostRows(run, terminal).map((text) => row(words.place, text)),
    paint.bold(words.steps),
    ...run.plan.steps.map((planned) => {
      const step = run.steps.find(({ id }) => String(id) === String(planned.id));
      const notes = [
        ...(planned.depends_on.length > 0
          ? [`${words.after} ${planned.depends_on.join(", ")}`]
          : []),
        ...(planned.required ? [] : [words.optional]),
      ];
      const params = shorten(printable(JSON.stringify(planned.params)), 200);
      return `  ${showStep(planned, step, terminal)} ${[params, ...notes].join(" · ")}`;
    }),
    ...(run.answer === "" ? [] : [paint.bold(words.answer), printable(run.answer)]),
  ].join("\n");
}

function hostRows(
  { hosted_by }: Pick<z.infer<typeof runDetail>, "hosted_by">,
  { words: { locale } }: Terminal,
): string[] {
  if (hosted_by === undefined) return [];
  const { host, process, stands_still, stands_still_reason } = hosted_by;
  const why =
    stands_still === null
      ? []
      : [printable(whyIn(locale, stands_still_reason ?? stands_still, stands_still))];
  return [runWords(locale).hosted(host, process), ...why];
}

type Named = Pick<StepTrace, "id" | "domain" | "capability">;

/** `✓ 1. weather.get_rain 12 ms` */
export function showStep(
  { id, domain, capability }: Named,
  step: StepTrace | undefined,
  terminal: Terminal,
): string {
  const words = runWords(terminal.words.locale);
  const status = step?.status ?? "pending";
  const facts = [
    ...(step === undefined || step.status === "pending"
      ? []
      : [milliseconds(step.duration_ms, terminal)]),
    ...(step !== undefined && step.attempts > 1 ? [words.attempts(step.attempts)] : []),
    ...(status === "success" ? [] : [words.statuses[status]]),
  ];
  const mark = paintStatus(status, MARKS[status], terminal);
  const about = facts.length === 0 ? "" : terminal.paint.dim(` ${facts.join(", ")}`);
  return `${mark} ${printable(`${id}. ${domain}.${capability}`)}${about}`;
}

const milliseconds = (ms: number, { words }: Terminal): string =>
  `${ms.toLocaleString(words.locale, { maximumFractionDigits: ms < 10 ? 1 : 0 })} ms`;

/** What the terminal says about runs, in one language. */
type RunWords = {
  none: string;
  more: (command: string) => string;
  columns: readonly [id: string, at: string, status: string, goal: string, text: string];
  statuses: Record<StepStatus | "partial" | "clarification", string>;
  run: string;
  status: string;
  said: string;
  place: string;
  /** Which process has a run that is under way; the digest is null where none has it. */
  hosted: (host: RunHostName, process: string | null) => string;
  session: string;
  at: string;
  steps: string;
  answer: string;
  after: string;
  optional: string;
  attempts: (count: number) => string;
  again: (why: string) => string;
  cancelled: (id: string) => string;
  cancelling: (id: string) => string;
  rerun: (id: string) => string;
  reconnecting: string;
  noReply: string;
};

const HOSTS_PT: Record<RunHostName, string> = {
  "in-process": "neste processo só",
  leases: "processos que dividem o PostgreSQL",
  restate: "Restate",
};
const HOSTS_EN: Record<RunHostName, string> = {
  "in-process": "one process alone",
  leases: "processes that share PostgreSQL",
  restate: "Restate",
};

const pt: RunWords = {
  none: "Ainda não há pedidos.",
  more: (command) => `há mais: ${command}`,
  columns: ["EXECUÇÃO", "QUANDO", "ESTADO", "OBJETIVO", "PEDIDO"],
  statuses: {
    pending: "a fazer",
    running: "em andamento",
    waiting: "espera resposta",
    success: "feito",
    partial: "em parte",
    failure: "falhou",
    skipped: "pulado",
    unknown: "incerto",
    cancelled: "cancelado",
    clarification: "espera resposta",
  },
  run: "execução",
  status: "estado",
  said: "pedido",
  place: "onde",
  hosted: (host, process) =>
    `${HOSTS_PT[host]}, ${process === null ? "nenhum processo cuida dela agora" : `processo ${process}`}`,
  session: "conversa",
  at: "quando",
  steps: "passos",
  answer: "resposta",
  after: "depois de",
  optional: "opcional",
  attempts: (count) => `${count} tentativas`,
  again: (why) => `de novo: ${why}`,
  cancelled: (id) => `${id} foi cancelada.`,
  cancelling: (id) =>
    `${id} está parando: as leituras param na hora; os efeitos já iniciados terminam.`,
  rerun: (id) => `Executado de novo como ${id}.`,
  reconnecting: "a conexão caiu; tentando de novo",
  noReply: "Nenhum processo cuida desta execução agora, e ela não terminou.",
};

const en: RunWords = {
  none: "There are no requests yet.",
  more: (command) => `there are more: ${command}`,
  columns: ["RUN", "WHEN", "STATUS", "GOAL", "REQUEST"],
  statuses: {
    pending: "to do",
    running: "running",
    waiting: "waits for an answer",
    success: "done",
    partial: "partly done",
    failure: "failed",
    skipped: "skipped",
    unknown: "uncertain",
    cancelled: "cancelled",
    clarification: "waits for an answer",
  },
  run: "run",
  status: "status",
  said: "request",
  place: "where",
  hosted: (host, process) =>
    `${HOSTS_EN[host]}, ${process === null ? "no process is working on it now" : `process ${process}`}`,
  session: "session",
  at: "when",
  steps: "steps",
  answer: "answer",
  after: "after",
  optional: "optional",
  attempts: (count) => `${count} attempts`,
  again: (why) => `again: ${why}`,
  cancelled: (id) => `${id} was cancelled.`,
  cancelling: (id) => `${id} is stopping: reads stop at once, effects that have begun finish.`,
  rerun: (id) => `Ran again as ${id}.`,
  reconnecting: "the connection broke; trying again",
  noReply: "No process is executing this run now, and it has not ended.",
};

const WORDS: Readonly<Record<Locale, RunWords>> = { "pt-BR": pt, en };

export const runWords = (locale: Locale): RunWords => WORDS[locale];
