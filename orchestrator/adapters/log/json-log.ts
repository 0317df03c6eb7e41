import { hash } from "node:crypto";
import { pino } from "pino";
import { logOutput } from "#shared/log/log-output.ts";
import { describeError, scrubberFor } from "#shared/log/scrub.ts";
import { decoded } from "#shared/plain-text/decoded.ts";
import type { Log } from "../../ports/log.ts";

/** Figures and fixed words; a text is scrubbed all the same. */
const FIELDS: ReadonlySet<string> = new Set([
  ...["domain", "capability", "goal", "tier", "status", "code", "kind", "fault", "reason"],
  ...["duration_ms", "attempts", "llm_calls", "tokens_input", "tokens_output", "tokens_cached"],
  ...["model", "purpose", "prompt_tokens", "digest", "domains", "url", "why", "setting"],
  ...["waiting", "lost", "failures", "findings", "rules", "changes", "doing", "method"],
  ...["way", "bytes", "by", "bot", "chat_id", "records", "keys", "file", "host", "process"],
]);
/** Said by clients as often as made by us. */
const IDS: ReadonlySet<string> = new Set(["run_id", "step_id", "session_id", "request_id"]);
/** Of a catalogue, a manifest, the end of the audit log: to be kept elsewhere, and as long as a secret is. */
const DIGEST = /^[0-9a-f]{64}$/;
const ERRORS: ReadonlySet<string> = new Set(["err", "error"]);
/** As ids are made here: a kind, a time, and chance; a branch of a run adds a digest. */
const OWN_ID = /^[a-z]{2,10}_[0-9a-z]{6,10}_[\w-]{16}(?:\.[0-9a-f]{12})?$/;
const MOST_LISTED = 50;

/** A log that also hears of what goes well. */
export type JsonLog = Log & { debug: Log["info"]; fatal: Log["info"] };

type JsonLogOptions = {
  level: pino.LevelWithSilent;
  /** Values that must never be written, wherever they turn up: keys, tokens, passwords. */
  secrets: readonly string[];
};

/**
 * JSON lines on stdout: a fixed sentence, and of the fields only those that are listed here. Whoever adds a
 * field to a line has to think of it here as well. Ids of other people's making are written as a digest:
 * the lines of one session can still be found together.
 */
export function jsonLog(
  { level, secrets }: JsonLogOptions,
  destination: pino.DestinationStream = logOutput(),
): JsonLog {
  const lines = pino({ level, base: { service: "orchestrator" } }, destination);
  const clean = scrubberFor(secrets);

  const plain = (value: unknown): unknown => {
    if (typeof value === "string") return clean(value);
    if (Array.isArray(value)) return value.slice(0, MOST_LISTED).map(plain);
    return typeof value === "number" || typeof value === "boolean" || value === null
      ? value
      : undefined;
  };
  const isDigest = (value: unknown) =>
    typeof value === "string" && DIGEST.test(value) && !secrets.includes(value);
  const allowed = (fields: object): Record<string, unknown> => {
    const line: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(fields))
      if (value === undefined) continue;
      else if (IDS.has(name)) line[name] = writtenId(String(value));
      else if (ERRORS.has(name)) line["err"] = describeError(value, clean);
      else if (name === "digest" && isDigest(value)) line[name] = value;
      else if (FIELDS.has(name)) line[name] = plain(value);
    return line;
  };
  const write = (at: Exclude<pino.LevelWithSilent, "silent" | "trace">) => {
    if (!lines.isLevelEnabled(at)) return () => undefined;
    return (fields: object, message: string) => lines[at](allowed(fields), clean(message));
  };
  return {
    debug: write("debug"),
    info: write("info"),
    warn: write("warn"),
    error: write("error"),
    fatal: write("fatal"),
  };
}

const writtenId = (id: string): string =>
  OWN_ID.test(id) || /^\d{1,4}$/.test(id) ? id : `sha256:${hash("sha256", id).slice(0, 12)}`;

type Environment = Readonly<Record<string, string | undefined>>;

/** Variables whose names say that they hold a secret; other programs' as well, for this process sees them too. */
const SECRET_NAME = /KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL|OTLP_HEADERS/i;
const OPEN_NAME = /^REGENTE_API_KEYS$/;

/** The values of an environment that must never be written down, with the passwords of its addresses. */
export function secretsIn(env: Environment): string[] {
  return Object.entries(env).flatMap(([name, value = ""]) => {
    const password = URL.parse(value)?.password ?? "";
    const secrets = SECRET_NAME.test(name) && !OPEN_NAME.test(name) ? [value] : [];
    return [...secrets, password, decoded(password)].filter((secret) => secret !== "");
  });
}
