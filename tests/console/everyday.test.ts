import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { turnResponse } from "#shared/contracts/endpoints.ts";
import { settingTested } from "#shared/contracts/native-endpoints.ts";
import { calendarPage, schedulesPage } from "#shared/contracts/schedule-endpoints.ts";
import { type FakeTelegram, startFakeTelegram } from "#shared/testing/fake-telegram.ts";
import { knownUsers } from "../e2e/known-users.ts";
import { startNotebook } from "../e2e/notebook.ts";
import { startScriptedProvider } from "../e2e/scripted-provider.ts";
import { openPage, violationsOn, whyNoBrowser } from "./browser.ts";
import { type Console, openConsole } from "./open-console.ts";

const DAY_MS = 86_400_000;
const CHAT = 42;

describe.skipIf(whyNoBrowser !== undefined)(
  `what people do every day in the console${whyNoBrowser === undefined ? "" : `: ${whyNoBrowser}`}`,
  () => {
    let opened: Console;
    let telegram: FakeTelegram;
    let provider: Awaited<ReturnType<typeof startScriptedProvider>>;
    beforeAll(async () => {
      [telegram, provider] = await Promise.all([
        startFakeTelegram({ chats: [CHAT] }),
        startScriptedProvider(),
      ]);
      opened = await openConsole({
        ...provider.env,
        TELEGRAM_BOT_TOKEN: telegram.token,
        TELEGRAM_API_ROOT: telegram.url,
        REGENTE_KEEP_DAYS: "30",
        REGENTE_TIMEZONE: "Europe/Lisbon",
      });
    });
    afterAll(async () => {
      await opened?.close();
      await Promise.all([telegram.close(), provider.close()]);
    });

    it("what is scheduled is a change: the panel beside says so, and Explain foretold it", async () => {
      const { page, open, say, expectNoFault } = opened;
      const text = "me lembra em 2 horas de regar as plantas";
      await open(`#/explain?t=${encodeURIComponent(`${text}\noi`)}`);
      await page.getByText("agendaria ou mudaria algo").waitFor();
      await page.getByText("só responderia").waitFor();
      expect(await page.getByText("Nada foi entendido.").count()).toBe(0);
      await page.getByRole("link", { name: "regar as plantas" }).waitFor();
      await open();
      await say(text);
      const beside = page.locator(".beside");
      await beside.getByText("agendado").waitFor();
      await beside.getByRole("link", { name: "regar as plantas" }).waitFor();
      expect(await beside.getByText("Nada foi mudado.").count()).toBe(0);
      await say("desfaz");
      await beside.getByText("cancelado").waitFor();
      expectNoFault();
    });

    it("what somebody wrote is shown as it is written, whatever its signs would mean elsewhere", async () => {
      const { system, page, open, expectNoFault } = opened;
      const text = "*leite* | _pão_ ~ovo~ &lt;b&gt; 1 < 2";
      const find = "/v1/domains/notebook/capabilities/find_line/execute";
      const { body } = await system.ask(find, { parameters: { word_text: text } });
      await open(`#/runs/${String(body["run_id"])}`);
      await page.locator(".prose").getByText(`com ${text}.`).waitFor();
      await open("#/runs");
      await page
        .locator(".minor", { hasText: `com ${text}.` })
        .first()
        .waitFor();
      expectNoFault();
    });

    it("usage tells what messages came to, by day and goal", async () => {
      const { page, open, runOf, expectNoFault } = opened;
      await runOf("procure mel", "usage");
      await open("#/usage");
      await page.locator(".outcomes", { hasText: "entendidas" }).waitFor();
      const heads = await page.locator("table.list").first().locator("th").allTextContents();
      expect(heads).toEqual(expect.arrayContaining(["Entendidas", "Com pergunta", "Erradas"]));
      expectNoFault();
    });

    it("what is scheduled stands in a calendar of the user's own days, and leads to its schedule", async () => {
      const { system, page, open, runOf, expectNoFault } = opened;
      await runOf("todo dia às 9h procure mel", "calendar");
      const shown = async (locale: string) =>
        (await system.ask("/v1/schedules", undefined, { "accept-language": locale })).text;
      expect(await shown("pt-BR,pt;q=0.9")).toContain('"shown":"todo dia às 09:00"');
      expect(await shown("en")).toContain('"shown":"every day at 09:00"');
      const from = Date.now();
      const path = `/v1/schedules/calendar?from=${from}&to=${from + 7 * DAY_MS}`;
      const { occurrences } = calendarPage.parse((await system.ask(path)).body);
      expect(occurrences).toHaveLength(7);
      expect(await system.ask("/v1/schedules/calendar?from=2&to=1")).toMatchObject({ status: 400 });
      await open("#/schedules");
      const chips = page.locator(".calendar a", { hasText: "procure mel" });
      await chips.first().waitFor();
      expect(await chips.count()).toBeGreaterThanOrEqual(27);
      expect(await chips.first().textContent()).toMatch(/^09:00/);
      await chips.first().click();
      const [one] = schedulesPage.parse((await system.ask("/v1/schedules")).body).schedules;
      await page.getByText("Nada até agora.").waitFor();
      expect(page.url()).toContain(`id=${one?.id}`);
      expectNoFault();
    });

    it("settings say which zone counts and since when it is tomorrow there; another one is chosen and taken back", async () => {
      const { system, page, open, expectNoFault } = opened;
      await open("#/settings");
      const zone = page.locator(".card", { hasText: "Fuso horário" });
      await zone.getByText("vale o do servidor, Europe/Lisbon", { exact: false }).waitFor();
      await zone.getByLabel("Fuso").fill("Asia/Tokyo");
      await zone.getByRole("button", { name: "Salvar" }).click();
      await zone.getByText("usam Asia/Tokyo", { exact: false }).waitFor();
      expect((await system.ask("/v1/me")).body).toMatchObject({ chosen_timezone: "Asia/Tokyo" });
      await zone.getByRole("button", { name: "Testar" }).click();
      await zone.getByText("Em Asia/Tokyo agora são", { exact: false }).waitFor();
      await zone.getByLabel("Fuso").fill("Mars/Base");
      await zone.getByRole("button", { name: "Salvar" }).click();
      await zone.getByRole("alert").getByText("fuso", { exact: false }).waitFor();
      await zone.getByRole("button", { name: "Usar o do servidor" }).click();
      await zone.getByText("vale o do servidor", { exact: false }).waitFor();
      expectNoFault();
    });

    it("the model, Telegram and retention are tested for real, and say why they fail", async () => {
      const { system, page, open, expectNoFault } = opened;
      await open("#/settings");
      const test = async (title: string, result: string) => {
        const card = page.locator(".card", { has: page.getByRole("heading", { name: title }) });
        await card.getByRole("button", { name: "Testar" }).click();
        await card.getByText(result, { exact: false }).waitFor();
      };
      provider.willSay({ word: "ok" });
      await test("Modelo de linguagem", "Funciona");
      await test("Modelo de linguagem", "O modelo não responde.");
      await test("Telegram", "Mande antes qualquer mensagem ao bot");
      await test("Retenção de dados", "0 execuções");
      await telegram.say("oi");
      const user = { "x-user-id": `telegram:${CHAT}` };
      const asked = async () =>
        settingTested.parse((await system.ask("/v1/settings/telegram/test", {}, user)).body);
      await expect.poll(asked).toMatchObject({ works: true, code: null });
      expect(telegram.messages.at(-1)).toMatchObject({ chat_id: CHAT });
      expect((await system.ask("/v1/settings/elsewhere/test", {})).status).toBe(404);
      const { text } = await system.ask("/v1/settings");
      expect(text).not.toContain(telegram.token);
      expect(await violationsOn(page)).toEqual([]);
      expectNoFault();
    });

    it("keys are listed with what they open, and one that is typed says whose it is", async () => {
      const { keyOf, settings, forget } = knownUsers();
      const ana = keyOf("ana", "notebook:*");
      const ops = keyOf("ops", "*");
      const closed = await startNotebook(settings);
      const watched = await openPage(opened.browser);
      const { page } = watched;
      try {
        await page.goto(`${closed.url}/#/settings`);
        await page.getByLabel("Chave de API ou token").fill(ops);
        await page.keyboard.press("Enter");
        const card = page.locator(".card", { hasText: "Chaves e permissões" });
        await card.locator("tbody tr", { hasText: "ana" }).getByText("notebook:*").waitFor();
        await card.getByLabel("Chave a testar").fill(ana);
        await card.getByRole("button", { name: "Testar chave" }).click();
        await card.getByText("É de ana.", { exact: false }).waitFor();
        await card.getByLabel("Chave a testar").fill("rgt_wrong");
        await card.getByRole("button", { name: "Testar chave" }).click();
        await card.getByText("O servidor não aceita esta chave.").waitFor();
        expect(await page.content()).not.toContain(ops);
        expect(watched.faults).toEqual([]);
        const asAna = { authorization: `Bearer ${ana}` };
        expect((await closed.ask("/v1/settings", undefined, asAna)).status).toBe(403);
      } finally {
        await watched.context.close();
        await closed.close();
        forget();
      }
    });

    it("runs are found by words, by time, and sorted", async () => {
      const { page, open, runOf, expectNoFault } = opened;
      await runOf("procure orégano", "search-1");
      await runOf("procure manjericão", "search-2");
      await open("#/runs");
      const rows = page.locator("tbody tr");
      await rows.filter({ hasText: "orégano" }).waitFor();
      const names = async () => (await rows.locator("a").allTextContents()).join();
      await page.getByLabel("Ordem").selectOption("oldest");
      await expect.poll(names).toMatch(/orégano.*manjericão/);
      await page.getByLabel("Buscar").fill("MANJERICAO");
      await page.keyboard.press("Enter");
      await expect.poll(names).toBe("procure manjericão");
      const sinceYesterday = page.waitForRequest((request) => {
        const since = Number(new URL(request.url()).searchParams.get("since"));
        return Math.abs(Date.now() - since - 24 * 60 * 60 * 1000) < 10 * 60 * 1000;
      });
      await page.getByLabel("Período").selectOption("24h");
      await sinceYesterday;
      await expect.poll(names).toBe("procure manjericão");
      expect(page.url()).toContain("range=24h");
      // A pause in typing is enough.
      await page.getByLabel("Buscar").fill("");
      await page.getByLabel("Buscar").pressSequentially("procure oregano ");
      await expect.poll(names).toBe("procure orégano");
      expect(await page.getByLabel("Buscar").inputValue()).toBe("procure oregano ");
      expectNoFault();
    });

    it("questions of conversations do not stand among approvals, and all of them are let go at once", async () => {
      const { system, page, open, expectNoFault } = opened;
      const ask = async (input_text: string, session_id: string) =>
        turnResponse.parse((await system.ask("/v1/turns", { input_text, session_id })).body);
      for (let at = 0; at < 6; at += 1) await ask("procure marta", `asks-${at}`);
      await ask("apague o caderno", "approves");
      await open("#/approvals");
      const cards = page.locator("main > .cards > li");
      await cards.getByText("confirmação").waitFor();
      expect(await cards.count()).toBe(1);
      expect(await page.locator(".side .count").textContent()).toBe("1");
      await page.getByText("6 perguntas em conversas").click();
      expect(await page.getByRole("link", { name: "Abrir a conversa" }).count()).toBe(7);
      await page.getByRole("button", { name: "Deixar todas sem resposta" }).click();
      await page.getByText("6 perguntas em conversas").waitFor({ state: "detached" });
      expect(await cards.count()).toBe(1);
      expectNoFault();
    });

    it("on a phone each row of a table is a card in which no word is broken", async () => {
      const { page, open, goOn, runOf, expectNoFault } = opened;
      await runOf("anote alguma coisa compreensivelmente demorada", "phone");
      // Each is two records.
      const things = "arroz feijão farinha fubá café chá leite queijo azeite vinagre pimenta";
      for (const thing of things.split(" ")) await runOf(`anote ${thing}`, "phone");
      await page.setViewportSize({ width: 360, height: 780 });
      await open("#/audit");
      await page.locator("tbody tr").first().waitFor();
      expect(await page.locator("tbody tr").count()).toBe(20);
      for (const place of ["audit", "runs", "usage"]) {
        await goOn(place);
        const narrow = await page
          .locator("td.main-cell")
          .evaluateAll((cells: { clientWidth: number }[]) =>
            cells.filter(({ clientWidth }) => clientWidth > 0 && clientWidth < 280),
          );
        expect(narrow, place).toEqual([]);
      }
      await page.setViewportSize({ width: 1440, height: 900 });
      expectNoFault();
    });
  },
);
