import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { buildCommand } from "@stricli/core";
import type { Tick } from "#shared/contracts/schedule.ts";
import { ticksPage } from "#shared/contracts/schedule-endpoints.ts";
import { isBrought } from "#shared/contracts/schedule-name.ts";
import { type Client, ClientError, explainFault, withClient } from "../client.ts";
import { docs, help, option, type ServerFlags, serverFlags } from "../command.ts";
import { showProgress, showTurn } from "../show-turn.ts";
import { type ExitCode, exitCodeOf, exitCodes, printable, type Terminal } from "../terminal.ts";

const HISTORY_LINES = 500;
const HELP = ["chat.help_new", "chat.help_quit", "chat.help_stop", "chat.help_ask"] as const;
const ERASE_LINE = "\r\u001b[2K";

/**
 * A conversation, line by line: at a terminal with a prompt, history and Ctrl+C for the request under
 * way; from a pipe one request a line, ending with 1 when one of them failed, or was only done in part.
 */
export async function chat(
  { session, json }: { session?: string | undefined; json: boolean },
  client: Client,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<ExitCode> {
  const { input, output, errors, paint } = terminal;
  const { say: told } = terminal.words;
  const atTerminal = input.isTTY === true && output.isTTY === true;
  const lines = createInterface({
    input,
    ...(atTerminal && { output, historySize: HISTORY_LINES, removeHistoryDuplicates: true }),
    terminal: atTerminal,
    prompt: paint.cyan("› "),
  });
  let session_id = session;
  let asking: AbortController | undefined;
  let exitCode: ExitCode = exitCodes.done;
  let isOpen = true;
  lines.once("close", () => {
    isOpen = false;
  });
  lines.on("SIGINT", () => (asking === undefined ? lines.close() : asking.abort()));
  signal.addEventListener("abort", () => lines.close(), { once: true });
  const rung: string[] = [];
  /** A reminder that rings is told beside what is being typed, and behind an answer that is under way. */
  const ring = () => {
    if (rung.length === 0 || asking !== undefined || !isOpen) return;
    output.write(`${ERASE_LINE}${rung.splice(0).join("\n\n")}\n\n`);
    lines.prompt(true);
  };
  const leaving = new AbortController();

  const say = async (input_text: string) => {
    const progress = showProgress(terminal);
    asking = new AbortController();
    try {
      const request = {
        input_text,
        follows_ticks: true,
        ...(session_id !== undefined && { session_id }),
      };
      const given = AbortSignal.any([asking.signal, signal]);
      const turn = await client.turn(request, given, progress.watch);
      progress.stop();
      session_id = turn.session_id;
      output.write(
        `${json ? JSON.stringify(turn) : `${showTurn(turn, client.url, terminal)}\n`}\n`,
      );
      if (exitCodeOf(turn.status) !== exitCodes.done) exitCode = exitCodes.failed;
    } catch (error) {
      progress.stop();
      if (asking.signal.aborted) errors.write(`${told("chat.cancelled")}\n`);
      else if (error instanceof ClientError && (atTerminal || error.fault === "refused")) {
        errors.write(`${paint.red(explainFault(error, client.url, terminal))}\n`);
        exitCode = exitCodes.failed;
      } else throw error;
    } finally {
      asking = undefined;
    }
  };

  if (atTerminal) {
    output.write(`${told("chat.welcome", { url: client.url })}\n`);
    lines.prompt();
    void followTicks(client, AbortSignal.any([leaving.signal, signal]), ({ text }) => {
      rung.push(paint.bold(printable(text)));
      ring();
    });
  }
  for await (const line of lines) {
    const text = line.trim();
    if (text === "/quit" || text === "/exit") break;
    if (text === "/new") {
      session_id = undefined;
      output.write(`${told("chat.new_session")}\n`);
    } else if (text.startsWith("/")) output.write(`${HELP.map((each) => told(each)).join("\n")}\n`);
    else if (text !== "") await say(text);
    // The last lines may be answered after the input has ended.
    if (atTerminal && isOpen) lines.prompt();
    ring();
  }
  leaving.abort();
  lines.close();
  return exitCode;
}

export const chatCommand = buildCommand({
  docs: docs(help("chat.brief"), [
    "npx regente chat",
    "npx regente chat --session mine",
    "npx regente chat < lines.txt",
  ]),
  parameters: {
    flags: { session: option(help("session"), "ID"), ...serverFlags },
    aliases: { s: "session" },
  },
  func: ({ session, url, json = false }: ServerFlags & { session?: string }) =>
    withClient(url, (client, terminal, signal) =>
      chat({ session, json }, client, terminal, signal),
    ),
});

const LOOK_MS = 1000;
const keyOf = ({ schedule_id, at }: Tick): string => `${schedule_id} ${at}`;

/**
 * What becomes of standing requests from now on, unless a channel of its own brings it. Ends when `signal` fires, or where
 * the caller may not see them; never rejects.
 * Cost: one small request a second
 */
async function followTicks(
  client: Pick<Client, "get">,
  signal: AbortSignal,
  show: (tick: Tick) => void,
): Promise<void> {
  const seen = new Set<string>();
  let newest = 0;
  let isFirst = true;
  while (!signal.aborted) {
    try {
      // What ended in the same millisecond is looked at again.
      const path = `/v1/schedules/ticks?after=${Math.max(0, newest - 1)}`;
      const { ticks } = await client.get(path, ticksPage, signal);
      for (const tick of ticks.toReversed()) {
        const isNew = !seen.has(keyOf(tick));
        seen.add(keyOf(tick));
        newest = Math.max(newest, tick.ended_at ?? 0);
        if (isNew && !isFirst && tick.text !== "" && !isBrought(tick)) show(tick);
      }
      isFirst = false;
    } catch (error) {
      if (signal.aborted || (error instanceof ClientError && error.fault === "refused")) return;
    }
    await wait(LOOK_MS, undefined, { signal }).catch(() => undefined);
  }
}
