import { whyIn } from "#shared/messages/messages.ts";
import { type Client, ClientError, openClient } from "./client.ts";
import { type ExitCode, exitCodes, openTerminal, printable, type Terminal } from "./terminal.ts";

type Environment = Terminal["env"];

/** Where `npm start` puts the endpoints when nothing else is said: by the same HOST and PORT that it reads. */
export function serverUrl(env: Environment): string {
  if (env["REGENTE_URL"]) return env["REGENTE_URL"];
  const host = env["HOST"] || "127.0.0.1";
  // "Every address" is where a server listens, not where a client connects to.
  const reachable = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  const name = reachable.includes(":") ? `[${reachable}]` : reachable;
  return `http://${name}:${env["PORT"] || "8080"}`;
}

/** Why an endpoint gave no answer, and the way out, in people's words. */
export function explainFault(
  { fault, message, why }: ClientError,
  url: string,
  terminal: Terminal,
): string {
  const { words } = terminal;
  switch (fault) {
    case "not_reachable":
      return words.notRunning(url);
    case "cut":
      return words.cut;
    case "strange_answer":
      return `${words.strangeAnswer(url)} (${printable(message)}).`;
    case "refused":
      return printable(whyIn(words.locale, why, message));
  }
}

/**
 * Runs a command against a running Regente and leaves its exit code with the process: 0 done or asked
 * back, 1 failed or refused, 2 no answer or wrong use, 130 interrupted.
 */
export async function withClient(
  url: string | undefined,
  command: (client: Client, terminal: Terminal, signal: AbortSignal) => Promise<ExitCode>,
): Promise<void> {
  const terminal = openTerminal(process.env, process.stdin, process.stdout, process.stderr);
  const address = url ?? serverUrl(process.env);
  const interrupted = new AbortController();
  const interrupt = () => interrupted.abort();
  process.once("SIGINT", interrupt);
  try {
    if (!/^https?:$/.test(URL.parse(address)?.protocol ?? "")) {
      terminal.errors.write(`${terminal.words.notAnAddress(printable(address))}\n`);
      process.exitCode = exitCodes.cannot;
      return;
    }
    const client = openClient(address, process.env["REGENTE_API_KEY"] || undefined);
    process.exitCode = await command(client, terminal, interrupted.signal);
  } catch (error) {
    if (interrupted.signal.aborted) process.exitCode = 130;
    else if (error instanceof ClientError) {
      terminal.errors.write(`${terminal.paint.red(explainFault(error, address, terminal))}\n`);
      process.exitCode = error.fault === "refused" ? exitCodes.failed : exitCodes.cannot;
    } else throw error;
  } finally {
    process.off("SIGINT", interrupt);
  }
}
