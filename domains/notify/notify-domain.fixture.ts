import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FileLink } from "#shared/contracts/output.ts";
import { silentLog } from "#shared/domain-kit/log.ts";
import { callsTo, type Said } from "#shared/testing/call-domain.ts";
import { notifyDomain } from "./notify-domain.ts";
import type { NotifySettings } from "./settings.ts";

export const newDataFolder = () => mkdtempSync(join(tmpdir(), "notify-"));

/** The domain, spoken to as the orchestrator does. Its pauses take no time; `pauses` has them in ms. */
export function startNotify(settings: NotifySettings) {
  const pauses: number[] = [];
  const domain = notifyDomain(settings, {
    log: silentLog,
    wait: async (ms) => void pauses.push(ms),
  });
  const call = callsTo(domain);
  return {
    pauses,
    send: (
      message: string,
      more: Said & { chat_id?: string | number; files?: FileLink[] } = {},
    ) => {
      const { chat_id, files, ...rest } = more;
      const to = chat_id === undefined ? {} : { chat_id };
      const carried = files === undefined ? {} : { files };
      return call("send_telegram_message", { message, ...to, ...carried }, rest);
    },
    list: (more: Said & { limit?: number } = {}) => {
      const { limit, ...rest } = more;
      return call("list_outbox", limit === undefined ? {} : { limit }, rest);
    },
  };
}
