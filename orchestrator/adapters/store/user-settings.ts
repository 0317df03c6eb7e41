import type { SettingsStore } from "../../ports/settings-store.ts";
import type { Engine } from "./engine.ts";
import { storedId } from "./stored-text.ts";
import type { WriteQueue } from "./write-queue.ts";

export function createUserSettings({ get, queries }: Engine, writes: WriteQueue): SettingsStore {
  const { call } = queries;
  return {
    async find({ user_id }) {
      const row = await get(call("find_settings", { user_id: storedId("user_id", user_id) }));
      if (row === undefined) return undefined;
      const { timezone } = row;
      return { timezone: typeof timezone === "string" ? timezone : null };
    },

    async put({ user_id }, { timezone }) {
      const row = { user_id: storedId("user_id", user_id), timezone };
      await writes.durable([call("put_settings", row)]);
    },
  };
}
