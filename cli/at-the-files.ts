import { RegenteError } from "#shared/contracts/errors.ts";
import { whyIn } from "#shared/messages/messages.ts";
import { type ExitCode, exitCodes, openTerminal, printable, type Terminal } from "./terminal.ts";

/**
 * Runs a command that needs no running Regente and leaves its exit code with the process: 0 nothing to
 * complain of, 1 something is, 2 it could not be done.
 */
export async function atTheFiles(
  command: (terminal: Terminal) => Promise<ExitCode>,
): Promise<void> {
  const terminal = openTerminal(process.env, process.stdin, process.stdout, process.stderr);
  try {
    process.exitCode = await command(terminal);
  } catch (error) {
    // Everything that is wrong on purpose says what and where; the rest is a fault of ours.
    if (!(error instanceof RegenteError)) throw error;
    terminal.errors.write(
      `${terminal.paint.red(printable(whyIn(terminal.words.locale, error.why)))}\n`,
    );
    process.exitCode = exitCodes.cannot;
  }
}
