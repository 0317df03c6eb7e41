import { defineCommand } from "citty";
import type { Command } from "./find-command.ts";
import { said } from "./said.ts";

/** Every command. Each is loaded only when asked for, so that `regente ask` does not pay for the supervisor. */
export const regente: Command = defineCommand({
  meta: {
    name: "regente",
    description: said({
      "pt-BR": "Uma frase vira um objetivo, um plano e uma resposta",
      en: "A sentence becomes a goal, a plan and an answer",
    }),
  },
  subCommands: {
    up: async () => (await import("./commands/up.ts")).upCommand,
    chat: async () => (await import("./commands/chat.ts")).chatCommand,
    ask: async () => (await import("./commands/ask.ts")).askCommand,
    explain: async () => (await import("./commands/explain.ts")).explainCommand,
    domains: async () => (await import("./commands/domains.ts")).domainsCommand,
    runs: async () => (await import("./commands/runs.ts")).runsCommand,
    replay: async () => (await import("./commands/replay.ts")).replayCommand,
    eval: async () => (await import("./commands/eval.ts")).evalCommand,
    lint: async () => (await import("./commands/lint.ts")).lintCommand,
    diff: async () => (await import("./commands/diff.ts")).diffCommand,
    promote: async () => (await import("./commands/promote.ts")).promoteCommand,
    usage: async () => (await import("./commands/usage.ts")).usageCommand,
    audit: async () => (await import("./commands/audit.ts")).auditCommand,
    keys: async () => (await import("./commands/keys.ts")).keysCommand,
    "reset-session": async () => (await import("./commands/reset-session.ts")).resetSessionCommand,
    "new-domain": async () => (await import("./commands/new-domain.ts")).newDomainCommand,
    "check-domain": async () => (await import("./commands/check-domain.ts")).checkDomainCommand,
    completion: async () => (await import("./commands/completion.ts")).completionOf(() => regente),
  },
});
