import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { text as readAll } from "node:stream/consumers";
import { buildCommand, buildRouteMap } from "@stricli/core";
import { z } from "zod";
import { instructionDigest } from "#shared/api-keys/api-key.ts";
import {
  addKey,
  changeInstructions,
  keyNamed,
  readKeyFile,
  revokeKey,
} from "#shared/api-keys/key-file.ts";
import { noSuchGoal, unmatchedGoals } from "#shared/api-keys/unmatched-goals.ts";
import { parseBootstrap } from "#shared/contracts/bootstrap.ts";
import { errorText } from "#shared/contracts/errors.ts";
import {
  docs,
  fileOption,
  help,
  type JsonFlag,
  jsonFlag,
  listOf,
  option,
  twoWords,
  word,
} from "../command.ts";
import {
  atTheFiles,
  cannot,
  type ExitCode,
  exitCodes,
  printable,
  type Say,
  showTable,
  type Terminal,
  tell,
} from "../terminal.ts";

const keyFlags = { file: fileOption(help("keys.file"), "keys.json"), ...jsonFlag } as const;
type KeyFlags = JsonFlag & { file?: string };

/** Runs a command on the file of keys; without one it says how to name it. */
const onTheKeys = (
  named: string | undefined,
  command: (file: string, say: Say, terminal: Terminal) => ExitCode | Promise<ExitCode>,
) =>
  atTheFiles(async (terminal) => {
    const { say } = terminal.words;
    const file = named ?? (process.env["REGENTE_API_KEYS"] || undefined);
    return file === undefined
      ? cannot(terminal, say("keys.no_file"))
      : command(file, say, terminal);
  });

type NewKey = KeyFlags &
  Partial<Record<"user" | "scopes" | "until" | "answers" | "suggests", string>>;

const add = buildCommand({
  docs: docs(help("keys.add"), [
    "npx regente keys add --user=ana --scopes=finance:*,notify:*",
    "npx regente keys add --user=ci --scopes=effect:read --until=2027-01-31",
    "npx regente keys add --user=ops --scopes=* --file=keys.json --json",
  ]),
  parameters: {
    flags: {
      user: option(help("keys.user"), "ana"),
      scopes: option(help("keys.scopes"), "effect:read,my_domain:*"),
      until: option(help("keys.until"), "2027-01-31"),
      answers: option(help("keys.answers"), "finance:*,notes.find_note"),
      suggests: option(help("keys.suggests"), "notes:*"),
      ...keyFlags,
    },
  },
  func: ({ file: named, user: user_id, scopes, until, answers, suggests, json }: NewKey) =>
    onTheKeys(named, async (file, say, terminal) => {
      if (user_id === undefined) return cannot(terminal, say("keys.needs", { option: "--user" }));
      if (scopes === undefined) return cannot(terminal, say("keys.needs", { option: "--scopes" }));
      const now = new Date();
      const end = until === undefined ? undefined : readUntil(until, now);
      if (end === "none") return cannot(terminal, say("keys.not_a_day", { text: until ?? "" }));
      if (end === "past") return cannot(terminal, say("keys.is_over", { text: until ?? "" }));
      const wanted = {
        ...{ user_id, scopes: listOf(scopes) },
        ...(answers !== undefined && { answers: listOf(answers) }),
        ...(suggests !== undefined && { suggests: listOf(suggests) }),
      };
      const goals = await lookUp([...(wanted.answers ?? []), ...(wanted.suggests ?? [])]);
      const [unknown] = goals.unknown;
      if (unknown !== undefined) return cannot(terminal, noSuchGoal(unknown));
      const expires_at = end === undefined ? {} : { expires_at: end.toISOString() };
      const made = addKey(file, { ...wanted, ...expires_at }, now);
      const { output, errors, paint } = terminal;
      for (const scope of idleScopes(wanted.scopes, process.env))
        errors.write(`${paint.yellow(printable(say("keys.idle", { scope })))}\n`);
      for (const goal of goals.away)
        errors.write(`${paint.yellow(printable(say("keys.goal_away", { goal })))}\n`);
      if (json) {
        output.write(`${JSON.stringify({ ...made, ...wanted, ...expires_at })}\n`);
        return exitCodes.done;
      }
      errors.write(`${printable(say("keys.made", { user_id }))}\n`);
      output.write(`${made.key}\n`);
      errors.write(`${paint.dim(`${say("keys.only_now")}\n${say("keys.use")}`)}\n`);
      return exitCodes.done;
    }),
});

/** Where no bootstrap file can be read nothing is known of any goal. */
async function lookUp(patterns: readonly string[]) {
  if (patterns.every((each) => each === "*")) return { unknown: [], away: [] };
  // Only who names goals pays for reading manifests.
  const { goalsInFiles } = await import("../../orchestrator/quality/tools/goals-in-files.ts");
  const known = await goalsInFiles(process.env);
  return known === undefined
    ? { unknown: [], away: patterns.filter((each) => each !== "*") }
    : unmatchedGoals(patterns, known);
}

/** Words that begin a scope and name no domain. */
const OWN_WORDS: ReadonlySet<string> = new Set(["*", "effect", "door"]);

/** Scopes of domains that the bootstrap file does not name. None where that file cannot be read: it may be elsewhere. */
function idleScopes(
  scopes: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): string[] {
  const file = resolve(env["REGENTE_BOOTSTRAP"] || "domains.bootstrap.json");
  let names: Set<string>;
  try {
    const { domains } = parseBootstrap(readFileSync(file, "utf8"), env, file);
    names = new Set(domains.map(({ name }) => name));
  } catch {
    return [];
  }
  return scopes.filter((scope) => {
    const [word = ""] = scope.split(/[:.]/);
    return !OWN_WORDS.has(word) && !names.has(word);
  });
}

