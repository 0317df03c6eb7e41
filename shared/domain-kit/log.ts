import { pino } from "pino";
import { logOutput } from "#shared/log/log-output.ts";
import { describeError } from "#shared/log/scrub.ts";

/** All that a log line may carry beside its message: names and figures, never what people wrote. */
export type LogFields = {
  domain?: string;
  capability?: string;
  run_id?: string;
  step_id?: string;
  status?: string | number;
  duration_ms?: number;
  code?: string;
  url?: string;
  /** Its name, its scrubbed message and where it was thrown are kept. */
  error?: unknown;
};

type Write = (fields: LogFields, message: string) => void;

/** Structured log lines on stdout. Messages are fixed sentences; what varies goes into the fields. */
export type Logger = { debug: Write; info: Write; warn: Write; error: Write };

const FIELDS = [
  "domain",
  "capability",
  "run_id",
  "step_id",
  "status",
  "duration_ms",
  "code",
  "url",
] as const satisfies (keyof LogFields)[];

function allowed(fields: LogFields): Record<string, unknown> {
  const line: Record<string, unknown> = {};
  for (const field of FIELDS) if (fields[field] !== undefined) line[field] = fields[field];
  if (fields.error !== undefined) line["error"] = describeError(fields.error);
  return line;
}

/** Says nothing; for tests. */
export const silentLog: Logger = { debug() {}, info() {}, warn() {}, error() {} };

/**
 * JSON lines with the allowed fields only, from `LOG_LEVEL` on (info when absent).
 * Errors: throws when LOG_LEVEL is none of pino's levels
 */
export function makeLog(domain: string, destination?: pino.DestinationStream): Logger {
  const level = process.env["LOG_LEVEL"] ?? "info";
  const lines = pino({ level, base: { domain } }, destination ?? logOutput());
  return {
    debug: (fields, message) => lines.debug(allowed(fields), message),
    info: (fields, message) => lines.info(allowed(fields), message),
    warn: (fields, message) => lines.warn(allowed(fields), message),
    error: (fields, message) => lines.error(allowed(fields), message),
  };
}

/** The same log with fields that every line of one call carries. */
export function withFields(log: Logger, own: LogFields): Logger {
  return {
    debug: (fields, message) => log.debug({ ...own, ...fields }, message),
    info: (fields, message) => log.info({ ...own, ...fields }, message),
    warn: (fields, message) => log.warn({ ...own, ...fields }, message),
    error: (fields, message) => log.error({ ...own, ...fields }, message),
  };
}
