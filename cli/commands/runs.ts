import { setTimeout as sleep } from "node:timers/promises";
import { buildCommand, buildRouteMap } from "@stricli/core";
import type { z } from "zod";
import { planExecuteResponse } from "#shared/contracts/endpoints.ts";
import { runCancelled, runDetail, runsPage } from "#shared/contracts/native-endpoints.ts";
import { type RunEvent, type RunStatus, runStatus } from "#shared/contracts/run.ts";
import { type Client, ClientError, shown, withClient } from "../client.ts";
import { docs, help, option, type ServerFlags, serverFlags, word, yesOption } from "../command.ts";
import { MARKS, paintStatus, showRun, showRuns, showStep } from "../runs/show-run.ts";
import {
  type ExitCode,
  exitCodeOf,
  exitCodes,
  printable,
  type Terminal,
  tell,
} from "../terminal.ts";

/** A run by its name, and the options of every command that talks to a running Regente. */
const oneRun = { flags: serverFlags, positional: word(help("run"), "ID") } as const;

/** Asks for a run, or that something is done with it. */
const ofRun =
  <T extends z.ZodType>(named: string, schema: T, deed?: "cancel" | "rerun" | "resume") =>
  async (client: Client, signal: AbortSignal): Promise<z.output<T>> => {
    const id = await runNamed(named, client, signal);
    return deed === undefined
      ? client.get(runPath(id), schema, signal)
      : client.post(runPath(id, `/${deed}`), {}, schema, signal);
  };

type ListFlags = ServerFlags & {
  status?: RunStatus;
  session?: string;
  limit?: string;
  before?: string;
};

const list = buildCommand({
  docs: docs(help("runs.list"), [
    "npx regente runs",
    "npx regente runs list --status=failure --limit=50",
    "npx regente runs list --session=mine --json",
  ]),
  parameters: {
    flags: {
      status: {
        kind: "enum",
        values: runStatus.options,
        optional: true,
        brief: help("runs.status"),
      },
      session: option(help("runs.session"), "ID"),
      limit: option(help("runs.limit"), "20"),
      before: option(help("runs.before"), "NEXT"),
      ...serverFlags,
    },
    aliases: { s: "session" },
  },
  func: ({ url, json, status, session: session_id, limit, before }: ListFlags) =>
    withClient(url, async (client, terminal, signal) => {
      const asked = Object.entries({ status, session_id, limit, before });
      const query = new URLSearchParams(
        asked.flatMap(([name, value]): [string, string][] =>
          value === undefined ? [] : [[name, value]],
        ),
      );
      const page = await client.get(`/v1/runs?${query}`, runsPage, signal);
      tell(terminal, json, page, () => showRuns(page, terminal));
      const { errors, paint } = terminal;
      const { say } = terminal.words;
      if (!json && page.next !== null) {
        const more = say("runs.more", { command: `npx regente runs list --before=${page.next}` });
        errors.write(`${paint.dim(printable(more))}\n`);
      }
      return exitCodes.done;
    }),
});

const show = buildCommand({
  docs: docs(help("runs.show"), [
    "npx regente runs show last",
    "npx regente runs show run_01 --json",
  ]),
  parameters: oneRun,
  func: (flags: ServerFlags, named: string) => shown(ofRun(named, runDetail), showRun)(flags),
});

const cancel = buildCommand({
  docs: docs(help("runs.cancel"), [
    "npx regente runs cancel run_01",
    "npx regente runs cancel last",
  ]),
  parameters: oneRun,
  func: (flags: ServerFlags, named: string) =>
    shown(ofRun(named, runCancelled, "cancel"), ({ run_id: id, status }, { words: { say } }) =>
      printable(
        status === "cancelled" ? say("runs.cancelled", { id }) : say("runs.cancelling", { id }),
      ),
    )(flags),
});

type Executed = z.infer<typeof planExecuteResponse>;
const answerOf = ({ status, output }: Executed, { paint }: Terminal): string => {
  const answer = printable(output.explanation);
  return status === "failure" ? paint.red(answer) : answer;
};
const endOf = ({ status }: Executed): ExitCode => exitCodeOf(status);

