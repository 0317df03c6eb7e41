import { z } from "zod";
import { DEFAULT_LOCALE, type Locale } from "#shared/contracts/names.ts";
import {
  type SettingTested,
  settingsReport,
  settingTest,
  settingTested,
  testedSetting,
} from "#shared/contracts/native-endpoints.ts";
import { reason } from "#shared/messages/reason.ts";
import { sayIn } from "#shared/messages/say.ts";
import { ModelError } from "../../ports/language-model.ts";
import type { Owner } from "../../ports/stores.ts";
import { type EndpointContext, optionsOf, pathPart, type Route } from "./endpoint.ts";
import type { EndpointDeps } from "./endpoint-deps.ts";
import { HttpError } from "./http-error.ts";
import { userOf } from "./identity.ts";
import { readBody } from "./read-body.ts";

const DAY_MS = 86_400_000;
/** For an answer of a few tokens. */
const MODEL_TIMEOUT_MS = 20_000;
const MODEL_MAX_TOKENS = 200;
const TEST_FORM = z.strictObject({ word: z.string() });

type Found = Omit<SettingTested, "took_ms">;
const WORKS: Found = { works: true, code: null, detail: "" };
const failed = (code: string, detail = ""): Found => ({ works: false, code, detail });

/** How the installation is set up, and a test of each part that can fail. */
export function settingsRoutes(endpoints: EndpointDeps): Route[] {
  const { deps, installation, settings, botName, authentication } = endpoints;
  const tests = {
    model: (context: EndpointContext) => testModel(endpoints, optionsOf(context).signal),
    telegram: (context: EndpointContext, locale: Locale) =>
      testTelegram(endpoints, { user_id: userOf(context, settings) }, locale),
    retention: () => testRetention(endpoints),
  };
  return [
    {
      method: "GET",
      path: "/v1/settings",
      right: "settings:read",
      summary:
        "The settings of this installation: models, Telegram, time zone, keys, retention; no secrets",
      answer: settingsReport,
      handle: (context) => {
        const { model } = deps;
        const keys = installation
          .keys()
          ?.map(({ id, user_id, scopes, created_at, expires_at }) => ({
            ...{ id, user_id, scopes, created_at, expires_at: expires_at ?? null },
          }));
        return context.json({
          model: model ? { fast: model.nameOf("fast"), smart: model.nameOf("smart") } : null,
          telegram: botName === undefined ? null : { bot: botName() ?? null },
          timezone: deps.timezone,
          access: { is_checked: authentication !== undefined, keys: keys ?? null },
          keep_days: installation.keepMs === undefined ? null : installation.keepMs / DAY_MS,
        });
      },
    },
    {
      method: "POST",
      path: "/v1/settings/:setting/test",
      right: "settings:read",
      summary:
        "Test a setting: ask the model for one word, send the caller a message, or count what retention would delete",
      body: settingTest,
      answer: settingTested,
      handle: async (context) => {
        const named = testedSetting.safeParse(pathPart(context, "setting"));
        if (!named.success) throw new HttpError(404, reason("setting_not_found"));
        const { locale = DEFAULT_LOCALE } = await readBody(context, settingTest);
        const begunAt = deps.clock.monotonic();
        const found = await tests[named.data](context, locale);
        return context.json({ ...found, took_ms: Math.round(deps.clock.monotonic() - begunAt) });
      },
    },
  ];
}

/** Costs a few tokens. */
async function testModel(
  { deps: { model } }: EndpointDeps,
  signal: AbortSignal | undefined,
): Promise<Found> {
  if (model === undefined) return failed("not_set");
  try {
    // A form, as sentences are understood with: a model that only writes text would be no use.
    const { value } = await model.complete({
      size: "fast",
      schema: TEST_FORM,
      system: [{ text: "Fill in the form: the word is ok." }],
      messages: [{ role: "user", text: "ok?" }],
      maxTokens: MODEL_MAX_TOKENS,
      timeoutMs: MODEL_TIMEOUT_MS,
      maxCalls: 1,
      signal: signal ?? AbortSignal.timeout(MODEL_TIMEOUT_MS),
    });
    return { ...WORKS, detail: value.word.slice(0, 200) };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return failed(error.kind, error.message);
  }
}

async function testTelegram(
  { deps, installation: { post } }: EndpointDeps,
  owner: Owner,
  locale: Locale,
): Promise<Found> {
  if (post === undefined) return failed("not_set");
  const reached = await deps.store.recipients.lastReached(owner, "telegram");
  if (reached === undefined) return failed("never_reached");
  const posted = await post(reached.address, sayIn("channels", locale)("works"));
  if (posted.status === "sent") return WORKS;
  return posted.status === "unknown" ? failed("unknown") : failed("refused", posted.detail);
}

async function testRetention({ deps, installation: { keepMs } }: EndpointDeps): Promise<Found> {
  if (keepMs === undefined) return failed("not_set");
  const would_delete = await deps.store.personal.countBefore(deps.clock.now() - keepMs);
  return { ...WORKS, would_delete };
}
