import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runDetail } from "#shared/contracts/native-endpoints.ts";
import { schedulesPage } from "#shared/contracts/schedule-endpoints.ts";
import { violationsOn, whyNoBrowser } from "./browser.ts";
import { type Console, openConsole } from "./open-console.ts";

describe.skipIf(whyNoBrowser !== undefined)(
  `what is scheduled in the console${whyNoBrowser === undefined ? "" : `: ${whyNoBrowser}`}`,
  () => {
    let opened: Console;
    beforeAll(async () => {
      opened = await openConsole({ REGENTE_TIMEZONE: "Asia/Tokyo" });
    });
    afterAll(() => opened?.close());

    const schedule = async (text: string) => {
      const form = opened.page.locator("main form").first();
      await form.getByLabel("O que agendar, e quando").fill(text);
      await form.getByRole("button", { name: "Agendar" }).click();
    };
    const newest = async () => {
      const { body } = await opened.system.ask("/v1/schedules");
      return schedulesPage.parse(body).schedules[0];
    };

    it("the form counts in the zone that Settings names: the server's, or the one that is chosen", async () => {
      const { system, page, open, expectNoFault } = opened;
      await open("#/schedules");
      await schedule("todo dia às 7h me lembra de regar a horta");
      await page.getByText("regar a horta").first().waitFor();
      expect(await newest()).toMatchObject({ zone: "Asia/Tokyo" });
      await system.ask("/v1/me", { timezone: "America/New_York" }, {}, "PATCH");
      await schedule("todo dia às 7h me lembra de podar a horta");
      await page.getByText("podar a horta").first().waitFor();
      expect(await newest()).toMatchObject({ zone: "America/New_York" });
      expectNoFault();
    });

    it("times are told in the zone of whoever is signed in, wherever their browser is", async () => {
      const { system, page, open, runOf, expectNoFault } = opened;
      await system.ask("/v1/me", { timezone: "Pacific/Kiritimati" }, {}, "PATCH");
      const id = await runOf("procure leite", "told-in-zone");
      const run = runDetail.parse((await system.ask(`/v1/runs/${id}`)).body);
      await open(`#/runs/${id}`);
      const how = {
        dateStyle: "short",
        timeStyle: "medium",
        timeZone: "Pacific/Kiritimati",
      } as const;
      const at = new Date(run.created_at).toLocaleString("pt-BR", how);
      await page.locator("main").getByText(at).first().waitFor();
      await system.ask("/v1/me", { timezone: null }, {}, "PATCH");
      expectNoFault();
    });

    it("what rings stands over any screen until it is closed, counted in the title, and is there again after a reload", async () => {
      const { system, page, open, goOn, expectNoFault } = opened;
      await open("#/usage");
      const notices = page.locator(".notices");
      await system.ask("/v1/schedules", {
        ...{ input_text: "me lembra em 1 segundo de tirar o bolo", locale: "pt-BR" },
        follows_ticks: true,
      });
      await notices.getByText("Lembrete: tirar o bolo").waitFor();
      await expect.poll(() => page.title()).toBe("(1) Uso · Regente");
      await page.reload();
      await notices.getByText("Lembrete: tirar o bolo").waitFor();
      await goOn("");
      await page.locator(".rang").getByText("Lembrete: tirar o bolo").waitFor();
      expect(await violationsOn(page)).toEqual([]);
      await notices.getByRole("button", { name: "Fechar" }).click();
      await notices.getByText("tirar o bolo").waitFor({ state: "detached" });
      await expect.poll(() => page.title()).toBe("Conversa · Regente");
      await page.reload();
      await page.locator(".side .is-on").waitFor();
      expect(await page.getByText("Lembrete: tirar o bolo").count()).toBe(0);
      expectNoFault();
    });
    it("which time is meant is asked by buttons, and one of them schedules it; what is missing is to be written", async () => {
      const { system, page, open, expectNoFault } = opened;
      const { body: before } = await system.ask("/v1/sessions");
      await open("#/schedules");
      await schedule("me lembra sexta às 3 de beber água");
      const form = page.locator("main form").first();
      await form.getByText("Qual horário você quer dizer com “sexta às 3”?").waitFor();
      expect(await form.textContent()).not.toContain("Responda com o número");
      await form.getByRole("button", { name: "15:00" }).click();
      const note = page.locator(".note.is-good");
      await note.getByText("beber água", { exact: false }).waitFor();
      expect(await note.textContent()).toContain("15:00");
      expect(await newest()).toMatchObject({ action: { text: "beber água" }, status: "active" });
      expect((await system.ask("/v1/sessions")).body).toEqual(before);
      await schedule("todo dia às 7h me lembra de regar o bonsai");
      await note.getByText("regar o bonsai", { exact: false }).waitFor();
      expect(await note.textContent()).not.toContain("desfaz");
      await schedule("me lembra amanhã de pagar a conta");
      await form.getByText("A que horas (“amanhã”)?").waitFor();
      await form.getByText("Escreva isso na frase acima", { exact: false }).waitFor();
      await schedule("todo dia às 7h anote leite");
      await form.getByRole("button", { name: "Sim, agendar" }).click();
      await note.getByText("anote leite", { exact: false }).waitFor();
      expectNoFault();
    });
    it("a yes to a schedule is asked for with the exact call that it would make each time", async () => {
      const { page, open, runOf, expectNoFault } = opened;
      await runOf("todo dia às 7h anote farinha", "approve-schedule");
      await open("#/approvals");
      const card = page.locator("main .card", { hasText: "farinha" });
      await card.getByText("notebook.write_line").waitFor();
      await card.locator(".would-do dd", { hasText: "farinha" }).waitFor();
      await card.getByText("grava", { exact: true }).waitFor();
      expectNoFault();
    });
  },
);
