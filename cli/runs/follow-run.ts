import { setTimeout as sleep } from "node:timers/promises";
import type { RunEvent } from "#shared/contracts/run.ts";
import { type Client, ClientError } from "../client.ts";
import { type ExitCode, exitCodeOf, exitCodes, printable, type Terminal } from "../terminal.ts";
import { MARKS, paintStatus, showStep } from "./show-run.ts";
import { runWords } from "./words.ts";

/** A connection that breaks again and again is given up. */
const MOST_BREAKS = 5;
const AGAIN_MS = 500;

/**
 * Shows a run's events until its reply, also across a connection that breaks.
 * Ends with 1 when the run failed, or only part of it was done, 2 when no one carries it out any more.
 */
export async function followRun(
  run_id: string,
  json: boolean,
  client: Client,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<ExitCode> {
  const { output, errors, paint } = terminal;
  const words = runWords(terminal.words.locale);
  let seen = "0";
  for (let breaks = 0; ; breaks += 1) {
    try {
      for await (const { id, event } of client.events(run_id, seen, signal)) {
        seen = id;
        output.write(`${json ? JSON.stringify(event) : showEvent(event, terminal)}\n`);
        if (event.type === "reply") return exitCodeOf(event.status);
      }
      errors.write(`${paint.yellow(words.noReply)}\n`);
      return exitCodes.cannot;
    } catch (error) {
      if (!(error instanceof ClientError) || error.fault !== "cut" || breaks >= MOST_BREAKS)
        throw error;
      errors.write(`${paint.dim(words.reconnecting)}\n`);
      await sleep(AGAIN_MS, undefined, { signal });
    }
  }
}

function showEvent(event: RunEvent, terminal: Terminal): string {
  const words = runWords(terminal.words.locale);
  const { paint } = terminal;
  switch (event.type) {
    case "plan":
      return paint.bold(`${words.steps}: ${event.plan.steps.length}`);
    case "step_started": {
      const { step_id: id, domain, capability } = event;
      const mark = paintStatus("running", MARKS.running, terminal);
      return `${mark} ${printable(`${id}. ${domain}.${capability}`)}`;
    }
    case "step_retried":
      return paint.dim(`  ${event.step_id}. ${words.again(printable(event.reason))}`);
    case "step_finished":
      return showStep(event.step, event.step, terminal);
    case "reply":
      return `\n${event.status === "failure" ? paint.red(printable(event.answer)) : printable(event.answer)}`;
  }
}
