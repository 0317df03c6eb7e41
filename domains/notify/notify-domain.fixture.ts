import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JsonObject } from "#shared/contracts/json.ts";
import type { FileLink } from "#shared/contracts/output.ts";
import type { AddressedRecipient } from "#shared/contracts/recipient.ts";
import { silentLog } from "#shared/domain-kit/log.ts";
import { type CallOptions, callsTo } from "#shared/testing/call-domain.ts";
import { type NotifySettings, notifyDomain } from "./main.ts";

/** The own chat of the one person who uses an installation: the domain's settings say which. */
export const ONLY_USER = {
  self: true,
  user_id: "ana",
  only_user: true,
} satisfies AddressedRecipient;
/** A linked chat, as the orchestrator addresses it for a user. */
export const linkedChat = (name: string, address: string, user_id = "ana") => ({
  ...{ id: `rcp_${name}`, name, self: false, channel: "telegram", address, user_id },
});

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
      more: CallOptions & { recipient?: JsonObject; files?: FileLink[] } = {},
    ) => {
      const { recipient = ONLY_USER, files, ...rest } = more;
      const carried = files === undefined ? {} : { files };
      return call("send_telegram_message", { message, recipient, ...carried }, rest);
    },
    resend: (
      more: CallOptions & { id?: number; again?: boolean; recipients?: JsonObject[] } = {},
    ) => {
      const { id, again, recipients = [ONLY_USER], ...rest } = more;
      const chosen = { ...(id !== undefined && { id }), ...(again !== undefined && { again }) };
      return call("resend_message", { ...chosen, recipients }, rest);
    },
    list: (more: CallOptions & { limit?: number } = {}) => {
      const { limit, ...rest } = more;
      return call("list_outbox", limit === undefined ? {} : { limit }, rest);
    },
  };
}
