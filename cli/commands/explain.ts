import { buildCommand } from "@stricli/core";
import { docs, option, type ServerFlags, sentence, serverFlags } from "../command.ts";
import { help } from "../help-words.ts";
import { showExplain } from "../show-explain.ts";
import { exitCodes } from "../terminal.ts";
import { withClient } from "../with-client.ts";
import { textOf } from "./ask.ts";

export const explainCommand = buildCommand({
  docs: docs(help.explain, [
    `npx regente explain ${help.movers}`,
    `npx regente explain --json ${help.movers}`,
  ]),
  parameters: {
    flags: { session: option(help.explainSession, "ID"), ...serverFlags },
    aliases: { s: "session" },
    positional: sentence(help.explainText),
  },
  func: (
    { session: session_id, url, json }: ServerFlags & { session?: string },
    ...words: string[]
  ) =>
    withClient(url, async (client, terminal, signal) => {
      const text = await textOf(words, terminal);
      if (text === "") {
        terminal.errors.write(`${terminal.words.noText}\n`);
        return exitCodes.cannot;
      }
      const session = session_id === undefined ? {} : { session_id };
      const explained = await client.explain({ input_text: text, ...session }, signal);
      const shown = json ? JSON.stringify(explained) : showExplain(explained, terminal);
      terminal.output.write(`${shown}\n`);
      return exitCodes.done;
    }),
});