const list = buildCommand({
  docs: docs(help("keys.list"), ["npx regente keys", "npx regente keys list --json"]),
  parameters: { flags: keyFlags },
  func: ({ file: named, json }: KeyFlags) =>
    onTheKeys(named, (file, say, terminal) => {
      const keys = readKeyFile(file).map(({ sha256: _, ...shown }) => shown);
      const rows = keys.map(({ id, user_id, scopes, expires_at }) => [
        id,
        user_id,
        scopes.join(", "),
        endOf(expires_at, say),
      ]);
      const columns = (["id", "user", "scopes", "valid"] as const).map((each) => ({
        title: say(`keys.column.${each}`),
      }));
      const table = rows.length === 0 ? say("keys.no_keys") : showTable(columns, rows, terminal);
      return tell(terminal, json, { keys }, () => table);
    }),
});

function endOf(expires_at: string | undefined, say: Say): string {
  if (expires_at === undefined) return say("keys.until_revoked");
  const day = expires_at.slice(0, 10);
  return new Date(expires_at) > new Date()
    ? say("keys.until", { day })
    : say("keys.ended", { day });
}

const revoke = buildCommand({
  docs: docs(help("keys.revoke"), ["npx regente keys revoke 0123456789ab"]),
  parameters: { flags: keyFlags, positional: word(help("keys.id"), "ID") },
  func: ({ file: named, json }: KeyFlags, id: string) =>
    onTheKeys(named, (file, say, terminal) => {
      if (!revokeKey(file, id)) return cannot(terminal, say("keys.no_such_key", { id }));
      return tell(terminal, json, { id, revoked: true }, () =>
        printable(say("keys.revoked", { id })),
      );
    }),
});

const trust = buildCommand({
  docs: docs(help("keys.trust"), [
    "npx regente keys trust 0123456789ab prompt.txt",
    "npx regente keys trust front-deps - < prompt.txt",
  ]),
  parameters: {
    flags: keyFlags,
    positional: twoWords([help("keys.name"), "NAME"], [help("keys.trust_file"), "FILE|-"], String),
  },
  func: ({ file: named, json }: KeyFlags, name: string, source: string) =>
    onTheKeys(named, async (file, say, terminal) => {
      const key = keyNamed(readKeyFile(file), name);
      if (key === undefined) return cannot(terminal, say("keys.not_one_key", { name }));
      let said: string;
      try {
        said = source === "-" ? await readAll(process.stdin) : readFileSync(source, "utf8");
      } catch (error) {
        return cannot(terminal, say("keys.cannot_read", { file: source, why: errorText(error) }));
      }
      const digest = instructionDigest(said);
      if (digest === undefined) return cannot(terminal, say("keys.nothing_said"));
      changeInstructions(file, key.id, (digests) => [...digests, digest]);
      const added = { id: key.id, digest };
      return tell(terminal, json, added, () => say("keys.trusted", added));
    }),
});

const trusted = buildCommand({
  docs: docs(help("keys.trusted"), ["npx regente keys trusted 0123456789ab"]),
  parameters: { flags: keyFlags, positional: word(help("keys.name"), "NAME") },
  func: ({ file: named, json }: KeyFlags, name: string) =>
    onTheKeys(named, (file, say, terminal) => {
      const key = keyNamed(readKeyFile(file), name);
      if (key === undefined) return cannot(terminal, say("keys.not_one_key", { name }));
      const { id, instructions = [] } = key;
      return tell(terminal, json, { id, instructions }, () =>
        instructions.length === 0 ? say("keys.none_trusted", { id }) : instructions.join("\n"),
      );
    }),
});

const distrust = buildCommand({
  docs: docs(help("keys.distrust"), ["npx regente keys distrust 0123456789ab 9f86d081"]),
  parameters: {
    flags: keyFlags,
    positional: twoWords([help("keys.name"), "NAME"], [help("keys.digest"), "DIGEST"], String),
  },
  func: ({ file: named, json }: KeyFlags, name: string, said: string) =>
    onTheKeys(named, (file, say, terminal) => {
      const key = keyNamed(readKeyFile(file), name);
      if (key === undefined) return cannot(terminal, say("keys.not_one_key", { name }));
      const { id, instructions = [] } = key;
      const [digest, ...others] = instructions.filter((each) => each.startsWith(said));
      if (said === "" || digest === undefined || others.length > 0)
        return cannot(terminal, say("keys.not_one_instruction", { digest: said }));
      changeInstructions(file, id, (digests) => digests.filter((each) => each !== digest));
      return tell(terminal, json, { id, digest }, () => say("keys.distrusted", { id, digest }));
    }),
});

export const keysCommand = buildRouteMap({
  docs: docs(help("keys.brief"), [
    "npx regente keys add --user=ana --scopes=effect:read",
    "npx regente keys",
    "npx regente keys revoke 0123456789ab",
  ]),
  routes: { add, list, revoke, trust, trusted, distrust },
});

const day = z.iso.date();
const moment = z.iso.datetime();

/**
 * When a key ends: a day (its first moment) or a moment, both in UTC.
 * Shape: 2027-01-31, 2027-01-31T18:00:00Z. "none" for anything else, "past" for what is over
 */
export function readUntil(text: string, now: Date): Date | "none" | "past" {
  if (!day.safeParse(text).success && !moment.safeParse(text).success) return "none";
  const until = new Date(text);
  return until > now ? until : "past";
}
