import type { PersonalData, SettingsStore } from "../../ports/personal-data.ts";
import type { Engine } from "./engine.ts";
import { storedId } from "./stored-text.ts";
import type { WriteQueue } from "./write-queue.ts";

/** Each table that has an owner; where others name the user's chat it goes before it is not known any more. */
const OF_A_USER = [
  ...(["forget_conversations", "forget_pending", "forget_steps", "forget_runs"] as const),
  ...(["forget_usage", "forget_model_calls", "forget_answers", "forget_said"] as const),
  ...(["forget_messages"] as const),
  ...(["forget_ticks", "forget_schedules", "forget_link_codes", "forget_settings"] as const),
  ...(["forget_recipients", "forget_reached"] as const),
] as const;

/** The steps of a run go while the run says that it is over. */
const OF_A_TIME = [
  ...(["drop_conversations", "drop_steps", "drop_runs", "drop_ticks", "drop_schedules"] as const),
  ...(["drop_usage", "drop_model_calls", "drop_said"] as const),
] as const;

export function createPersonalData(engine: Engine, writes: WriteQueue): PersonalData {
  const { call } = engine.queries;
  return {
    async forget(owner) {
      const at = { user_id: storedId("user_id", owner.user_id) };
      await writes.durable(OF_A_USER.map((query) => call(query, at)));
    },
    async forgetBefore(epochMs) {
      const at = { before: Math.trunc(epochMs) };
      await writes.durable(OF_A_TIME.map((query) => call(query, at)));
    },
    async countBefore(epochMs) {
      await writes.caughtUp();
      const at = { before: Math.trunc(epochMs) };
      const count = async (query: "count_runs" | "count_conversations") =>
        Number((await engine.get(call(query, at)))?.["count"] ?? 0);
      return { runs: await count("count_runs"), conversations: await count("count_conversations") };
    },
  };
}

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
