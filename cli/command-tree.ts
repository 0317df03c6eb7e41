import { buildCommand, buildRouteMap } from "@stricli/core";
import { docs } from "./command.ts";
import { help } from "./help-words.ts";

/** Every command: what it does, and where it is. */
const commands = {
  up: [help.up, async () => (await import("./commands/up.ts")).upCommand],
  chat: [help.chat, async () => (await import("./commands/chat.ts")).chatCommand],
  ask: [help.ask, async () => (await import("./commands/ask.ts")).askCommand],
  explain: [help.explain, async () => (await import("./commands/explain.ts")).explainCommand],
  domains: [help.domains, async () => (await import("./commands/domains.ts")).domainsCommand],
  runs: [help.runs, async () => (await import("./commands/runs.ts")).runsCommand],
  schedules: [
    help.schedules,
    async () => (await import("./commands/schedules.ts")).schedulesCommand,
  ],
  replay: [help.replay, async () => (await import("./commands/replay.ts")).replayCommand],
  eval: [help.eval, async () => (await import("./commands/eval.ts")).evalCommand],
  lint: [help.lint, async () => (await import("./commands/lint.ts")).lintCommand],
  diff: [help.diff, async () => (await import("./commands/diff.ts")).diffCommand],
  promote: [help.promote, async () => (await import("./commands/promote.ts")).promoteCommand],
  usage: [help.usage, async () => (await import("./commands/usage.ts")).usageCommand],
  audit: [help.audit, async () => (await import("./commands/audit.ts")).auditCommand],
  telegram: [help.telegram, async () => (await import("./commands/telegram.ts")).telegramCommand],
  backup: [help.backup, async () => (await import("./commands/backup.ts")).backupCommand],
  restore: [help.restore, async () => (await import("./commands/restore.ts")).restoreCommand],
  keys: [help.keys, async () => (await import("./commands/keys.ts")).keysCommand],
  "reset-session": [
    help.resetSession,
    async () => (await import("./commands/forget.ts")).resetSessionCommand,
  ],
  forget: [help.forget, async () => (await import("./commands/forget.ts")).forgetCommand],
  init: [help.init, async () => (await import("./commands/init.ts")).initCommand],
  import: [help.import, async () => (await import("./commands/import.ts")).importCommand],
  draft: [help.draft, async () => (await import("./commands/draft.ts")).draftCommand],
  "new-domain": [
    help.newDomain,
    async () => (await import("./commands/new-domain.ts")).newDomainCommand,
  ],
  "check-domain": [
    help.checkDomain,
    async () => (await import("./commands/check-domain.ts")).checkDomainCommand,
  ],
  completion: [
    help.completion,
    async () => (await import("./commands/completion.ts")).completionCommand,
  ],
} as const;

/** What a group does when it is given no word. */
export const usual: ReadonlyMap<string, string> = new Map([
  ["domains", "list"],
  ["runs", "list"],
  ["schedules", "list"],
  ["promote", "list"],
  ["keys", "list"],
  ["telegram", "list"],
  ["audit", "verify"],
]);

export const isCommand = (word: string | undefined): boolean =>
  word !== undefined && Object.hasOwn(commands, word);

/**
 * Every command by its name. Only the one that is asked for is loaded, so that `regente ask` does not pay for the
 * supervisor; or all, where what is asked for is the page of them.
 */
export async function commandTree(asked?: string) {
  const isPage = asked === undefined || asked.startsWith("-");
  const routes = await Promise.all(
    Object.entries(commands).map(async ([name, [brief, load]]) => {
      const isLoaded = isPage || name === asked;
      return [name, isLoaded ? await load() : named(brief)] as const;
    }),
  );
  return buildRouteMap({
    routes: Object.fromEntries(routes),
    docs: docs(`${help.regente}. ${help.more}`, [
      "npm start",
      `npx regente ask ${help.question}`,
      "npx regente chat",
      "npx regente runs list --help",
    ]),
  });
}

/** A command to be known by its name alone. */
const named = (brief: string) =>
  buildCommand({ docs: { brief }, parameters: {}, func: () => undefined });
