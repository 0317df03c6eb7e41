import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { buildCommand } from "@stricli/core";
import { type Client, ClientError, withClient } from "../client.ts";
import { docs, help, option, type ServerFlags, sentence, serverFlags } from "../command.ts";
import { showProgress, showTurn } from "../show-turn.ts";
import { cannot, type ExitCode, exitCodeOf, printable, type Terminal } from "../terminal.ts";

/** One request and its answer; at a terminal, also the answers to what is asked back. */
export async function ask(
  { text, session, json }: { text: string; session?: string | undefined; json: boolean },
  client: Client,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<ExitCode> {
  const { input, output, errors, paint, words } = terminal;
  if (text === "") return cannot(terminal, words.say("ask.no_text"));
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
    errors.write(`${paint.dim(words.say("ask.answer_here"))}\n`);
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
    output.write(
      `${paint.dim(words.say("ask.go_on", { command: `npx regente ask "1" --session ${turn.session_id}` }))}\n`,
    );
  return exitCodeOf(turn.status);
}

export const askCommand = buildCommand({
  docs: docs(help("ask.brief"), [
    `npx regente ask ${help("question")}`,
    'npx regente ask "1" --session session_01',
    `echo ${help("movers")} | npx regente ask --json`,
  ]),
  parameters: {
    flags: { session: option(help("session"), "ID"), ...serverFlags },
    aliases: { s: "session" },
    positional: sentence(help("ask.text")),
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

const LOOK_EVERY_MS = 250;
/** Longer than a large catalogue takes to be learnt. */
const PATIENCE_MS = 60_000;

/**
 * Waits while a domain is still joining: asked too early, its requests are not understood yet. Where no one may look, or
 * nothing answers, it does not wait: the request itself says why.
 */
async function untilJoined(
  client: Client,
  { errors, paint, words }: Terminal,
  signal: AbortSignal,
): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  let told = "";
  for (;;) {
    const joining = await namesOfJoining(client, signal);
    if (joining.length === 0 || performance.now() > until) return;
    const names = printable(joining.join(", "));
    if (names !== told) errors.write(`${paint.dim(words.say("ask.waits_for", { names }))}\n`);
    told = names;
    await sleep(LOOK_EVERY_MS, undefined, { signal });
  }
}

async function namesOfJoining(client: Client, signal: AbortSignal): Promise<string[]> {
  try {
    const { domains } = await client.domains(signal);
    return domains.filter(({ state }) => state === "joining").map(({ name }) => name);
  } catch (error) {
    if (error instanceof ClientError) return [];
    throw error;
  }
}
