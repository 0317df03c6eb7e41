import { buildCommand } from "@stricli/core";
import { docs, option, type ServerFlags, sentence, serverFlags, yesOption } from "../command.ts";
import { help } from "../help-words.ts";
import { showProgress } from "../progress.ts";
import { showExplain } from "../show-explain.ts";
import { showTurn } from "../show-turn.ts";
import { exitCodeOf, exitCodes } from "../terminal.ts";
import { withClient } from "../with-client.ts";
import { textOf } from "./ask.ts";

export const explainCommand = buildCommand({
  docs: docs(help.explain, [
    `npx regente explain ${help.movers}`,
    `npx regente explain --json ${help.movers}`,
    `npx regente explain --do ${help.movers}`,
  ]),
  parameters: {
    flags: {
      session: option(help.explainSession, "ID"),
      do: yesOption(help.explainDo),
      ...serverFlags,
    },
    aliases: { s: "session" },
    positional: sentence(help.explainText),
  },
  func: (
    { session: session_id, do: doIt, url, json }: ServerFlags & { session?: string; do?: boolean },
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
      if (doIt !== true) return exitCodes.done;
      const { plan_token } = explained;
      if (plan_token === null) {
        terminal.errors.write(`${terminal.words.nothingToDo}\n`);
        return exitCodes.cannot;
      }
      const progress = showProgress(terminal);
      const turn = await client
        .turn({ plan_token }, signal, progress.watch)
        .finally(() => progress.stop());
      const told = json ? JSON.stringify(turn) : `\n${showTurn(turn, client.url, terminal)}`;
      terminal.output.write(`${told}\n`);
      return exitCodeOf(turn.status);
    }),
});
