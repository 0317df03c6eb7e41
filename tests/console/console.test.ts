import type { Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { planExecuteResponse } from "#shared/contracts/endpoints.ts";
import { runDetail } from "#shared/contracts/native-endpoints.ts";
import { schedulesPage } from "#shared/contracts/schedule-endpoints.ts";
import { knownUsers } from "../e2e/known-users.ts";
import { startNotebook } from "../e2e/notebook.ts";
import { openPage, violationsOn, whyNoBrowser } from "./browser.ts";
import { HOSTILE } from "./hostile-domain.ts";
import { type Console, openConsole } from "./open-console.ts";

/** As people see them, in their own browser language and light. */
const looks = [
  { locale: "pt-BR", theme: "light", width: 1920 },
  { locale: "en", theme: "dark", width: 1440 },
  { locale: "pt-BR", theme: "dark", width: 360 },
  { locale: "en", theme: "light", width: 360 },
] as const;

describe.skipIf(whyNoBrowser !== undefined)(
  `the console in a real browser${whyNoBrowser === undefined ? "" : `: ${whyNoBrowser}`}`,
  () => {
    let opened: Console;
    beforeAll(async () => {
      opened = await openConsole();
    });
    afterAll(() => opened?.close());

    it("a newcomer says something and sees the answer, who decided, and that it took no token", async () => {
      const { page, open, say, expectNoFault } = opened;
      await open();
      await say("procure mel");
      await page.getByText("Duas linhas com mel.").waitFor();
      const beside = page.locator("aside");
      await beside.getByText("notebook.FIND_LINE", { exact: true }).waitFor();
      await beside.locator("dd", { hasText: "molde de frase" }).waitFor();
      await beside.getByText("0 tokens", { exact: true }).waitFor();
      // Why is said in words of the page; the pattern is for who asks for it.
      await beside.getByText("Por quê").click();
      const why = beside.locator(".evidence li").first();
      await why.getByText("procure …").waitFor();
      expect(await why.locator("[title]").getAttribute("title")).toContain("{word_text}");
      await beside.locator(".node text", { hasText: "find_line" }).waitFor();
      expectNoFault();
    });

    it("a question comes as buttons, and one of them answers it", async () => {
      const { page, open, say, expectNoFault } = opened;
      await open();
      await say("procure marta");
      await page.getByRole("button", { name: "Marta Silva" }).click();
      await page.getByText("Duas linhas com Marta Silva.").waitFor();
      expectNoFault();
    });

    it("a reminder rings in the conversation, also one that rang while the page was closed", async () => {
      const { system, page, open, say, runOf, expectNoFault } = opened;
      await open();
      await say("me lembra em 2 segundos de olhar o bolo");
      await page.getByText("Combinado: “olhar o bolo”", { exact: false }).waitFor();
      const rang = page.locator(".rang");
      await rang.getByText("Lembrete: olhar o bolo").waitFor();
      await page.locator(".notices").getByRole("button", { name: "Fechar" }).click();
      await page.goto("about:blank");
      await runOf("me lembra em 1 segundo de tirar o bolo", "elsewhere");
      await expect
        .poll(async () => JSON.stringify((await system.ask("/v1/schedules/ticks")).body), {
          timeout: 60_000,
        })
        .toContain("Lembrete: tirar o bolo");
      await open();
      await rang.getByText("Lembrete: tirar o bolo").waitFor();
      expect(await rang.count()).toBe(1);
      // A browser that comes for the first time is told nothing old.
      const fresh = await openPage(opened.browser);
      // Its first look comes back after a second one has begun.
      const second = Promise.withResolvers<void>();
      let looks = 0;
      await fresh.page.route("**/v1/schedules/ticks*", async (route) => {
        looks += 1;
        if (looks === 1) await second.promise;
        else second.resolve();
        await route.continue();
      });
      await fresh.page.goto(system.url);
      await fresh.page.locator(".side .is-on").waitFor();
      await runOf("me lembra em 1 segundo de ver o forno", "elsewhere");
      await fresh.page.locator(".rang", { hasText: "ver o forno" }).waitFor();
      expect(await fresh.page.locator(".rang").count()).toBe(1);
      await fresh.context.close();
      expectNoFault();
    });

    it("what asks for a yes shows the very parameters, and a yes carries it out", async () => {
      const { system, page, open, say, expectNoFault } = opened;
      await open();
      await say("despache o relatório");
      await page.locator("article .answer").getByText("o relatório").first().waitFor();
      const would = page.locator("article .would-do");
      await would.getByText("A chamada exata").click();
      await would.getByText("hostile.leave").waitFor();
      await would.getByText("o relatório").waitFor();
      await page.goto(`${system.url}/#/approvals`);
      const card = page.locator("main .card").first();
      await card.locator(".would-do").getByText("o relatório").waitFor();
      await card.getByRole("button", { name: "Aprovar", exact: true }).click();
      await page.getByText("Nada aguarda a sua aprovação", { exact: false }).waitFor();
      expectNoFault();
    });

    it("a run that is under way is seen, and stopped", async () => {
      const { system, page, open, say, expectNoFault } = opened;
      await open();
      await say("espere sentado");
      await system.isWaiting();
      await page.getByRole("button", { name: "Parar" }).click();
      await page.locator("article .summary").waitFor();
      await page.goto(`${system.url}/#/runs`);
      await page
        .locator("tr", { hasText: "espere sentado" })
        .getByText("cancelado", { exact: true })
        .waitFor();
      expectNoFault();
    });

    it("a message whose stream is cut is carried out once, and its answer comes after the restart", async () => {
      const { system, page, open, say, expectNoFault } = opened;
      await open();
      await page.locator(".side .is-on").waitFor();
      await say("espere de pé");
      await system.isWaiting();
      const lost = page.getByText("A conexão caiu.", { exact: false });
      await Promise.all([lost.waitFor(), system.restart()]);
      await lost.waitFor({ state: "hidden" });
      // It can be stopped once it is under way again.
      await page.locator("button:enabled", { hasText: "Parar" }).click();
      await page.locator("article .summary").waitFor();
      await page.locator(".side .is-on").waitFor();
      await say("anote o leite");
      await page.getByText("Anotado: o leite.").waitFor();
      expect(system.done).toEqual(["o leite"]);
      expectNoFault();
    });

    it("a message whose answer is lost on its way is sent again, and carried out once", async () => {
      const { system, page, open, say, expectNoFault } = opened;
      await open();
      const lose = async (route: Route) => {
        await route.fetch();
        await route.abort("connectionreset");
      };
      await page.route("**/v1/turns", lose, { times: 1 });
      await say("anote o vinho");
      await page.getByText("Anotado: o vinho.").waitFor();
      expect(system.done.filter((line) => line === "o vinho")).toHaveLength(1);
      expectNoFault();
    });

    it("a message that is under way when the page is loaded again is still there, and its answer comes", async () => {
      const { system, page, open, say, expectNoFault } = opened;
      await open();
      await say("espere na fila");
      await system.isWaiting();
      const stop = page.locator("button:enabled", { hasText: "Parar" });
      await stop.waitFor();
      await page.reload();
      await stop.click();
      await page.locator("article .summary").waitFor();
      expect(await page.locator(".said p").allInnerTexts()).toEqual(["espere na fila"]);
      expectNoFault();
    });

    it("a list of runs grows by itself, and its filters stand in the address", async () => {
      const { page, open, runOf, expectNoFault } = opened;
      await open("#/runs?status=failure");
      await page.locator(".side .is-on").waitFor();
      await runOf("procure figos", "live");
      await runOf("quebre", "live");
      await page.locator("tr", { hasText: "O caderno está rasgado." }).waitFor();
      await page.locator("main select").first().selectOption("success");
      await page.locator("tr", { hasText: "procure figos" }).waitFor();
      expect(page.url()).toContain("status=success");
      expect(await page.getByText("O caderno está rasgado.").count()).toBe(0);
      expectNoFault();
    });

    it("a run of 500 steps is drawn, and any of its steps is told", async () => {
      const { system, page, open, expectNoFault } = opened;
      const steps = Array.from({ length: 500 }, (_, at) => ({
        id: at + 1,
        domain: "notebook",
        capability: "find_line",
        params: { word_text: at === 0 ? "fim" : `\${${Math.ceil(at / 2)}.result.word}` },
        depends_on: at === 0 ? [] : [Math.ceil(at / 2)],
      }));
      const { body } = await system.ask("/v1/plans/execute", {
        plan: { steps, max_concurrency: 16 },
      });
      const { run_id, status } = planExecuteResponse.parse(body);
      expect(status).toBe("success");
      await open(`#/runs/${run_id}`);
      await page.locator(".timeline-row").first().waitFor();
      expect(await page.locator(".timeline-row").count()).toBeLessThan(100);
      await page.locator(".timeline-rows").evaluate((box: { scrollTop: number }) => {
        box.scrollTop = 1e6;
      });
      await page.getByRole("button", { name: /notebook ?, 500,/ }).click();
      await page.getByRole("heading", { name: "Passo 500" }).waitFor();
      await page.getByRole("link", { name: "250", exact: true }).waitFor();
      // What it was given, not what the plan refers to.
      await page.locator(".chosen").getByText('"word_text": "fim"').first().waitFor();
      await page.locator(".chosen").getByText("Como está no plano").click();
      await page.locator(".chosen").getByText('"word_text": "${250.result.word}"').waitFor();
      await page.getByRole("button", { name: "Ajustar" }).click();
      expect(await page.locator(".node").count()).toBe(500);
      expectNoFault();
    });

    it("a run is done again only after its effects were named", async () => {
      const { page, open, runOf, expectNoFault } = opened;
      const id = await runOf("anote o café", "again");
      await open(`#/runs/${id}`);
      await page.getByRole("button", { name: "Rodar de novo" }).first().click();
      const dialog = page.getByRole("dialog");
      await dialog.getByText("notebook.write_line").waitFor();
      await page.keyboard.press("Escape");
      expect(await page.getByRole("dialog").count()).toBe(0);
      await page.getByRole("button", { name: "Comparar com hoje" }).click();
      await page.getByText("leva ao mesmo resultado", { exact: false }).waitFor();
      expectNoFault();
    });

    it("all of it works by the keyboard alone", async () => {
      const { page, open, expectNoFault } = opened;
      await open();
      const press = (...keys: string[]) =>
        keys.reduce(
          (before, key) => before.then(() => page.keyboard.press(key)),
          Promise.resolve(),
        );
      await press("Tab", "Enter");
      expect(await page.evaluate("document.activeElement.tagName")).toBe("H1");
      await press("/");
      await page.keyboard.type("procure pão");
      await press("Enter");
      await page.getByText("Duas linhas com pão.").waitFor();
      await page.locator("h1").focus();
      await press("?");
      await page.getByRole("dialog").waitFor();
      await press("Escape", "g", "r");
      await page.getByRole("heading", { name: "Execuções" }).waitFor();
      await page.getByRole("link", { name: "procure pão" }).first().focus();
      await press("Enter");
      await page.locator(".timeline-row").first().focus();
      await press("Enter");
      await page.getByRole("heading", { name: "Passo 1" }).waitFor();
      await press("g", "e");
      await page.getByRole("heading", { name: "Explicar" }).waitFor();
      await press("/");
      await page.keyboard.type("procure ovos");
      await press("Tab", "Enter");
      await page.getByText("notebook.FIND_LINE").first().waitFor();
      expectNoFault();
    });

    it("script in every text of a catalogue and of its answers stays text", async () => {
      const { system, page, open, goOn, say, runOf, expectNoFault } = opened;
      await open();
      await say("ataque o mel");
      await page.locator("article .summary").waitFor();
      await say("escolha");
      await page.locator("article .options button").first().waitFor();
      await runOf(`ataque ${HOSTILE}`, HOSTILE.slice(0, 200));
      await runOf("todo dia às 9h procure mel", "hostile-later");
      await runOf(`xablau ${HOSTILE}`, "hostile-unclear");
      // It is written down after the answer.
      await expect
        .poll(async () => (await system.ask("/v1/promotions")).text, { timeout: 60_000 })
        .toContain("xablau");
      const run = await runOf("ataque o mel", "strike");
      await runOf("escolha", "hostile");
      // The server makes markup harmless before it is told; here nothing of it has been.
      const told = runDetail.parse((await system.ask(`/v1/runs/${run}`)).body);
      await page.route(`**/v1/runs/${run}`, (route) =>
        route.fulfill({ json: { ...told, answer: HOSTILE, input_text: HOSTILE } }),
      );
      const { schedules } = schedulesPage.parse((await system.ask("/v1/schedules")).body);
      const said = schedules.map((each) => ({ ...each, words: HOSTILE, shown: HOSTILE }));
      await page.route("**/v1/schedules?all=true", (route) =>
        route.fulfill({ json: { schedules: said } }),
      );
      const asked = `t=${encodeURIComponent(`ataque ${HOSTILE}`)}`;
      const telling = [
        "runs",
        `runs/${run}?step=1`,
        "approvals",
        "schedules?all=true",
        "quality",
        "domains",
        "domains/hostile?try=strike",
        `explain?${asked}`,
      ];
      for (const place of [...telling, `diff?of=hostile&${asked}`, "audit", "usage"]) {
        await goOn(place);
        if (telling.includes(place))
          await page.locator("main").getByText("onerror=").first().waitFor();
        expect(await page.evaluate("globalThis.hacked"), place).toBeUndefined();
        const strangers =
          "main img, main script, main iframe, main [onerror], a[href^='javascript'], a[href^='data']";
        expect(await page.locator(strangers).count(), place).toBe(0);
      }
      await page.unrouteAll();
      expectNoFault();
    });

    it("every screen is accessible and fits, in both languages, both lights, narrow and wide", async () => {
      const { page, open, goOn, runOf, expectNoFault } = opened;
      const run = await runOf("anote o sal", "axe");
      await runOf("procure marta", "axe-question");
      await runOf("faz um bolo de fubá", "axe-unclear");
      const places = [
        "",
        "approvals",
        "runs",
        `runs/${run}?step=1`,
        "domains",
        "domains/notebook?try=write_line",
      ];
      const more = [
        "usage",
        "schedules",
        "settings",
        "audit",
        "explain?t=procure%20mel%0An%C3%A3o%20anote%20nada",
        "diff?of=notebook",
        "quality",
      ];
      const found: string[] = [];
      for (const { width, ...look } of looks) {
        await page.setViewportSize({ width, height: 900 });
        await open("", look);
        for (const place of [...places, ...more]) {
          await goOn(place);
          const name = `${place} ${look.locale} ${look.theme} ${width}`;
          found.push(...(await violationsOn(page)).map((each) => `${name}: ${each}`));
          const isTooWide = await page.evaluate<boolean>(
            "document.documentElement.scrollWidth > document.documentElement.clientWidth",
          );
          if (isTooWide) found.push(`${name}: it has to be scrolled sideways`);
        }
      }
      await page.setViewportSize({ width: 1440, height: 900 });
      expect(found).toEqual([]);
      expectNoFault();
    });

    it("where a key is asked for the page asks for it, keeps it for the tab, and shows what it opens", async () => {
      const { browser } = opened;
      const { keyOf, settings, forget } = knownUsers();
      const key = keyOf("ana", "notebook:*");
      const closed = await startNotebook(settings);
      const ana = await openPage(browser);
      try {
        await ana.page.goto(closed.url);
        await ana.page.getByLabel("Chave de API ou token").fill("rgt_wrong");
        await ana.page.keyboard.press("Enter");
        await ana.page.getByText("O servidor não aceitou a chave.").waitFor();
        await ana.page.getByLabel("Chave de API ou token").fill(key);
        await ana.page.keyboard.press("Enter");
        await ana.page.locator(".side .is-on").waitFor();
        await ana.page.locator("textarea").fill("anote o queijo");
        await ana.page.keyboard.press("Enter");
        await ana.page.getByText("Anotado: o queijo.").waitFor();
        const links = await ana.page.locator(".side nav a").allInnerTexts();
        expect(links).toEqual([
          "Conversa",
          "Aprovações",
          "Agendamentos",
          "Execuções",
          "Uso",
          "Configurações",
          "Explicar",
        ]);
        expect(ana.page.url()).not.toContain(key);
        expect(await ana.page.evaluate<string>("JSON.stringify(localStorage)")).not.toContain(key);
        await ana.page.goto(`${closed.url}/#/domains`);
        await ana.page.getByText("A chave em uso não dá acesso a isto.").waitFor();
        expect(ana.faults).toEqual([]);
      } finally {
        await ana.context.close();
        await closed.close();
        forget();
      }
    });
  },
);
