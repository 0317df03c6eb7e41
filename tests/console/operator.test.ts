import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { domainsResponse } from "#shared/contracts/endpoints.ts";
import { violationsOn, whyNoBrowser } from "./browser.ts";
import { type Console, openConsole } from "./open-console.ts";

describe.skipIf(whyNoBrowser !== undefined)(
  `what operators do in the console${whyNoBrowser === undefined ? "" : `: ${whyNoBrowser}`}`,
  () => {
    let opened: Console;
    beforeAll(async () => {
      opened = await openConsole();
    });
    afterAll(() => opened?.close());

    it("a manifest that is not in force is tried: what is wrong at its line, and what would change", async () => {
      const { page, open, expectNoFault } = opened;
      await open("#/diff?of=notebook&t=procure%20mel");
      const editor = page.locator(".cm-content");
      await editor.getByText("manifest_version").waitFor();
      await page.getByRole("button", { name: "Ver o que mudaria" }).click();
      await page
        .getByText("Nenhuma frase conhecida muda de objetivo.")
        .waitFor({ timeout: 60_000 });
      await page.getByRole("heading", { name: "Suas frases" }).waitFor();
      await editor.click();
      await page.keyboard.press("Control+Home");
      await page.keyboard.type("wrong: 1\n");
      await page.getByRole("button", { name: "Ver o que mudaria" }).click();
      await page.getByRole("button", { name: "linha 1" }).waitFor();
      expectNoFault();
    });

    it("a manifest is linted while it is written, and says by itself how many sentences it would change", async () => {
      const { page, open, expectNoFault } = opened;
      await open("#/domains/notebook");
      await page.getByRole("link", { name: "Editar o manifesto" }).click();
      const editor = page.locator(".cm-content");
      await editor.getByText("manifest_version").waitFor();
      const state = page.locator(".edit-state");
      await editor.click();
      await page.keyboard.press("Control+Home");
      // At once: letters that are typed slowly are undone one by one.
      await page.keyboard.insertText("wrong: 1");
      await state.getByText("1 erro no texto").waitFor();
      await page.getByRole("button", { name: "linha 1" }).waitFor();
      await page.keyboard.press("Control+z");
      await state.getByText("0 frases mudariam").waitFor({ timeout: 180_000 });
      expectNoFault();
    });

    it("a manifest that waits is looked at, and approved by the digest that was looked at", async () => {
      const { system, page, open, expectNoFault } = opened;
      const all = domainsResponse.parse((await system.ask("/v1/domains")).body);
      const digest = "5".repeat(64);
      const held = { version: "2.0.0", digest, changes: ["more"] };
      const domains = all.domains.map((each) =>
        each.name === "notebook" ? { ...each, held } : each,
      );
      const found = {
        domain: "notebook",
        version: "2.0.0",
        findings: [],
        change: null,
        routes: [],
      };
      const answers = { "/v1/domains": { ...all, domains }, "/v1/diff": { ...found, digest } };
      for (const [path, json] of Object.entries(answers))
        await page.route(`**${path}`, (route) => route.fulfill({ json }));
      const asked = Promise.withResolvers<unknown>();
      await page.route("**/v1/domains/notebook/approve", (route) => {
        asked.resolve(route.request().postDataJSON());
        return route.fulfill({ json: {} });
      });
      await open("#/diff?held=notebook");
      await page.getByRole("button", { name: "Ver o que mudaria" }).click();
      await page.getByRole("button", { name: "Aprovar este manifesto" }).click();
      expect(await asked.promise).toEqual({ digest });
      await page.getByText("Aprovado.", { exact: false }).waitFor();
      await page.unrouteAll();
      expectNoFault();
    });

    it("each place has its icon and the name that the field has for it", async () => {
      const { page, open, expectNoFault } = opened;
      await open("", { locale: "en", theme: "auto" });
      const links = page.locator("nav:visible a");
      await links.filter({ hasText: "Approvals" }).waitFor();
      expect((await links.allInnerTexts()).toSorted()).toEqual([
        ...["Approvals", "Audit", "Conversation", "Domains", "Explain", "Quality"],
        ...["Routing diff", "Runs", "Schedules", "Settings", "Usage"],
      ]);
      expect(await links.locator("svg").count()).toBe(await links.count());
      expectNoFault();
    });

    it("fifty sentences are explained at once", async () => {
      const { page, open, expectNoFault } = opened;
      await open("#/explain");
      const sentences = Array.from({ length: 50 }, (_, at) => `procure mel número ${at}`);
      await page.locator("main textarea").fill(sentences.join("\n"));
      await page.getByRole("button", { name: "Explicar", exact: true }).click();
      await page.locator(".explained-sides").nth(49).waitFor();
      expect(await page.locator("mark.is-entity").count()).toBe(50);
      expectNoFault();
    });

    it("the audit log is verified in the page", async () => {
      const { page, open, expectNoFault } = opened;
      await open("#/audit");
      await page.getByRole("button", { name: "Verificar esta página" }).click();
      await page.getByText("registros conferem", { exact: false }).waitFor();
      expectNoFault();
    });

    it("what was used, what had an effect and what was not understood come by themselves", async () => {
      const { page, open, runOf, expectNoFault } = opened;
      await open("#/usage");
      await page.locator(".side .is-on").waitFor();
      await runOf("procure alho", "used");
      const row = page.locator("section", { hasText: "Por objetivo" }).locator("tr");
      await row.filter({ hasText: "FIND_LINE" }).first().waitFor();
      await open("#/audit");
      await page.locator(".side .is-on").waitFor();
      await runOf("anote o alho", "audited");
      await page.locator("tbody tr", { hasText: "notebook.write_line" }).first().waitFor();
      await open("#/quality");
      await page.locator(".side .is-on").waitFor();
      await runOf("alho para o monge de pedra", "unclear-3");
      await page.locator("main .card", { hasText: "monge de pedra" }).waitFor();
      expectNoFault();
    });

    it("a capability is tried from a form made of its schema, as a dry run first", async () => {
      const { system, page, open, expectNoFault } = opened;
      const before = system.done.length;
      await open("#/domains/notebook?try=write_line");
      await page.getByLabel("line_text").fill("ensaio");
      await page.getByRole("button", { name: "Só ensaiar" }).click();
      await page.getByRole("link", { name: "Abrir execução" }).waitFor();
      expect(system.done).toHaveLength(before);
      expectNoFault();
    });

    it("a document or a server is brought in by a command to copy; the page starts nothing", async () => {
      const { page, open, expectNoFault } = opened;
      await open("#/domains");
      await page.getByRole("button", { name: "Adicionar", exact: false }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("um documento OpenAPI").check();
      await dialog.getByLabel("Documento (endereço ou arquivo)").fill("pets.json");
      await dialog.getByLabel("Endereço do serviço").fill("https://pets.example/v2");
      const command = "npx regente import openapi pets.json --base=https://pets.example/v2";
      await dialog.getByText(command, { exact: true }).waitFor();
      await dialog.getByLabel("um servidor MCP").check();
      await dialog.getByLabel("Endereço do servidor").fill("http://127.0.0.1:3000/mcp");
      const forServer = "npx regente import mcp --server=http://127.0.0.1:3000/mcp";
      await dialog.getByText(forServer, { exact: true }).waitFor();
      expect(await violationsOn(page)).toEqual([]);
      expectNoFault();
    });

    it("what was called wrong waits with how it was read and why, and is put away", async () => {
      const { system, page, open, runOf, expectNoFault } = opened;
      const id = await runOf("procure hortelã", "wrong");
      const verdict = { verdict: "wrong", comment: "era manjericão" };
      expect((await system.ask(`/v1/turns/${id}/feedback`, verdict)).status).toBe(204);
      await open("#/quality");
      const card = page.locator("main .card", { hasText: "procure hortelã" });
      await card.getByText("notebook.FIND_LINE, word_text = hortelã", { exact: false }).waitFor();
      await card.getByText("“era manjericão”", { exact: false }).waitFor();
      await card.getByRole("button", { name: "Descartar" }).click();
      await card.waitFor({ state: "detached" });
      expectNoFault();
    });

    it("what was not understood is given to a goal, or put away", async () => {
      const { page, open, runOf, expectNoFault } = opened;
      await runOf("racha tudo ao meio", "unclear-1");
      await runOf("faz um bolo de milho", "unclear-2");
      await open("#/quality");
      const card = (text: string) => page.locator("main .card", { hasText: text });
      await card("faz um bolo de milho").getByRole("button", { name: "Descartar" }).click();
      await card("faz um bolo de milho").waitFor({ state: "detached" });
      const crack = card("racha tudo ao meio");
      await crack.getByText("Atribuir a um objetivo").click();
      await crack.getByLabel("Objetivo").selectOption("notebook.BREAK");
      await crack.getByRole("button", { name: "Ver o que mudaria" }).click();
      await crack.getByRole("heading", { name: "mudaria" }).waitFor();
      await crack.locator(".changes", { hasText: "racha tudo ao meio" }).waitFor();
      await crack.getByRole("button", { name: "Acrescentar" }).click();
      await crack.waitFor({ state: "detached" });
      expectNoFault();
    });
  },
);
