import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { silentLog } from "#shared/domain-kit/log.ts";
import { domainContract } from "#shared/testing/domain-contract.ts";
import { startFakeTelegram } from "#shared/testing/fake-telegram.ts";
import { ONLY_USER } from "./notify-domain.fixture.ts";
import { notifyDomain, readSettings } from "./notify-domain.ts";

const secret = "a-secret-that-only-the-tests-know";
const telegram = await startFakeTelegram();
afterAll(() => telegram.close());

domainContract(
  "notify",
  () => {
    const settings = readSettings({
      TELEGRAM_BOT_TOKEN: telegram.token,
      TELEGRAM_API_ROOT: `${telegram.url}/`,
      TELEGRAM_CHAT_ID: "42",
      REGENTE_DATA: mkdtempSync(join(tmpdir(), "notify-")),
    });
    return notifyDomain(settings, { log: silentLog, secret }).serve({ port: 0 });
  },
  [
    {
      capability: "send_telegram_message",
      parameters: { message: "oi", recipient: ONLY_USER },
      other_parameters: { message: "tchau", recipient: ONLY_USER },
      happened: () => telegram.messages.length,
    },
    { capability: "list_outbox", parameters: {} },
  ],
  secret,
);

it("refuses an API root that is no address, by the variable's name", () => {
  expect(() => readSettings({ TELEGRAM_API_ROOT: "api.telegram.org" })).toThrow(
    "settings of notify: TELEGRAM_API_ROOT: must be an address that begins with https:// or http://",
  );
});

it("takes empty variables for none", () => {
  const settings = readSettings({ TELEGRAM_BOT_TOKEN: " ", TELEGRAM_CHAT_ID: "" });
  expect(settings).toMatchObject({ telegram: undefined, defaultChat: undefined });
});