const rerun = buildCommand({
  docs: docs(help("runs.rerun"), [
    "npx regente runs rerun run_01",
    "npx regente runs rerun last --json",
  ]),
  parameters: oneRun,
  func: (flags: ServerFlags, named: string) =>
    shown(
      ofRun(named, planExecuteResponse, "rerun"),
      (done, terminal) => {
        const as = terminal.words.say("runs.rerun", { id: printable(done.run_id) });
        return `${answerOf(done, terminal)}\n${terminal.paint.dim(as)}`;
      },
      endOf,
    )(flags),
});

const resume = buildCommand({
  docs: docs(help("runs.resume"), [
    "npx regente runs resume last",
    "npx regente runs resume run_01 --json",
  ]),
  parameters: oneRun,
  func: (flags: ServerFlags, named: string) =>
    shown(ofRun(named, planExecuteResponse, "resume"), answerOf, endOf)(flags),
});

const follow = buildCommand({
  docs: docs(help("runs.follow"), [
    "npx regente runs follow last",
    "npx regente runs follow run_01 --json",
  ]),
  parameters: { ...oneRun, flags: { ...serverFlags, json: yesOption(help("runs.follow_json")) } },
  func: ({ url, json = false }: ServerFlags, named: string) =>
    withClient(url, async (client, terminal, signal) =>
      followRun(await runNamed(named, client, signal), json, client, terminal, signal),
    ),
});

export const runsCommand = buildRouteMap({
  docs: docs(help("runs.brief"), ["npx regente runs", "npx regente runs show last"]),
  routes: { list, show, cancel, resume, rerun, follow },
});

/** A connection that breaks again and again is given up. */
const MOST_BREAKS = 5;
const AGAIN_MS = 500;

/**
 * Shows a run's events until its reply, also across a connection that breaks.
 * Ends with 1 when the run failed, or only part of it was done, 2 when no one carries it out any more.
 */
async function followRun(
  run_id: string,
  json: boolean,
  client: Client,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<ExitCode> {
  const { output, errors, paint } = terminal;
  const { say } = terminal.words;
  let seen = "0";
  for (let breaks = 0; ; breaks += 1) {
    try {
      for await (const { id, event } of client.events(run_id, seen, signal)) {
        seen = id;
        output.write(`${json ? JSON.stringify(event) : showEvent(event, terminal)}\n`);
        if (event.type === "reply") return exitCodeOf(event.status);
      }
      errors.write(`${paint.yellow(say("runs.no_reply"))}\n`);
      return exitCodes.cannot;
    } catch (error) {
      if (!(error instanceof ClientError) || error.fault !== "cut" || breaks >= MOST_BREAKS)
        throw error;
      errors.write(`${paint.dim(say("runs.reconnecting"))}\n`);
      await sleep(AGAIN_MS, undefined, { signal });
    }
  }
}

function showEvent(event: RunEvent, terminal: Terminal): string {
  const { say } = terminal.words;
  const { paint } = terminal;
  switch (event.type) {
    case "plan":
      return paint.bold(`${say("runs.steps")}: ${event.plan.steps.length}`);
    case "step_started": {
      const { step_id: id, domain, capability } = event;
      const mark = paintStatus("running", MARKS.running, terminal);
      return `${mark} ${printable(`${id}. ${domain}.${capability}`)}`;
    }
    case "step_retried":
      return paint.dim(
        `  ${event.step_id}. ${say("runs.tries_again", { why: printable(event.reason) })}`,
      );
    case "step_finished":
      return showStep(event.step, event.step, terminal);
    case "reply":
      return `\n${event.status === "failure" ? paint.red(printable(event.answer)) : printable(event.answer)}`;
  }
}

/** What stands for the newest run where an id is wanted. */
const LAST = "last";

/** The id that was typed, or that of the newest run; where there is none, the server says so of "last". */
export async function runNamed(
  typed: string,
  client: Client,
  signal: AbortSignal,
): Promise<string> {
  if (typed !== LAST) return typed;
  const { runs } = await client.get("/v1/runs?limit=1", runsPage, signal);
  return runs[0]?.run_id ?? LAST;
}

export const runPath = (run_id: string, rest = ""): string =>
  `/v1/runs/${encodeURIComponent(run_id)}${rest}`;
