import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chatCompletions } from "../../orchestrator/adapters/language-model/chat-completions.fixture.ts";
import { serveProvider } from "../../orchestrator/adapters/language-model/loopback-provider.fixture.ts";
import { messagesApi } from "../../orchestrator/adapters/language-model/messages-api.fixture.ts";
import { startSystem } from "./system.ts";

const dialects = { anthropic: messagesApi, openai: chatCompletions };
export const providers = ["anthropic", "openai"] as const;
type Provider = (typeof providers)[number];

/** Words that a model fills its forms with. */
const goalForm = (goal: string, entities: Record<string, string> = {}, confidence = 0.99) => ({
  goal: goal === "none" ? goal : `observatory.${goal}`,
  entities: Object.entries(entities).map(([name, value]) => ({ name, value })),
  confidence,
});
export const says = (form: unknown) => ({
  says: typeof form === "string" ? form : JSON.stringify(form),
});
export const finds = (...form: Parameters<typeof goalForm>) => says(goalForm(...form));

type Args = Record<string, string>;
const named = (args: Args) => Object.entries(args).map(([name, value]) => ({ name, value }));
/** What an agent says. */
export const calls = (tool: string, args: Args = {}, ...also: [string, Args][]) =>
  says({
    action: "CALL_TOOL",
    tool,
    args: named(args),
    also: also.map(([each, given]) => ({ tool: each, args: named(given) })),
    message: null,
  });
export const responds = (message: string) =>
  says({ action: "RESPOND", tool: null, args: [], also: [], message });

/** A plan, one step after the other. */
export const plans = (...steps: [string, Args][]) =>
  says({
    steps: steps.map(([capability, params], at) => ({
      id: at + 1,
      capability: `observatory.${capability}`,
      params: named(params),
      after: [],
    })),
    combine: "last",
  });

/** An observatory, an orchestrator and a provider on loopback, each a process or a server of its own. */
export async function startModelSystem(name: Provider, env: Record<string, string> = {}) {
  const provider = await serveProvider(dialects[name]);
  const system = await startSystem();
  const prefix = name.toUpperCase();
  const log = join(system.folder, "calls.log");
  const start = (more: Record<string, string> = {}) =>
    system.startOrchestrator({
      [`${prefix}_API_KEY`]: provider.key,
      [`${prefix}_BASE_URL`]: provider.baseUrl,
      // A third of it is a model's.
      REGENTE_DEADLINE_MS: "3000",
      ...env,
      ...more,
    });
  appendFileSync(log, "");
  await system.startDomain("observatory", "tests/e2e/observatory/main.ts");
  await start();
  return {
    ...system,
    provider,
    start,
    /** What may be written a moment later, such as what need not be asked again, is written now. */
    written: async () => {
      await fetch(`${system.url}/v1/usage`);
    },
    /** What reached the domain since it was asked last. */
    called: (): string[] => {
      const lines = readFileSync(log, "utf8").split("\n").filter(Boolean);
      writeFileSync(log, "");
      return lines;
    },
    close: async () => {
      await system.close();
      await provider.close();
    },
  };
}
export type ModelSystem = Awaited<ReturnType<typeof startModelSystem>>;
