import { expect } from "vitest";
import { turnResponse } from "#shared/contracts/endpoints.ts";
import { startNotebook } from "../e2e/notebook.ts";
import { openBrowser, openPage } from "./browser.ts";
import { hostileDomain } from "./hostile-domain.ts";

export type Console = Awaited<ReturnType<typeof openConsole>>;

/** A console in a browser, over a notebook and a domain of which every text is hostile. */
export async function openConsole(env: Record<string, string> = {}) {
  const hostile = hostileDomain();
  const [browser, system, served] = await Promise.all([
    openBrowser(),
    startNotebook(env),
    hostile.serve({ port: 0 }),
  ]);
  await system.ask("/v1/domains", { name: "hostile", url: served.url });
  const watched = await openPage(browser);
  const { page } = watched;
  return {
    browser,
    system,
    watched,
    page,
    /** Opens a place of the console as a fresh page that its user comes to. */
    async open(place = "", settings = { locale: "pt-BR", theme: "auto" }) {
      await page.goto("about:blank");
      await page.goto(`${system.url}/console/icon.svg`);
      await page.evaluate(
        `localStorage.setItem("regente.locale", ${JSON.stringify(settings.locale)}); localStorage.setItem("regente.theme", ${JSON.stringify(settings.theme)}); sessionStorage.clear()`,
      );
      await page.goto(`${system.url}/${place}`);
      await page.locator("h1").waitFor();
    },
    /** Goes on to another place in the page that is open, until all of it is there. */
    async goOn(place: string) {
      await page.locator("main h1").evaluate("(head) => head.setAttribute('data-left', '')");
      await page.goto(`${system.url}/#/${place}`);
      await page.locator("main h1:not([data-left])").waitFor();
      await page.locator("main .loading").first().waitFor({ state: "detached" });
    },
    async say(text: string) {
      await page.locator("textarea").fill(text);
      await page.keyboard.press("Enter");
    },
    /** Says something past the page: the run's id. */
    async runOf(input_text: string, session_id: string) {
      const { body } = await system.ask("/v1/turns", {
        ...{ input_text, session_id },
        follows_ticks: true,
      });
      return turnResponse.parse(body).run_id;
    },
    expectNoFault: () => expect(watched.faults.splice(0)).toEqual([]),
    async close() {
      await browser.close();
      await Promise.all([system.close(), served.close()]);
    },
  };
}
