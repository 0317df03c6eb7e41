import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startSystem } from "../e2e/system.ts";
import { openBrowser, openPage, violationsOn, whyNoBrowser } from "./browser.ts";
import { serveShop } from "./serve-shop.ts";

// The shipped domains, offline, and the page alone: what a newcomer does in the first minutes, without the docs.

/** What is pressed and read, by language. */
const WORDS = {
  "pt-BR": {
    suggestion: "qual o preço da Nordea?",
    answer: "Nordea (NDA-SE.ST)",
    compare: "compara PETR4 com VALE3",
    compared: "Comparação no dia",
    sample: "dados de exemplo",
    effect: "anota aí: comprar leite e pão",
    saved: "Nota salva: comprar leite e pão",
    undo: "desfaz",
    undone: "Desfeito: comprar leite e pão",
    asks: "petrobras e me manda no telegram",
    which: "PETR4 · Petrobras PN (preferencial)",
    unsent: "Não enviei a mensagem para você no Telegram",
    menu: "Menu",
    schedules: "Agendamentos",
    petr4: "Foi entendida como finance.GET_QUOTE",
    what: "O que agendar, e quando",
    here: "Aviso você por aqui.",
    stop: "Cancelar agendamento",
    stopped: "Cancelado: “beber água”.",
    daily: "todo dia às 9h me lembra de beber água",
    schedule: "Agendar",
    name: "beber água",
    runs: "Execuções",
    status: "Situação",
    partial: "em parte",
    failed: "1 falhou",
    why: "TELEGRAM_BOT_TOKEN",
    domains: "Domínios",
    add: "Adicionar domínio…",
    address: "Endereço do serviço",
    register: "Adicionar",
    up: "no ar",
    conversation: "Conversa",
    ofNew: "descreva sírio",
    told: "Uma estrela: sírio.",
    wrong: "Resposta errada",
    wrongTold: "A frase foi para Qualidade",
    quality: "Qualidade",
  },
  en: {
    suggestion: "price of Apple",
    answer: "Apple (AAPL)",
    compare: "compare Apple and Microsoft",
    compared: "Comparison for the day",
    sample: "sample data",
    effect: "take a note: buy milk and bread",
    saved: "Note saved: buy milk and bread",
    undo: "undo",
    undone: "Undone: buy milk and bread",
    asks: "petrobras and send it to me on telegram",
    which: "PETR4 · Petrobras PN (preferred)",
    unsent: "Not sent to you on Telegram",
    menu: "Menu",
    schedules: "Schedules",
    petr4: "It was understood as finance.GET_QUOTE",
    what: "What to schedule, and when",
    here: "I will notify you here.",
    stop: "Cancel schedule",
    stopped: "Cancelled: “drink water”.",
    daily: "every day at 9 remind me to drink water",
    schedule: "Schedule",
    name: "drink water",
    runs: "Runs",
    status: "Status",
    partial: "partly done",
    failed: "1 failed",
    why: "TELEGRAM_BOT_TOKEN",
    domains: "Domains",
    add: "Add a domain…",
    address: "Address of the service",
    register: "Add",
    up: "up",
    conversation: "Conversation",
    ofNew: "describe sírio",
    told: "Uma estrela: sírio.",
    wrong: "Wrong answer",
    wrongTold: "The sentence is now in Quality",
    quality: "Quality",
  },
} as const;

type Wide = Record<"scrollWidth" | "clientWidth", number>;
type Box = { getBoundingClientRect(): { top: number; bottom: number } };
const isInView = (box: Box) => {
  const { top, bottom } = box.getBoundingClientRect();
  return top >= 0 && bottom <= 900;
};

