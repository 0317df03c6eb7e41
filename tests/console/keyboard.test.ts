import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { knownUsers } from "../e2e/known-users.ts";
import { type Notebook, startNotebook } from "../e2e/notebook.ts";
import { openPage, whyNoBrowser } from "./browser.ts";
import { type Console, openConsole } from "./open-console.ts";

describe.skipIf(whyNoBrowser !== undefined)(
  `every dialog by the keyboard alone${whyNoBrowser === undefined ? "" : `: ${whyNoBrowser}`}`,
  () => {
    let opened: Console;
    let closed: Notebook;
    const users = knownUsers();
    const key = users.keyOf("ops", "*");
    beforeAll(async () => {
      [opened, closed] = await Promise.all([openConsole(), startNotebook(users.settings)]);
    });
    afterAll(async () => {
      await Promise.all([opened?.close(), closed?.close()]);
      users.forget();
    });

    /** What has the focus, by its name or its text. */
    const focused = () =>
      opened.page.evaluate<string>(
        "(({ activeElement: at }) => at.getAttribute('aria-label') ?? at.labels?.[0]?.textContent ?? at.textContent)(document)",
      );
    const isOutside = () =>
      opened.page.evaluate<boolean>(
        "document.activeElement !== document.body && document.activeElement.closest('dialog') === null",
      );
    const press = async (...keys: string[]) => {
      for (const each of keys) await opened.page.keyboard.press(each);
    };
    const dialog = () => opened.page.getByRole("dialog");

    it.each([
      ["#/domains", "Adicionar domínio…", "Endereço do serviço"],
      ["#/settings", "Apagar dados de um usuário…", "Usuário"],
      ["#/domains/hostile", "Remover…", "Fechar"],
    ])(
      "at %s “%s” opens where one writes or can leave, keeps the focus, and gives it back",
      async (place, name, first) => {
        const { page, open, expectNoFault } = opened;
        await open(place);
        const button = page.getByRole("button", { name, exact: true });
        await button.focus();
        await press("Enter");
        await dialog().waitFor();
        expect(await focused()).toBe(first);
        for (let at = 0; at < 12; at += 1) {
          await press("Tab");
          // Between its last field and its first one a browser has its own window.
          expect(await isOutside()).toBe(false);
        }
        await press("Escape");
        await dialog().waitFor({ state: "detached" });
        expect(await focused()).toBe(name);
        expectNoFault();
      },
    );

    it("what closes a dialog by itself gives the focus back as well", async () => {
      const { page, open, runOf, expectNoFault } = opened;
      const shown = await runOf("procure alho", "keyboard");
      await open(`#/runs/${shown}`);
      await page.getByRole("button", { name: "Rodar de novo…" }).focus();
      await press("Enter");
      await dialog().getByRole("button", { name: "Rodar de novo" }).focus();
      await press("Enter");
      await dialog().waitFor({ state: "detached" });
      await page.waitForURL((url) => !url.hash.includes(shown));
      await page.locator("h1:focus", { hasText: "procure alho" }).waitFor();
      await page.setViewportSize({ width: 390, height: 844 });
      await open();
      await page.getByRole("button", { name: "Conversas…" }).focus();
      await press("Enter");
      await dialog().locator(".conversation").first().focus();
      await press("Enter");
      await dialog().waitFor({ state: "detached" });
      expect(await focused()).toBe("Conversas…");
      await page.setViewportSize({ width: 1440, height: 900 });
      expectNoFault();
    });

    it("a conversation is renamed, or left as it is, from its row and back to it", async () => {
      const { page, open, runOf, expectNoFault } = opened;
      await runOf("procure coentro", "keyboard-rename");
      await open();
      const pencil = page.getByRole("button", { name: /^Renomear: / }).first();
      await pencil.focus();
      await press("Enter");
      await page.locator("input:focus").waitFor();
      expect(await focused()).toBe("Nome da conversa");
      await press("Escape");
      await page.locator(".rename:focus").waitFor();
      await press("Enter");
      await page.locator("form input:focus").waitFor();
      await page.keyboard.type(" fresco");
      await press("Enter");
      await page.locator(".rename:focus").waitFor();
      await expect.poll(() => focused()).toMatch(/ fresco$/);
      expectNoFault();
    });

    it("a key is asked for where one can write it at once, and the screen goes on from there", async () => {
      const { page, context, faults } = await openPage(opened.browser);
      await page.goto(`${closed.url}/#/runs`);
      await page.getByRole("dialog").locator("input:focus").waitFor();
      await page.keyboard.type(key);
      await page.keyboard.press("Enter");
      await page.getByRole("dialog").waitFor({ state: "detached" });
      await page.getByText("Nenhuma execução ainda.", { exact: false }).waitFor();
      const own = page.getByRole("button", { name: "Chave: ops" });
      await own.focus();
      await page.keyboard.press("Enter");
      await page.getByRole("dialog").locator("input:focus").waitFor();
      await page.keyboard.press("Escape");
      await page.locator("button:focus", { hasText: "Chave: ops" }).waitFor();
      expect(faults).toEqual([]);
      await context.close();
    });

    it("the menu of a phone closes by Escape, and gives the focus back", async () => {
      const { page, open, expectNoFault } = opened;
      await page.setViewportSize({ width: 390, height: 844 });
      await open();
      const menu = page.getByRole("button", { name: "Menu" });
      await menu.focus();
      await press("Enter");
      await page.locator(".drawer").getByRole("link", { name: "Execuções" }).waitFor();
      await press("Escape");
      await page.locator(".drawer").waitFor({ state: "hidden" });
      await page.locator("button.menu:focus").waitFor();
      await page.setViewportSize({ width: 1440, height: 900 });
      expectNoFault();
    });

    it("a message that is sent while an answer is under way goes after it, once", async () => {
      const { system, page, open, say, expectNoFault } = opened;
      const goOn = Promise.withResolvers<void>();
      await page.route(
        "**/v1/turns",
        async (route) => {
          await goOn.promise;
          await route.continue();
        },
        { times: 1 },
      );
      await open();
      await say("anote a salsa");
      await say("anote a cebola");
      await page.getByText("Será enviada assim que a resposta chegar.").waitFor();
      await press("Enter");
      expect(await page.locator(".said").count()).toBe(1);
      goOn.resolve();
      await page.getByText("Anotado: a cebola.").waitFor();
      expect(await page.locator(".said p").allTextContents()).toEqual([
        "anote a salsa",
        "anote a cebola",
      ]);
      expect(system.done.slice(-2)).toEqual(["a salsa", "a cebola"]);
      expect(await page.locator(".compose textarea").inputValue()).toBe("");
      expectNoFault();
    });

    it("behind a question, behind what failed, and once it is changed or taken back it is not sent by itself", async () => {
      const { system, page, open, say, expectNoFault } = opened;
      const field = page.locator(".compose textarea");
      for (const first of ["procure marta", "quebre"]) {
        const goOn = Promise.withResolvers<void>();
        await page.route(
          "**/v1/turns",
          async (route) => {
            await goOn.promise;
            await route.continue();
          },
          { times: 1 },
        );
        await open(`#/?session=held-${first.length}`);
        const before = system.done.length;
        await say(first);
        await say("anote o que não vai");
        goOn.resolve();
        await page.getByText("Ainda não foi enviada: veja antes a resposta.").waitFor();
        expect(await field.inputValue()).toBe("anote o que não vai");
        expect(system.done).toHaveLength(before);
      }
      const goOn = Promise.withResolvers<void>();
      await page.route(
        "**/v1/turns",
        async (route) => {
          await goOn.promise;
          await route.continue();
        },
        { times: 1 },
      );
      await open("#/?session=held-back");
      await say("procure anis");
      await say("anote cravo");
      await page.getByRole("button", { name: "Não enviar" }).click();
      await page
        .getByText("Será enviada assim que a resposta chegar.")
        .waitFor({ state: "detached" });
      await field.press("Enter");
      await page.getByText("Será enviada assim que a resposta chegar.").waitFor();
      await field.press("s");
      await page
        .getByText("Será enviada assim que a resposta chegar.")
        .waitFor({ state: "detached" });
      goOn.resolve();
      await page.getByText("Duas linhas com anis.").waitFor();
      expect(await field.inputValue()).toBe("anote cravos");
      expect(system.done).not.toContain("cravo");
      expectNoFault();
    });
  },
);
