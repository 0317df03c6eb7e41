import { createInterface } from "node:readline";
import { buildCommand } from "@stricli/core";
import type { Client } from "../client.ts";
import { docs, option, type ServerFlags, sentence, serverFlags } from "../command.ts";
import { help } from "../help-words.ts";
import { showProgress } from "../progress.ts";
import { showTurn } from "../show-turn.ts";
import { type ExitCode, exitCodeOf, exitCodes, type Terminal } from "../terminal.ts";
import { untilJoined } from "../until-joined.ts";
import { withClient } from "../with-client.ts";

export type Question = { text: string; session?: string | undefined; json: boolean };

/** One request and its answer; at a terminal, also the answers to what is asked back. */
export async function ask(
  { text, session, json }: Question,
  client: Client,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<ExitCode> {
  const { input, output, errors, paint, words } = terminal;
  if (text === "") {
    errors.write(`${words.noText}\n`);
    return exitCodes.cannot;
  }
  await untilJoined(client, terminal, signal);
  const say = async (input_text: string, session_id: string | undefined) => {
    const progress = showProgress(terminal);
    const request = { input_text, ...(session_id !== undefined && { session_id }) };
    const turn = await client.turn(request, signal, progress.watch).finally(() => progress.stop());
    output.write(`${json ? JSON.stringify(turn) : showTurn(turn, client.url, terminal)}\n`);
    return turn;
  };
  let turn = await say(text, session);
  const isConversation = !json && output.isTTY === true && input.isTTY === true;
  if (turn.pending !== null && isConversation) {
    errors.write(`${paint.dim(words.answerHere)}\n`);
    const lines = createInterface({ input, output, terminal: true, prompt: paint.cyan("› ") });
    lines.once("SIGINT", () => lines.close());
    signal.addEventListener("abort", () => lines.close(), { once: true });
    lines.prompt();
    for await (const line of lines) {
      if (line.trim() === "") break;
      turn = await say(line.trim(), turn.session_id);
      if (turn.pending === null) break;
      lines.prompt();
    }
    lines.close();
  }
  if (turn.pending !== null && !json && output.isTTY === true)
    output.write(`${paint.dim(words.goOn(`npx regente ask "1" --session ${turn.session_id}`))}\n`);
  return exitCodeOf(turn.status);
}

export const askCommand = buildCommand({
  docs: docs(help.ask, [
    `npx regente ask ${help.question}`,
    'npx regente ask "1" --session session_01',
    `echo ${help.movers} | npx regente ask --json`,
  ]),
  parameters: {
    flags: { session: option(help.session, "ID"), ...serverFlags },
    aliases: { s: "session" },
    positional: sentence(help.askText),
  },
  func: ({ session, url, json = false }: ServerFlags & { session?: string }, ...words: string[]) =>
    withClient(url, async (client, terminal, signal) => {
      const text = await textOf(words, terminal);
      return ask({ text, session, json }, client, terminal, signal);
    }),
});

/** The words of the command line, else what is piped in. */
export async function textOf(words: readonly string[], { input }: Terminal): Promise<string> {
  if (words.length > 0) return words.join(" ").trim();
  if (input.isTTY === true) return "";
  let text = "";
  for await (const chunk of input) text += chunk;
  return text.trim();
}