describe.skipIf(whyNoBrowser !== undefined)(
  `the first minutes with the console alone${whyNoBrowser === undefined ? "" : `: ${whyNoBrowser}`}`,
  () => {
    let system: Awaited<ReturnType<typeof startSystem>>;
    let shop: Awaited<ReturnType<typeof serveShop>>;
    let browser: Awaited<ReturnType<typeof openBrowser>>;
    beforeAll(async () => {
      [system, shop, browser] = await Promise.all([startSystem(), serveShop(), openBrowser()]);
      for (const name of ["finance", "memory", "notify"]) await system.startDomain(name);
      await system.startOrchestrator();
    });
    afterAll(async () => {
      await browser?.close();
      await Promise.all([system?.close(), shop?.close()]);
    });

    it.each([
      { locale: "pt-BR", width: 1440 },
      { locale: "en", width: 390 },
    ] as const)(
      "at $width px, in $locale: an answer, an effect and its undo, a question, a schedule, a failed step, a domain, a wrong answer",
      async ({ locale, width }) => {
        const w = WORDS[locale];
        const { page, context, faults } = await openPage(browser, { locale, width });
        const log = page.locator(".log");
        const button = (name: string) => page.getByRole("button", { name, exact: true });
        const say = async (text: string, answer: string) => {
          await page.locator(".compose textarea").fill(text);
          await page.keyboard.press("Enter");
          await log.getByText(answer).last().waitFor();
        };
        const goTo = async (name: string) => {
          if (width < 900) await page.getByRole("button", { name: w.menu }).click();
          await page.locator("nav:visible").getByRole("link", { name }).click();
          await page.locator("h1", { hasText: name }).waitFor();
        };
        const isClean = async () => expect(await violationsOn(page)).toEqual([]);
        await page.goto(`${system.url}/`);

        await button(w.suggestion).click();
        await log.getByText(w.answer).waitFor();
        // What stands below a list is no part of its last line.
        await say(w.compare, w.compared);
        await log.locator(".prose > p", { hasText: w.sample }).last().waitFor();
        await say(w.effect, w.saved);
        await say(w.undo, w.undone);
        await say(w.asks, "Petrobras");
        await button(w.which).click();
        await log.getByText(w.unsent).waitFor();
        // What was chosen stays told from what was not, and what a line opens below it is no wider than the screen.
        expect(await log.locator(".chosen-option").textContent()).toBe(w.which);
        await log.locator(".summary").last().click();
        const isCut = ({ scrollWidth, clientWidth }: Wide) => scrollWidth > clientWidth;
        expect(await log.evaluate(isCut)).toBe(false);
        await page.getByRole("button", { name: w.wrong }).last().click();
        await page.getByText(w.wrongTold, { exact: false }).first().waitFor();
        // On a narrow screen what is half under the bar above would count as too small.
        if (width > 900) await isClean();

        await goTo(w.schedules);
        await page.getByLabel(w.what).fill(w.daily);
        await button(w.schedule).click();
        await page.locator(".note", { hasText: w.here }).waitFor();
        const days = page.locator(".calendar a", { hasText: w.name });
        await days.nth(5).click();
        const stop = page
          .locator(".card", { hasText: w.name })
          .getByRole("button", { name: w.stop });
        await expect.poll(() => stop.evaluate(isInView)).toBe(true);
        await isClean();
        await stop.click();
        await page.locator(".note", { hasText: w.stopped }).waitFor();
        await expect.poll(() => days.count()).toBe(0);

        await goTo(w.runs);
        await page.getByLabel(w.status).selectOption({ label: w.partial });
        await page.getByRole("link", { name: w.asks }).first().click();
        await page.locator(".status-line").getByRole("link", { name: w.failed }).click();
        await page.getByText(w.why).first().waitFor();
        await isClean();

        await goTo(w.domains);
        await button(w.add).click();
        const [, sky] = shop.domains;
        const isThere = page.locator(".card", { hasText: "sky" }).getByText(w.up);
        if ((await isThere.count()) === 0) {
          await page.getByLabel(w.address).fill(sky?.url ?? "");
          await page
            .locator("dialog")
            .getByRole("button", { name: w.register, exact: true })
            .click();
        } else await page.keyboard.press("Escape");
        await isThere.waitFor();
        await page.getByRole("link", { name: "sky", exact: true }).click();
        await page.getByRole("link", { name: w.ofNew }).click();
        await page.locator(".compose textarea:focus").waitFor();
        await page.keyboard.press("Enter");
        await log.getByText(w.told).waitFor();
        await page.getByRole("button", { name: w.wrong }).last().click();
        await page.getByText(w.wrongTold, { exact: false }).last().waitFor();
        await goTo(w.quality);
        await page.getByText(w.ofNew).first().waitFor();
        // The answer to a question is judged with what was asked for.
        const asked = page.locator(".change-head", { hasText: w.petr4 }).locator("strong");
        expect(await asked.allTextContents()).toContain(w.asks);
        await isClean();
        const isWide = await page.evaluate<boolean>(
          "document.documentElement.scrollWidth > document.documentElement.clientWidth",
        );
        expect(isWide).toBe(false);
        expect(faults).toEqual([]);
        await context.close();
      },
    );
  },
);
