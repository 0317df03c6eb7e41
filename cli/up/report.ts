import { stripVTControlCharacters } from "node:util";
import { z } from "zod";
import type { DomainStatus } from "#shared/contracts/endpoints.ts";
import { jsonIn } from "#shared/contracts/json.ts";
import { whyIn } from "#shared/messages/messages.ts";
import { printable, type Terminal } from "../terminal.ts";

/** How the supervisor tells what happens: one call a line. */
export type Report = {
  /** A line that a service wrote. */
  relay(service: string, line: string): void;
  /** The supervisor's own words; `fields` are for machines. */
  say(level: "info" | "warn" | "error", message: string, fields?: Record<string, unknown>): void;
};

const logLine = z.looseObject({
  level: z.number(),
  time: z.union([z.number(), z.string()]).optional(),
  msg: z.string().default(""),
});

/** Fields that say nothing new beside the name in front of the line. */
const SILENT = new Set(["level", "time", "msg", "service", "domain", "pid", "hostname"]);
const LEVELS = { info: 30, warn: 40, error: 50 } as const;

/** JSON lines: what services wrote as it is, with the name of the service. */
export function jsonReport(write: (line: string) => void, now: () => number): Report {
  const put = (fields: Record<string, unknown>) => write(`${JSON.stringify(fields)}\n`);
  return {
    relay(service, line) {
      const parsed = readLine(line);
      put(
        parsed ? { service, ...parsed } : { service, level: LEVELS.info, time: now(), msg: line },
      );
    },
    say: (level, msg, fields) =>
      put({ service: "supervisor", level: LEVELS[level], time: now(), msg, ...fields }),
  };
}

/** One short line for each, with the service's name in a colour of its own. */
export function prettyReport(
  write: (line: string) => void,
  { paint, words }: Pick<Terminal, "paint" | "words">,
  now: () => number,
): Report {
  const colours = [paint.cyan, paint.magenta, paint.blue, paint.green, paint.yellow];
  const seen = new Map<string, (text: string) => string>();
  const put = (service: string, at: number, level: number, message: string, rest: string) => {
    let colour = seen.get(service);
    if (colour === undefined) {
      colour = colours[seen.size % colours.length] ?? paint.cyan;
      seen.set(service, colour);
    }
    const time = new Date(at).toLocaleTimeString(words.locale, { hour12: false });
    const shown =
      level >= LEVELS.error
        ? paint.red(message)
        : level >= LEVELS.warn
          ? paint.yellow(message)
          : message;
    write(
      `${paint.dim(time)} ${colour(service.padEnd(12))} ${shown}${rest && ` ${paint.dim(rest)}`}\n`,
    );
  };
  return {
    relay(service, line) {
      const parsed = readLine(line);
      if (parsed === undefined) {
        if (line.trim() !== "") put(service, now(), LEVELS.info, printable(line), "");
        return;
      }
      const at = typeof parsed.time === "string" ? Date.parse(parsed.time) : (parsed.time ?? now());
      const rest = Object.entries(parsed)
        .filter(([name]) => !SILENT.has(name))
        .map(([name, value]) => `${name}=${inShort(value)}`);
      put(service, at, parsed.level, printable(parsed.msg), printable(rest.join(" ")));
    },
    say: (level, message) => put("regente", now(), LEVELS[level], message, ""),
  };
}

/** One field in one line; of an error only what it says, its stack is in the JSON lines. */
function inShort(value: unknown): string {
  const { data } = z.looseObject({ message: z.string() }).safeParse(value);
  if (data !== undefined) return data.message;
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** A pino line, or undefined for anything else that a process may print. */
const readLine = (line: string): z.infer<typeof logLine> | undefined =>
  line.startsWith("{") ? jsonIn(logLine, stripVTControlCharacters(line)) : undefined;

/** What is running, once it is. */
export type Standing = {
  url: string;
  model: string;
  /** Undefined: only for those who may know, so the endpoints ask who calls. */
  domains: readonly DomainStatus[] | undefined;
};

/** Where to talk, with what, and which domains are up: the first thing a person reads. */
export function announce(
  { url, model, domains }: Standing,
  { paint, words }: Pick<Terminal, "paint" | "words">,
): string {
  const { say } = words;
  const row = (name: string, value: string) => `  ${paint.bold(name.padEnd(10))}${value}`;
  const states = domains?.map(({ name, state, version, problem, problem_reason }) => {
    const works = state === "up" || state === "manifest_only";
    const mark = works ? paint.green("●") : paint.yellow("○");
    const why = [
      say(`domains.state.${state}`),
      ...(problem === null ? [] : [whyIn(words.locale, problem_reason ?? problem, problem)]),
    ].join(": ");
    return `${mark} ${printable(`${name} ${works ? (version ?? "") : why}`)}`;
  });
  const asksForKey = domains === undefined;
  const key = asksForKey ? ` -H 'authorization: Bearer ${say("up.your_key")}'` : "";
  const messages = [{ role: "user", content: say("up.first_question") }];
  return [
    "",
    `${paint.green("✓")} ${paint.bold(say("up.ready"))} ${paint.cyan(url)}`,
    "",
    ...(states === undefined
      ? []
      : [
          row(say("up.domains"), states[0] ?? say("domains.none")),
          ...states.slice(1).map((state) => row("", state)),
        ]),
    row(say("up.browser"), `${url}/`),
    row(say("up.talk"), "npx regente chat"),
    row(
      say("up.openai"),
      say(asksForKey ? "up.openai_hint_with_key" : "up.openai_hint", { base: `${url}/v1`, model }),
    ),
    row(
      "curl",
      `curl -s ${url}/v1/chat/completions -H 'content-type: application/json'${key} -d '${JSON.stringify({ model, messages })}'`,
    ),
    row(say("up.stop"), "Ctrl+C"),
    "",
    "",
  ].join("\n");
}
