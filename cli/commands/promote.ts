import { setTimeout as pause } from "node:timers/promises";
import { buildCommand, buildRouteMap } from "@stricli/core";
import {
  type ProposalProgress,
  proposalProgress,
  proposalRejected,
  proposalsResponse,
} from "#shared/contracts/promotion.ts";
import { docs, option, type ServerFlags, serverFlags, word, yesOption } from "../command.ts";
import { help } from "../help-words.ts";
import { showProposals } from "../promote/show-proposals.ts";
import { wordsFor } from "../promote/words.ts";
import { type ExitCode, exitCodes, printable, type Terminal } from "../terminal.ts";
import { withClient } from "../with-client.ts";

const PROMOTIONS = "/v1/promotions";
const POLL_MS = 500;

const list = buildCommand({
  docs: docs(help.promoteList, ["npx regente promote", "npx regente promote list --json"]),
  parameters: { flags: serverFlags },
  func: ({ url, json }: ServerFlags) =>
    withClient(url, async (client, terminal, signal) => {
      const listed = await client.get(PROMOTIONS, proposalsResponse, signal);
      const shown = json ? JSON.stringify(listed) : showProposals(listed, terminal);
      terminal.output.write(`${shown}\n`);
      return exitCodes.done;
    }),
});

const accept = buildCommand({
  docs: docs(help.promoteAccept, [
    "npx regente promote accept 0123456789ab",
    'npx regente promote accept 0123456789ab --as="what [pops](direction:GAINERS) today"',
  ]),
  parameters: {
    flags: {
      as: option(help.promoteAs, "[tugs](kind:TUG) in [Recife](port_text)"),
      wait: yesOption(help.promoteWait),
      ...serverFlags,
    },
    positional: word(help.promoteId, "ID"),
  },
  func: (
    { url, json, as: example, wait }: ServerFlags & { as?: string; wait?: boolean },
    id: string,
  ) =>
    withClient(url, async (client, terminal, signal) => {
      const words = wordsFor(terminal.words.locale);
      const path = `${PROMOTIONS}/${encodeURIComponent(id)}`;
      const body = example === undefined ? {} : { example };
      let progress = await client.post(`${path}/accept`, body, proposalProgress, signal);
      if (wait === true && !json) terminal.errors.write(`${terminal.paint.dim(words.trying)}\n`);
      while (wait === true && progress.state === "judging") {
        await pause(POLL_MS, undefined, { signal });
        progress = await client.get(path, proposalProgress, signal);
      }
      return tell(progress, json, terminal);
    }),
});

const show = buildCommand({
  docs: docs(help.promoteShow, ["npx regente promote show 0123456789ab"]),
  parameters: { flags: serverFlags, positional: word(help.promoteId, "ID") },
  func: ({ url, json }: ServerFlags, id: string) =>
    withClient(url, async (client, terminal, signal) => {
      const path = `${PROMOTIONS}/${encodeURIComponent(id)}`;
      return tell(await client.get(path, proposalProgress, signal), json, terminal);
    }),
});

/** What became of it; a refusal is an error. */
function tell(progress: ProposalProgress, json: boolean | undefined, terminal: Terminal): ExitCode {
  const { state, refusal } = progress;
  const told = inWords(progress, terminal);
  const to = state === "refused" ? terminal.errors : terminal.output;
  if (json) terminal.output.write(`${JSON.stringify(progress)}\n`);
  if (!json || refusal !== null) to.write(`${printable(told)}\n`);
  return state === "refused" ? exitCodes.failed : exitCodes.done;
}

function inWords({ id, state, accepted, refusal }: ProposalProgress, terminal: Terminal): string {
  const words = wordsFor(terminal.words.locale);
  if (accepted !== null)
    return [
      words.accepted(`${accepted.domain}.${accepted.goal}`),
      accepted.example,
      ...(accepted.general === true ? [words.general] : []),
      ...(accepted.near_misses === undefined
        ? []
        : [words.nearMisses, ...accepted.near_misses.map(({ text }) => `  "${text}"`)]),
    ].join("\n");
  return refusal ?? (state === "judging" ? words.judging(id) : words.waits);
}

const reject = buildCommand({
  docs: docs(help.promoteReject, ["npx regente promote reject 0123456789ab"]),
  parameters: { flags: serverFlags, positional: word(help.promoteId, "ID") },
  func: ({ url, json }: ServerFlags, id: string) =>
    withClient(url, async (client, terminal, signal) => {
      const path = `${PROMOTIONS}/${encodeURIComponent(id)}/reject`;
      const done = await client.post(path, {}, proposalRejected, signal);
      const told = wordsFor(terminal.words.locale).rejected;
      terminal.output.write(`${json ? JSON.stringify(done) : told}\n`);
      return exitCodes.done;
    }),
});

export const promoteCommand = buildRouteMap({
  docs: docs(help.promote, ["npx regente promote", "npx regente promote accept 0123456789ab"]),
  routes: { list, show, accept, reject },
});
