import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { FileLink } from "#shared/contracts/output.ts";
import { type FakeTelegram, startFakeTelegram } from "#shared/testing/fake-telegram.ts";
import { newDataFolder, startNotify } from "./notify-domain.fixture.ts";

let telegram: FakeTelegram;
beforeEach(async () => {
  telegram = await startFakeTelegram();
});
afterEach(() => telegram.close());

const start = (token: string | undefined = telegram.token) =>
  startNotify({
    dataFolder: newDataFolder(),
    telegram: token === "" ? undefined : { token, apiRoot: telegram.url },
    defaultChat: "42",
  });
const inline = (name: string, media_type: string, bytes: Buffer): FileLink => ({
  name,
  media_type,
  url: `data:${media_type};base64,${bytes.toString("base64")}`,
});
/** One red point. */
const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==",
  "base64",
);
const photo = inline("gráfico.png", "image/png", png);
const drawing = inline("gráfico.svg", "image/svg+xml", Buffer.from("<svg/>"));
const pdf = inline("Ata.pdf", "application/pdf", Buffer.from("%PDF-1.4"));
const received = () => telegram.messages.map(({ text, file }) => file?.kind ?? text);

describe("files beside the words", () => {
  it.each<[string, FileLink[], string[], string]>([
    [
      "a picture goes as a photo",
      [photo],
      ["oi", "photo"],
      "Enviei para você no Telegram, com 1 arquivo: “oi”.",
    ],
    [
      "a PDF goes as a document",
      [pdf],
      ["oi", "document"],
      "Enviei para você no Telegram, com 1 arquivo: “oi”.",
    ],
    [
      "a drawing is left out where it is there as a photo",
      [photo, drawing],
      ["oi", "photo"],
      "Enviei para você no Telegram, com 1 arquivo: “oi”.",
    ],
    [
      "a drawing alone goes as a document",
      [drawing],
      ["oi", "document"],
      "Enviei para você no Telegram, com 1 arquivo: “oi”.",
    ],
    [
      "several go in their order",
      [pdf, photo],
      ["oi", "document", "photo"],
      "Enviei para você no Telegram, com 2 arquivos: “oi”.",
    ],
    [
      "nothing is fetched",
      [{ ...pdf, url: "http://127.0.0.1:1/a.pdf" }],
      ["oi"],
      "Enviei para você no Telegram: “oi”.",
    ],
  ])("%s", async (_habit, files, kinds, words) => {
    const output = await start().send("oi", { files });
    expect(output).toMatchObject({ status: "success", explanation: words });
    expect(received()).toEqual(kinds);
    expect(output.result).toMatchObject({ message_ids: kinds.map((_, at) => at + 1) });
  });

  it("arrive as they were, under their names", async () => {
    await start().send("oi", { files: [pdf] });
    expect(telegram.messages[1]?.file).toMatchObject({
      filename: "Ata.pdf",
      bytes: Buffer.from("%PDF-1.4"),
    });
  });

  it("one that is refused is told of, and the words are not sent again", async () => {
    telegram.nextOf("sendPhoto", { error: 400, description: "Bad Request: IMAGE_PROCESS_FAILED" });
    const { send, list } = start();
    const output = await send("oi", { files: [photo] });
    expect(output).toMatchObject({
      status: "failure",
      explanation:
        "Só enviei 1 das 2 partes para você no Telegram: o Telegram recusou a mensagem (Bad Request: IMAGE_PROCESS_FAILED). Arquivos não ficam na caixa de saída.",
    });
    expect((await list()).result).toMatchObject({ total: 0 });
  });

  it("where nothing can be sent, the words are kept and the file is said not to be", async () => {
    const { send, list } = start("");
    const output = await send("hi", { files: [pdf], locale: "en" });
    expect(output.explanation).toBe(
      "Not sent to you on Telegram: TELEGRAM_BOT_TOKEN is missing. The message is kept in the outbox. Files are not kept in the outbox.",
    );
    expect((await list()).result).toMatchObject({ total: 1 });
  });
});
