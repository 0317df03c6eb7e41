import { setTimeout as pause } from "node:timers/promises";
import { buildCommand, buildRouteMap } from "@stricli/core";
import {
  type ProposalProgress,
  type ProposalsResponse,
  proposalProgress,
  proposalRejected,
  proposalsResponse,
} from "#shared/contracts/promotion.ts";
import { shown, withClient } from "../client.ts";
import { docs, help, option, type ServerFlags, serverFlags, word, yesOption } from "../command.ts";
import { type ExitCode, exitCodes, printable, type Terminal } from "../terminal.ts";

const PROMOTIONS = "/v1/promotions";
const pathOf = (id: string): string => `${PROMOTIONS}/${encodeURIComponent(id)}`;
const POLL_MS = 500;

const list = buildCommand({
  docs: docs(help("promote.list"), ["npx regente promote", "npx regente promote list --json"]),
  parameters: { flags: serverFlags },
  func: shown((client, signal) => client.get(PROMOTIONS, proposalsResponse, signal), showProposals),
});

const accept = buildCommand({
  docs: docs(help("promote.accept"), [
    "npx regente promote accept 0123456789ab",
    'npx regente promote accept 0123456789ab --as="what [pops](direction:GAINERS) today"',
  ]),
  parameters: {
    flags: {
      as: option(help("promote.as"), "[tugs](kind:TUG) in [Recife](port_text)"),
      wait: yesOption(help("promote.wait")),
      ...serverFlags,
    },
    positional: word(help("promote.id"), "ID"),
  },
  func: (
    { url, json, as: example, wait }: ServerFlags & { as?: string; wait?: boolean },
    id: string,
  ) =>
    withClient(url, async (client, terminal, signal) => {
      const { say } = terminal.words;
      const path = pathOf(id);
      const body = example === undefined ? {} : { example };
      let progress = await client.post(`${path}/accept`, body, proposalProgress, signal);
      if (wait === true && !json)
        terminal.errors.write(`${terminal.paint.dim(say("promote.trying"))}\n`);
      while (wait === true && progress.state === "judging") {
        await pause(POLL_MS, undefined, { signal });
        progress = await client.get(path, proposalProgress, signal);
      }
      return became(progress, json, terminal);
    }),
});

const show = buildCommand({
  docs: docs(help("promote.show"), ["npx regente promote show 0123456789ab"]),
  parameters: { flags: serverFlags, positional: word(help("promote.id"), "ID") },
  func: ({ url, json }: ServerFlags, id: string) =>
    withClient(url, async (client, terminal, signal) =>
      became(await client.get(pathOf(id), proposalProgress, signal), json, terminal),
    ),
});

/** What became of it; a refusal is an error. */
function became(
  progress: ProposalProgress,
  json: boolean | undefined,
  terminal: Terminal,
): ExitCode {
  const { state, refusal } = progress;
  const told = inWords(progress, terminal);
  const to = state === "refused" ? terminal.errors : terminal.output;
  if (json) terminal.output.write(`${JSON.stringify(progress)}\n`);
  if (!json || refusal !== null) to.write(`${printable(told)}\n`);
  return state === "refused" ? exitCodes.failed : exitCodes.done;
}

function inWords({ id, state, accepted, refusal }: ProposalProgress, terminal: Terminal): string {
  const { say } = terminal.words;
  if (accepted !== null)
    return [
      say("promote.accepted", { goal: `${accepted.domain}.${accepted.goal}` }),
      accepted.example,
      ...(accepted.general === true ? [say("promote.general")] : []),
      ...(accepted.near_misses === undefined
        ? []
        : [say("promote.near_misses"), ...accepted.near_misses.map(({ text }) => `  "${text}"`)]),
    ].join("\n");
  return refusal ?? (state === "judging" ? say("promote.judging", { id }) : say("promote.waits"));
}

const reject = buildCommand({
  docs: docs(help("promote.reject"), ["npx regente promote reject 0123456789ab"]),
  parameters: { flags: serverFlags, positional: word(help("promote.id"), "ID") },
  func: (flags: ServerFlags, id: string) =>
    shown(
      (client, signal) => client.post(`${pathOf(id)}/reject`, {}, proposalRejected, signal),
      (_done, { words: { say } }) => say("promote.rejected"),
    )(flags),
});

export const promoteCommand = buildRouteMap({
  docs: docs(help("promote.brief"), [
    "npx regente promote",
    "npx regente promote accept 0123456789ab",
  ]),
  routes: { list, show, accept, reject },
});

/** What waits for the operator's word: each sentence whole, as its goal would have it, and what to look at first. */
function showProposals(
  { proposals, unclear, wrong }: ProposalsResponse,
  { paint, words: { say } }: Terminal,
): string {
  const shown = proposals.map(({ id, domain, goal, example, concerns, unmarked }) => {
    const why = concerns.map((each) => say(`promote.concern.${each}`)).join("; ");
    const names = unmarked.length > 0 ? ` ${unmarked.join(", ")}` : "";
    const doubts = why === "" ? [] : [`  ${paint.yellow(`! ${printable(why + names)}`)}`];
    const named = `${paint.bold(printable(id))}  ${printable(`${domain}.${goal}`)}`;
    return [named, `  ${printable(example)}`, ...doubts].join("\n");
  });
  const waiting =
    shown.length === 0 ? [say("promote.nothing")] : [...shown, paint.dim(say("promote.way_out"))];
  const lines = unclear.map(({ id, text }) => `${paint.bold(printable(id))}  ${printable(text)}`);
  const notUnderstood = lines.length === 0 ? [] : [[say("promote.unclear"), ...lines].join("\n")];
  const called = wrong.map(({ id, text, goals, comment }) => {
    const read =
      goals.map(({ domain, goal }) => `${domain}.${goal}`).join(" + ") || say("promote.no_goal");
    const said = comment === "" ? [] : [`  “${printable(comment)}”`];
    return [`${paint.bold(printable(id))}  ${printable(text)} → ${printable(read)}`, ...said].join(
      "\n",
    );
  });
  const calledWrong = called.length === 0 ? [] : [[say("promote.wrong"), ...called].join("\n")];
  return [...waiting, ...notUnderstood, ...calledWrong].join("\n\n");
}
