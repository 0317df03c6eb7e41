import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { examplesResponse } from "#shared/contracts/console.ts";
import { planExecuteResponse } from "#shared/contracts/endpoints.ts";
import { violationsOn, whyNoBrowser } from "./browser.ts";
import { type Console, openConsole } from "./open-console.ts";
import { serveShop } from "./serve-shop.ts";

describe.skipIf(whyNoBrowser !== undefined)(
  `what a newcomer finds in the console${whyNoBrowser === undefined ? "" : `: ${whyNoBrowser}`}`,
  () => {
    let opened: Console;
    let shop: Awaited<ReturnType<typeof serveShop>>;
    beforeAll(async () => {
      [opened, shop] = await Promise.all([openConsole(), serveShop()]);
      for (const domain of shop.domains) await opened.system.ask("/v1/domains", domain);
    });
    afterAll(() => Promise.all([opened?.close(), shop?.close()]));

    const readTitle = () => opened.page.locator(".conversation-title").allTextContents();

    it("the tour asks for something, has a real effect, undoes it, and leaves something scheduled", async () => {
      const { page, open, expectNoFault } = opened;
      await open();
      await page.getByRole("button", { name: "Fazer o tour" }).click();
      const tour = page.locator(".tour");
      const press = (name: string) => tour.getByRole("button", { name }).click();
      const send = async (answer: string) => {
        await press("Enviar esta frase");
        await page.locator(".answer", { hasText: answer }).waitFor();
      };
      await send("Uma estrela: sírio.");
      await press("Continuar");
      await send("Guardado: arroz.");
      expect(shop.kept).toEqual(["arroz"]);
      await press("Continuar");
      await send("Retirado: arroz.");
      expect(shop.kept).toEqual([]);
      await press("Continuar");
      await send("beber água");
      await press("Continuar");
      await tour.getByRole("link", { name: "Agendamentos" }).waitFor();
      expect(await violationsOn(page)).toEqual([]);
      await press("Concluir");
      await tour.waitFor({ state: "detached" });
      expectNoFault();
    });

    it("suggestions are what everybody may read, and what can be undone; nothing of a domain that is down", async () => {
      const { page, system, open, expectNoFault } = opened;
      await open();
      const texts = () => page.locator(".suggestions button").allTextContents();
      await page.locator(".suggestions button").nth(2).waitFor();
      expect(await texts()).toEqual(["descreva sírio", "guarde arroz", "o que você sabe fazer?"]);
      const all = examplesResponse.parse((await system.ask("/v1/examples?locale=en")).body);
      expect(all.examples).toEqual([
        { domain: "sky", text: "describe sírio", effect: "read" },
        { domain: "pantry", text: "stow arroz", effect: "write" },
      ]);
      await page.locator(".suggestions button").first().click();
      await page.getByText("Uma estrela: sírio.").waitFor();
      await shop.closeSky();
      const told = async () => (await system.ask("/v1/examples?locale=en")).text;
      await expect.poll(told, { timeout: 60_000 }).not.toContain("sírio");
      expect(await told()).toContain("stow arroz");
      expectNoFault();
    });

    it("conversations are listed by how they began, found by words, renamed, and opened in another browser", async () => {
      const { system, page, open, say, runOf, expectNoFault } = opened;
      await runOf("procure canela", "kept-1");
      await runOf("procure açafrão", "kept-2");
      await open();
      await say("procure louro");
      await page.getByText("Duas linhas com louro.").waitFor();
      await page.locator(".conversation[aria-current]", { hasText: "procure louro" }).waitFor();
      expect((await readTitle()).slice(0, 3)).toEqual([
        "procure louro",
        "procure açafrão",
        "procure canela",
      ]);
      await page.getByLabel("Buscar conversas").fill("acafrao");
      await expect.poll(readTitle).toEqual(["procure açafrão"]);
      await page.getByRole("button", { name: "Renomear: procure açafrão" }).click();
      await page.getByLabel("Nome da conversa").fill("Temperos");
      await page.keyboard.press("Enter");
      await page.getByLabel("Buscar conversas").fill("tempero");
      await expect.poll(readTitle).toEqual(["Temperos"]);
      await page.locator(".conversation").click();
      await page.getByText("Duas linhas com açafrão.").waitFor();
      expect(page.url()).toContain("session=kept-2");
      const rename = (id: string, title: string) =>
        system.ask(`/v1/sessions/${id}`, { title }, {}, "PATCH");
      expect((await rename("nobody-spoke-here", "x")).status).toBe(404);
      expect((await rename("kept-2", " ")).status).toBe(400);
      expectNoFault();
    });

    it("an address at which there is nothing says so, and leads back", async () => {
      const { page, open, expectNoFault } = opened;
      await open("#/nowhere");
      await page.getByRole("heading", { name: "Página não encontrada" }).waitFor();
      await page.locator("main .empty").getByRole("link", { name: "Conversa" }).click();
      await page.getByText("O que você precisa?").waitFor();
      expectNoFault();
    });

    it("a message that was refused says so, and is not thought about for ever", async () => {
      const { page, open, say, expectNoFault } = opened;
      const error = {
        message: "Pedidos demais.",
        type: "rate_limit_error",
        param: null,
        code: "x",
      };
      await page.route("**/v1/turns", (route) => route.fulfill({ status: 429, json: { error } }));
      await open();
      await say("procure alho");
      await page.locator(".answer").getByText("Pedidos demais.").waitFor();
      await page.locator(".beside").getByText("Este pedido não rodou nenhum passo.").waitFor();
      await page.unrouteAll();
      expectNoFault();
    });

    it("an answer is called wrong by one click; where no one takes the word there is no button", async () => {
      const { page, open, say, expectNoFault } = opened;
      const told: unknown[] = [];
      let status = 204;
      await page.route("**/v1/turns/*/feedback", (route) => {
        told.push(route.request().postDataJSON());
        return route.fulfill({ status });
      });
      await open();
      await say("procure alecrim");
      await page.getByRole("button", { name: "Resposta errada" }).click();
      await page.getByText("A frase foi para Qualidade", { exact: false }).waitFor();
      expect(told).toEqual([{ verdict: "wrong" }]);
      status = 404;
      await say("procure salsa");
      await page.getByText("Duas linhas com salsa.").waitFor();
      await page.getByRole("button", { name: "Resposta errada" }).click();
      await page.getByRole("button", { name: "Resposta errada" }).waitFor({ state: "detached" });
      await page.unrouteAll();
      expectNoFault();
    });

    it("a run of 100 steps says in one line that one failed, and leads there; its answer is folded, its graph fits", async () => {
      const { system, page, open, expectNoFault } = opened;
      const steps = Array.from({ length: 100 }, (_, at) => ({
        ...{ id: at + 1, domain: "notebook", depends_on: [], required: false },
        ...(at === 61
          ? { capability: "break_down", params: {} }
          : { capability: "find_line", params: { word_text: `mel ${at + 1}` } }),
      }));
      const { body } = await system.ask("/v1/plans/execute", {
        plan: { steps, max_concurrency: 16, combine_mode: "merge" },
      });
      const { run_id } = planExecuteResponse.parse(body);
      await open(`#/runs/${run_id}`);
      const line = page.locator(".status-line");
      await line.getByText("99 de 100 passos feitos").waitFor();
      // Nobody asked for the one that failed: no green tick stands above it all the same.
      expect(await page.locator(".status-line.is-spoilt").count()).toBe(1);
      expect(await page.locator(".node").count()).toBe(100);
      const box = page.locator(".graph-box");
      type Box = Record<"scrollWidth" | "clientWidth" | "scrollHeight" | "clientHeight", number>;
      const isWhole = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }: Box) =>
        scrollWidth <= clientWidth && scrollHeight <= clientHeight;
      expect(await box.evaluate(isWhole)).toBe(true);
      await page.locator(".timeline-row", { hasText: "mel 3" }).first().waitFor();
      const answer = page.locator("section[aria-label='Resposta']");
      expect(
        await answer.evaluate((box: { clientHeight: number }) => box.clientHeight),
      ).toBeLessThan(400);
      await line.getByRole("link", { name: "1 falhou" }).click();
      await page.getByRole("heading", { name: "Passo 62" }).waitFor();
      expect(await page.locator(".timeline-row[aria-pressed=true]").textContent()).toContain(
        "break_down",
      );
      await answer.getByRole("button", { name: "Mostrar tudo" }).click();
      await answer.getByText("mel 100").waitFor();
      expectNoFault();
    });
  },
);
