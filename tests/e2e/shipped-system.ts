import { startFakeTelegram } from "#shared/testing/fake-telegram.ts";
import { startFakeTavily } from "../../domains/web/testing/fake-tavily.ts";
import { startSystem } from "./system.ts";

/** All shipped domains, with what they speak to outside on loopback. */
export async function startShippedSystem(env: Record<string, string> = {}) {
  const [system, telegram, tavily] = await Promise.all([
    startSystem(),
    startFakeTelegram(),
    startFakeTavily(),
  ]);
  const keys: Record<string, Record<string, string>> = {
    notify: {
      TELEGRAM_BOT_TOKEN: telegram.token,
      TELEGRAM_API_ROOT: telegram.url,
      TELEGRAM_CHAT_ID: "42",
    },
    web: { TAVILY_API_KEY: tavily.key, TAVILY_API_ROOT: tavily.url },
  };
  await Promise.all(
    ["finance", "notify", "memory", "web", "documents", "support"].map((name) =>
      system.startDomain(name, `domains/${name}/main.ts`, keys[name]),
    ),
  );
  for (const name of ["language", "research"]) system.addManifest(name);
  await system.startOrchestrator(env);
  const close = async () => {
    await system.close();
    await telegram.close();
    tavily.close();
  };
  return { system, telegram, tavily, close };
}
export type ShippedSystem = Awaited<ReturnType<typeof startShippedSystem>>;
