import { pino } from "pino";

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

/** Anything in an error's text that could be a key: bearer tokens, bot tokens, logins in URLs, long random words. */
const SECRETS =
  /Bearer\s+\S+|\b\d{5,}:[\w-]{20,}|\/\/[^\s/@]+@|\b[\w-]*(?:key|token|secret|password)=[^\s&"']+|[\w+/-]{32,}={0,2}/gi;

/** An error's text without what looks like a secret. */
export const scrub = (text: string): string => text.slice(0, 2000).replace(SECRETS, "[removed]");

function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { name: typeof error };
  // Only the frames: the stack's first lines repeat the message.
  const at = error.stack?.split("\n").filter((line) => /^\s+at /.test(line));
  return {
    name: error.name,
    message: scrub(error.message),
    at: at?.slice(0, 8).map((line) => line.trim()),
  };
}

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
  const lines = pino({ level, base: { domain } }, destination ?? pino.destination({ sync: true }));
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
