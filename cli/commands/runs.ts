import { buildCommand, buildRouteMap } from "@stricli/core";
import { planExecuteResponse } from "#shared/contracts/endpoints.ts";
import { runCancelled, runDetail, runsPage } from "#shared/contracts/native-endpoints.ts";
import { type RunStatus, runStatus } from "#shared/contracts/run.ts";
import { docs, option, type ServerFlags, serverFlags, word, yesOption } from "../command.ts";
import { help } from "../help-words.ts";
import { followRun } from "../runs/follow-run.ts";
import { runNamed, runPath } from "../runs/run-named.ts";
import { showRun, showRuns } from "../runs/show-run.ts";
import { runWords } from "../runs/words.ts";
import { exitCodeOf, exitCodes, printable, type Terminal } from "../terminal.ts";
import { withClient } from "../with-client.ts";

/** A run by its name, and the options of every command that talks to a running Regente. */
const oneRun = { flags: serverFlags, positional: word(help.run, "ID") } as const;

/** JSON for programs, else words for people. */
const tell = (
  { output }: Terminal,
  json: boolean | undefined,
  value: unknown,
  words: () => string,
) => void output.write(`${json ? JSON.stringify(value) : words()}\n`);

type ListFlags = ServerFlags & {
  status?: RunStatus;
  session?: string;
  limit?: string;
  before?: string;
};

const list = buildCommand({
  docs: docs(help.runsList, [
    "npx regente runs",
    "npx regente runs list --status=failure --limit=50",
    "npx regente runs list --session=mine --json",
  ]),
  parameters: {
    flags: {
      status: { kind: "enum", values: runStatus.options, optional: true, brief: help.runsStatus },
      session: option(help.runsSession, "ID"),
      limit: option(help.runsLimit, "20"),
      before: option(help.runsBefore, "NEXT"),
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
      const { errors, paint, words } = terminal;
      if (!json && page.next !== null) {
        const more = runWords(words.locale).more(`npx regente runs list --before=${page.next}`);
        errors.write(`${paint.dim(printable(more))}\n`);
      }
      return exitCodes.done;
    }),
});

const show = buildCommand({
  docs: docs(help.runsShow, ["npx regente runs show last", "npx regente runs show run_01 --json"]),
  parameters: oneRun,
  func: ({ url, json }: ServerFlags, named: string) =>
    withClient(url, async (client, terminal, signal) => {
      const id = await runNamed(named, client, signal);
      const run = await client.get(runPath(id), runDetail, signal);
      tell(terminal, json, run, () => showRun(run, terminal));
      return exitCodes.done;
    }),
});

const cancel = buildCommand({
  docs: docs(help.runsCancel, ["npx regente runs cancel run_01", "npx regente runs cancel last"]),
  parameters: oneRun,
  func: ({ url, json }: ServerFlags, named: string) =>
    withClient(url, async (client, terminal, signal) => {
      const id = await runNamed(named, client, signal);
      const done = await client.post(runPath(id, "/cancel"), {}, runCancelled, signal);
      const words = runWords(terminal.words.locale);
      tell(terminal, json, done, () =>
        printable(done.status === "cancelled" ? words.cancelled(id) : words.cancelling(id)),
      );
      return exitCodes.done;
    }),
});

const rerun = buildCommand({
  docs: docs(help.runsRerun, [
    "npx regente runs rerun run_01",
    "npx regente runs rerun last --json",
  ]),
  parameters: oneRun,
  func: ({ url, json }: ServerFlags, named: string) =>
    withClient(url, async (client, terminal, signal) => {
      const id = await runNamed(named, client, signal);
      const done = await client.post(runPath(id, "/rerun"), {}, planExecuteResponse, signal);
      const { paint, words } = terminal;
      tell(terminal, json, done, () => {
        const answer = printable(done.output.explanation);
        const told = done.status === "failure" ? paint.red(answer) : answer;
        return `${told}\n${paint.dim(runWords(words.locale).rerun(printable(done.run_id)))}`;
      });
      return exitCodeOf(done.status);
    }),
});

const resume = buildCommand({
  docs: docs(help.runsResume, [
    "npx regente runs resume last",
    "npx regente runs resume run_01 --json",
  ]),
  parameters: oneRun,
  func: ({ url, json }: ServerFlags, named: string) =>
    withClient(url, async (client, terminal, signal) => {
      const id = await runNamed(named, client, signal);
      const done = await client.post(runPath(id, "/resume"), {}, planExecuteResponse, signal);
      const { paint } = terminal;
      tell(terminal, json, done, () => {
        const answer = printable(done.output.explanation);
        return done.status === "failure" ? paint.red(answer) : answer;
      });
      return exitCodeOf(done.status);
    }),
});

const follow = buildCommand({
  docs: docs(help.runsFollow, [
    "npx regente runs follow last",
    "npx regente runs follow run_01 --json",
  ]),
  parameters: { ...oneRun, flags: { ...serverFlags, json: yesOption(help.runsFollowJson) } },
  func: ({ url, json = false }: ServerFlags, named: string) =>
    withClient(url, async (client, terminal, signal) =>
      followRun(await runNamed(named, client, signal), json, client, terminal, signal),
    ),
});

export const runsCommand = buildRouteMap({
  docs: docs(help.runs, ["npx regente runs", "npx regente runs show last"]),
  routes: { list, show, cancel, resume, rerun, follow },
});
