import { createServer } from "node:http";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listenUntilClosed } from "../../orchestrator/adapters/listen.fixture.ts";
import { type Notebook, startNotebook } from "../e2e/notebook.ts";
import { openBrowser, openPage, violationsOn, whyNoBrowser } from "./browser.ts";

/** A shop's page that lets nothing run or connect but what it names. */
async function startShop() {
  let regente = "";
  const server = createServer((request, response) => {
    const lang = request.url?.startsWith("/en") === true ? "en" : "pt-BR";
    response.writeHead(200, {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": `default-src 'none'; script-src ${regente}; connect-src ${regente}; img-src blob:`,
    });
    response.end(
      `<!doctype html><html lang="${lang}"><title>Loja</title><main><h1>Loja</h1></main><script src="${regente}/widget.js" defer></script></html>`,
    );
  });
  const { url, close } = await listenUntilClosed(server);
  return {
    url,
    close,
    isServedBy: (origin: string) => {
      regente = origin;
    },
  };
}

describe.skipIf(whyNoBrowser !== undefined)("the widget in a page of another origin", () => {
  let shop: Awaited<ReturnType<typeof startShop>>;
  let system: Notebook;
  let browser: Browser;
  beforeAll(async () => {
    shop = await startShop();
    const env = { REGENTE_WIDGET_ORIGINS: shop.url, REGENTE_DEFAULT_SCOPES: "notebook:*,tower:*" };
    [system, browser] = await Promise.all([startNotebook(env), openBrowser()]);
    shop.isServedBy(system.url);
  });
  afterAll(async () => {
    await browser?.close();
    await system?.close();
    await shop?.close();
  });

  it.each([
    [
      "pt-BR",
      "/",
      1280,
      "procure marta",
      "Abrir conversa",
      "Marta Silva",
      "Duas linhas com Marta Silva.",
    ],
    ["en", "/en", 390, "look up marta", "Open chat", "Marta Silva", "Two lines with Marta Silva."],
  ])(
    "in %s: asks with buttons, answers, and keeps what was said",
    async (locale, path, width, text, open, label, answer) => {
      const { page, faults } = await openPage(browser, { locale, width });
      await page.goto(`${shop.url}${path}`);
      await page.getByRole("button", { name: open }).click();
      // By keys, as people do: filling the field would pass over what the page does with them.
      await page.getByRole("textbox").pressSequentially(`${text}?!`);
      await page.keyboard.press("Backspace");
      await page.keyboard.press("Backspace");
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: label }).click();
      await page.getByText(answer).waitFor();
      expect(await page.getByRole("button", { name: label }).count()).toBe(0);
      expect(await violationsOn(page)).toEqual([]);
      await page.reload();
      await page.getByRole("button", { name: open }).click();
      await page.getByText(answer).waitFor();
      expect(faults).toEqual([]);
    },
  );

  it("asks before what cannot be undone, and takes back and is told what was wrong by touch", async () => {
    const { page, faults } = await openPage(browser);
    await page.goto(shop.url);
    await page.getByRole("button", { name: "Abrir conversa" }).click();
    const say = async (text: string) => {
      await page.getByRole("textbox").pressSequentially(text);
      await page.getByRole("button", { name: "Enviar" }).click();
    };
    await say("apague o caderno");
    await page.getByRole("button", { name: "Sim" }).click();
    await page.getByText("Caderno apagado.").waitFor();
    expect(system.done).toEqual(["wipe"]);
    await page.getByRole("button", { name: "Não era isso" }).click();
    await page.getByText("Anotado: não era isso.").waitFor();
    await say("<img src=x onerror=alert(1)>");
    await page.getByText("<img src=x onerror=alert(1)>").first().waitFor();
    await page.getByRole("button", { name: "Apagar conversa" }).click();
    await page.getByText("Caderno apagado.").waitFor({ state: "detached" });
    expect(faults).toEqual([]);
  });

  it("closes by Escape, and the keyboard alone opens it, moves in it and writes", async () => {
    const { page, faults } = await openPage(browser);
    await page.goto(shop.url);
    const dialog = page.getByRole("dialog");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.keyboard.type("procure");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.type(" marta");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Marta Silva" }).waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    expect(faults).toEqual([]);
  });

  it("answers no page that is not listed, says so plainly and asks no more", async () => {
    const { page } = await openPage(browser);
    const asked: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/v1/widget/receive")) asked.push(request.method());
    });
    await page.goto(shop.url.replace("127.0.0.1", "localhost"));
    await page.getByRole("button", { name: "Abrir conversa" }).click();
    await page.getByText("Esta conversa não funciona neste site.").waitFor();
    await page.waitForTimeout(3500);
    expect(asked.filter((method) => method === "POST")).toHaveLength(1);
    await page.getByRole("textbox").pressSequentially("oi");
    await page.keyboard.press("Enter");
    await page.getByText("Respondendo…").waitFor({ state: "detached" });
    expect(await page.getByText("Sem conexão").count()).toBe(0);
  });
});
