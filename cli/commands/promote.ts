import { buildCommand, buildRouteMap } from "@stricli/core";
import {
  proposalAccepted,
  proposalRejected,
  proposalsResponse,
} from "#shared/contracts/promotion.ts";
import { docs, option, type ServerFlags, serverFlags, word } from "../command.ts";
import { help } from "../help-words.ts";
import { showProposals } from "../promote/show-proposals.ts";
import { wordsFor } from "../promote/words.ts";
import { exitCodes, printable } from "../terminal.ts";
import { withClient } from "../with-client.ts";

const PROMOTIONS = "/v1/promotions";

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
      ...serverFlags,
    },
    positional: word(help.promoteId, "ID"),
  },
  func: ({ url, json, as: example }: ServerFlags & { as?: string }, id: string) =>
    withClient(url, async (client, terminal, signal) => {
      const words = wordsFor(terminal.words.locale);
      if (!json) terminal.errors.write(`${terminal.paint.dim(words.judging)}\n`);
      const path = `${PROMOTIONS}/${encodeURIComponent(id)}/accept`;
      const body = example === undefined ? {} : { example };
      const taken = await client.post(path, body, proposalAccepted, signal);
      const told = `${words.accepted(`${taken.domain}.${taken.goal}`)}\n${taken.example}`;
      terminal.output.write(`${json ? JSON.stringify(taken) : printable(told)}\n`);
      return exitCodes.done;
    }),
});

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
  routes: { list, accept, reject },
});
