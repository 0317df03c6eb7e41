import { z } from "zod";
import { localeFromCode } from "./names.ts";

/** GET /v1/settings: how this installation is set up; no secret is in it. */
export const settingsReport = z.strictObject({
  /** null: there is no model. */
  model: z.strictObject({ fast: z.string(), smart: z.string() }).nullable(),
  /** null: there is no bot; `bot` is its name once Telegram has said it. */
  telegram: z.strictObject({ bot: z.string().nullable() }).nullable(),
  /** IANA name, for whoever has not chosen one. */
  timezone: z.string(),
  access: z.strictObject({
    /** false: the endpoints are open to whoever reaches them. */
    is_checked: z.boolean(),
    /** null: no file of keys is in use. */
    keys: z
      .array(
        z.strictObject({
          id: z.string(),
          user_id: z.string(),
          scopes: z.array(z.string()),
          created_at: z.string(),
          expires_at: z.string().nullable(),
        }),
      )
      .nullable(),
  }),
  /** What is over is deleted after so many days; null: it is kept. */
  keep_days: z.int().nullable(),
});
export type SettingsReport = z.infer<typeof settingsReport>;

export const testedSetting = z.enum(["model", "telegram", "retention"]);

/** POST /v1/settings/:setting/test */
export const settingTest = z.strictObject({ locale: localeFromCode.optional() });
export const settingTested = z.strictObject({
  works: z.boolean(),
  /** not_set; of a model its error's kind; of Telegram why nothing was sent; null: it works. */
  code: z.string().nullable(),
  /** What the other side said, as it said it. */
  detail: z.string(),
  took_ms: z.number(),
  /** Runs and conversations that would be deleted now; absent for other settings. */
  would_delete: z.strictObject({ runs: z.int(), conversations: z.int() }).optional(),
});
export type SettingTested = z.infer<typeof settingTested>;
