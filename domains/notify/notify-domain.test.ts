import { beforeEach, describe, expect, it } from "vitest";
import type { Locale } from "#shared/contracts/names.ts";
import { newDataFolder, startNotify } from "./notify-domain.fixture.ts";

let dataFolder: string;
beforeEach(() => {
  dataFolder = newDataFolder();
});
/** Without a token everything goes to the outbox. */
const start = () => startNotify({ dataFolder, telegram: undefined, defaultChat: undefined });

describe("the outbox", () => {
  it.each<[Locale, string]>([
    ["pt-BR", "Sua caixa de saída está vazia: nenhuma mensagem ficou sem enviar."],
    ["en", "Your outbox is empty: no message is left unsent."],
  ])("says plainly that it is empty (%s)", async (locale, explanation) => {
    expect(await start().list({ locale })).toMatchObject({
      status: "success",
      explanation,
      result: { total: 0, messages: [] },
    });
  });

  it("shows the newest first, with date and reason, to their owner only, after a restart", async () => {
    const { send } = start();
    await send("primeira");
    await send("segunda\ncom duas linhas");
    await send("de outra pessoa", { user_id: "bia" });
    const { explanation, result } = await start().list();
    expect(explanation.split("\n")).toEqual([
      "2 mensagens na caixa de saída, nenhuma delas enviada:",
      expect.stringMatching(
        /^1\. \d\d\/\d\d\/\d{4}, \d\d:\d\d, para você - falta TELEGRAM_BOT_TOKEN$/,
      ),
      "   segunda com duas linhas",
      expect.stringMatching(/^2\. /),
      "   primeira",
    ]);
    expect(result).toMatchObject({
      total: 2,
      messages: [
        { message: "segunda\ncom duas linhas", reason: "NO_TOKEN" },
        { message: "primeira" },
      ],
    });
  });

  it("shows as many as were asked for, and says how many there are", async () => {
    const { send, list } = start();
    for (const message of ["um", "dois", "três"]) await send(message);
    const { explanation, result } = await list({ limit: 2, locale: "en" });
    expect(explanation).toContain("3 messages in the outbox, none of them sent (the latest 2):");
    expect(result).toMatchObject({
      total: 3,
      messages: [{ message: "três" }, { message: "dois" }],
    });
  });
});
