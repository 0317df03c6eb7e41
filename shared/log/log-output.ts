import { pino } from "pino";

/** So much is kept for later while nothing can be written; what comes beyond it is lost. Characters. */
const MOST_KEPT = 1024 * 1024;

/**
 * Where log lines go: a log that cannot be written (a full disk, a reader that is gone) is lost, and the service goes on.
 * What could not be written is tried again with the next line.
 * Cost: a write on this thread for each line, so that the last words of a process are there as well
 */
export function logOutput(fd = 1): pino.DestinationStream {
  const output = pino.destination({
    dest: fd,
    sync: true,
    maxLength: MOST_KEPT,
    // Waiting for a reader would hold up everything else.
    retryEAGAIN: () => false,
  });
  // Without anyone who hears of it, an error ends the process.
  output.on("error", () => undefined);
  return output;
}
