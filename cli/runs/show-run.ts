import type { z } from "zod";
import type { runDetail, runSummary, runsPage } from "#shared/contracts/native-endpoints.ts";
import type { StepStatus, StepTrace } from "#shared/contracts/run.ts";
import { whyIn } from "#shared/messages/messages.ts";
import { printable, shorten, showTable, type Terminal } from "../terminal.ts";

type Status = StepStatus | "partial" | "clarification";

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
  const { say } = terminal.words;
  if (runs.length === 0) return say("runs.none");
  const painted = (cell: string, row: number) =>
    paintStatus(runs[row]?.status ?? "pending", cell, terminal);
  const cells = (run: z.infer<typeof runSummary>) => [
    run.run_id,
    when(run.created_at, terminal),
    // Whose log tells more, where several processes share the runs.
    [say(`runs.state.${run.status}`), run.hosted_by?.process].filter(Boolean).join(" "),
    run.goal ?? "-",
    run.input_text,
  ];
  return showTable(
    [
      { title: say("runs.column.run") },
      { title: say("runs.column.at") },
      { title: say("runs.column.status"), paint: painted },
      { title: say("runs.column.goal") },
      { title: say("runs.column.text") },
    ],
    runs.map(cells),
    terminal,
  );
}

/** One run: what was said, what it led to, and how each step ended. */
export function showRun(run: z.infer<typeof runDetail>, terminal: Terminal): string {
  const { paint } = terminal;
  const { say } = terminal.words;
  const row = (name: string, value: string) => `${paint.bold(name.padEnd(12))}${value}`;
  const took = run.updated_at - run.created_at;
  return [
    row(say("runs.run"), printable(run.run_id)),
    row(say("runs.status"), paintStatus(run.status, say(`runs.state.${run.status}`), terminal)),
    row(say("runs.at"), `${when(run.created_at, terminal)} (${milliseconds(took, terminal)})`),
    row(say("runs.session"), printable(run.session_id)),
    row(say("runs.said"), printable(run.input_text)),
    ...(run.intent?.goal == null
      ? []
      : [row(say("explain.goal"), `${run.intent.primary_domain}.${run.intent.goal}`)]),
    ...hostRows(run, terminal).map((text) => row(say("runs.place"), text)),
    paint.bold(say("runs.steps")),
    ...run.plan.steps.map((planned) => {
      const step = run.steps.find(({ id }) => String(id) === String(planned.id));
      const notes = [
        ...(planned.depends_on.length > 0
          ? [`${say("after")} ${planned.depends_on.join(", ")}`]
          : []),
        ...(planned.required ? [] : [say("optional")]),
      ];
      const params = shorten(printable(JSON.stringify(planned.params)), 200);
      return `  ${showStep(planned, step, terminal)} ${[params, ...notes].join(" · ")}`;
    }),
    ...(run.answer === "" ? [] : [paint.bold(say("runs.answer")), printable(run.answer)]),
  ].join("\n");
}

function hostRows(
  { hosted_by }: Pick<z.infer<typeof runDetail>, "hosted_by">,
  { words: { locale, say } }: Terminal,
): string[] {
  if (hosted_by === undefined) return [];
  const { host, process, stands_still, stands_still_reason } = hosted_by;
  const why =
    stands_still === null
      ? []
      : [printable(whyIn(locale, stands_still_reason ?? stands_still, stands_still))];
  const place = say(`runs.host.${host}`);
  const hosted =
    process === null
      ? say("runs.hosted_by_none", { host: place })
      : say("runs.hosted", { host: place, process });
  return [hosted, ...why];
}

/** `✓ 1. weather.get_rain 12 ms` */
export function showStep(
  { id, domain, capability }: Pick<StepTrace, "id" | "domain" | "capability">,
  step: StepTrace | undefined,
  terminal: Terminal,
): string {
  const { say } = terminal.words;
  const status = step?.status ?? "pending";
  const facts = [
    ...(step === undefined || step.status === "pending"
      ? []
      : [milliseconds(step.duration_ms, terminal)]),
    ...(step !== undefined && step.attempts > 1
      ? [say("runs.attempts", { count: step.attempts })]
      : []),
    ...(status === "success" ? [] : [say(`runs.state.${status}`)]),
  ];
  const mark = paintStatus(status, MARKS[status], terminal);
  const about = facts.length === 0 ? "" : terminal.paint.dim(` ${facts.join(", ")}`);
  return `${mark} ${printable(`${id}. ${domain}.${capability}`)}${about}`;
}

const milliseconds = (ms: number, { words }: Terminal): string =>
  `${ms.toLocaleString(words.locale, { maximumFractionDigits: ms < 10 ? 1 : 0 })} ms`;
