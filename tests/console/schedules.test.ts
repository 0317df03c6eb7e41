import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { schedulesPage } from "#shared/contracts/schedule-endpoints.ts";
import { whyNoBrowser } from "./browser.ts";
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
  },
);
