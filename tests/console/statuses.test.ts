import { once } from "node:events";
import { createServer } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { effects } from "#shared/contracts/capability.ts";
import { domainLatencies, explanationsResponse } from "#shared/contracts/console.ts";
import {
  domainStatus,
  domainsResponse,
  explainResponse,
  turnResponse,
} from "#shared/contracts/endpoints.ts";
import { doubtReasons, modifierKinds, tiers } from "#shared/contracts/intent.ts";
import { runDetail } from "#shared/contracts/native-endpoints.ts";
import { pendingKind } from "#shared/contracts/pending.ts";
import { runStatus, stepStatus } from "#shared/contracts/run.ts";
import {
  pauseReasons,
  scheduleStatuses,
  skipReasons,
  tickStatuses,
} from "#shared/contracts/schedule.ts";
import { schedulesPage } from "#shared/contracts/schedule-endpoints.ts";
import { violationsOn, whyNoBrowser } from "./browser.ts";
import { type Console, openConsole } from "./open-console.ts";

// What a contract can say has a sign and a name in the console: each status is shown once, and told from the others.

describe.skipIf(whyNoBrowser !== undefined)(
  `every status of every contract has its sign and its name${whyNoBrowser === undefined ? "" : `: ${whyNoBrowser}`}`,
  () => {
    let opened: Console;
    beforeAll(async () => {
      opened = await openConsole();
    });
    afterAll(() => opened?.close());

    /** What stands where an endpoint would have answered something else. */
    const answer = (path: string, json: unknown) =>
      opened.page.route(
        (url) => url.pathname === path,
        (route) => route.fulfill({ json }),
      );
    const textsOf = async (selector: string) => {
      const found = opened.page.locator(selector);
      await found.first().waitFor();
      return found.allInnerTexts();
    };
    const expectNamed = async (texts: readonly string[], count: number) => {
      expect(new Set(texts).size).toBe(count);
      const all = await opened.page.locator("main").textContent();
      expect(all).not.toMatch(/undefined|\[object|NaN/);
      opened.expectNoFault();
    };

    it("of a run, and of its steps", async () => {
      const { system, page, open, runOf } = opened;
      const id = await runOf("anote o açúcar", "statuses");
      const run = runDetail.parse((await system.ask(`/v1/runs/${id}`)).body);
      const [planned] = run.plan.steps;
      const [done] = run.steps;
      if (planned === undefined || done === undefined) throw new Error("no step");
      const plan = {
        ...run.plan,
        execution_mode: "parallel",
        steps: stepStatus.options.map((_, at) => ({ ...planned, id: at + 1 })),
      };
      const steps = stepStatus.options.map((status, at) => ({ ...done, id: at + 1, status }));
      const kinds = Object.fromEntries(
        steps.map(({ id: step }, at) => [step, effects[at % effects.length]]),
      );
      const shown: string[] = [];
      // Last one that was let go of: what waited in it does not any more.
      const cancelled = runStatus.options.filter((status) => status === "cancelled");
      const others = runStatus.options.filter((status) => status !== "cancelled");
      let signs: string[] = [];
      for (const status of [...others, ...cancelled]) {
        await answer(`/v1/runs/${id}`, { ...run, plan, steps, status, effects: kinds });
        await open(`#/runs/${id}`);
        await page
          .locator(".timeline-row")
          .nth(steps.length - 1)
          .waitFor();
        shown.push((await page.locator(".status-line .status").first().textContent()) ?? "");
        const waits = page.locator(".status-line a", { hasText: "espera" });
        if (status === "cancelled") expect(await waits.count()).toBe(0);
        else await waits.waitFor();
        if (status !== "cancelled")
          signs = await page
            .locator(".timeline-row .sign path")
            .evaluateAll((paths: { outerHTML: string }[]) =>
              paths.map(({ outerHTML }) => outerHTML),
            );
        await page.unrouteAll();
      }
      await expectNamed(shown, runStatus.options.length);
      await expectNamed(signs, stepStatus.options.length);
      expect(await page.locator(".node").count()).toBe(stepStatus.options.length);
    });

    it("of a schedule, why it stopped, and of each of its times, with the curve of what is watched", async () => {
      const { system, page, open, runOf } = opened;
      await runOf("todo dia às 9h procure mel", "statuses-later");
      const kept = schedulesPage.parse((await system.ask("/v1/schedules")).body);
      const [one] = kept.schedules;
      if (one === undefined) throw new Error("no schedule");
      const paused = (why: (typeof pauseReasons)[number]) => ({ why, detail: "", until: null });
      const watch = {
        ...{ domain: "notebook", goal: "FIND_LINE", entities: {}, value: "lines", again: true },
        ...{ comparison: { is: "above", value: 3 }, base: null, base_day: null, band_percent: 1 },
        ...{ armed: true, last: 4, fresh: null, source: null, every_ms: 60_000 },
        seen: [2, 5, 4].map((value, at) => [at * 1000, value]),
      };
      const schedules = [
        ...scheduleStatuses.map((status) => ({ ...one, id: status, status })),
        ...pauseReasons.map((why) => ({ ...one, id: why, status: "paused", paused: paused(why) })),
        { ...one, id: "watch", timing: { kind: "when", watch } },
      ];
      const tick = {
        schedule_id: "watch",
        user_id: "local",
        run_id: null,
        text: "",
        tell: one.tell,
      };
      const times = { told_at: null, began_at: 0, ended_at: 0 };
      const ticks = [
        ...tickStatuses.map((status) => ({ status, reason: null })),
        ...skipReasons.map((reason) => ({ status: "skipped", reason })),
      ].map((each, at) => ({ ...tick, ...times, ...each, at }));
      await answer("/v1/schedules", { schedules });
      await answer("/v1/schedules/watch", { ...schedules.at(-1), ticks });
      await open("#/schedules?id=watch");
      await expectNamed(await textsOf("main .state"), scheduleStatuses.length);
      const told = await textsOf("main .evidence li");
      const names = told.map((text) => text.slice(text.indexOf("·")));
      await expectNamed(names, tickStatuses.length + skipReasons.length);
      expect(await page.locator(".curve .threshold").count()).toBe(1);
      expect(await page.locator(".curve polyline").count()).toBe(1);
      expect(await violationsOn(page)).toEqual([]);
      await page.unrouteAll();
    });

    it("of a domain, and of what lets calls through to it", async () => {
      const { system, page, open } = opened;
      const all = domainsResponse.parse((await system.ask("/v1/domains")).body);
      const own = all.domains.find(({ name }) => name === "notebook");
      const held = { version: "2.0.0", digest: "0".repeat(64), changes: ["more"] };
      const domains = domainStatus.shape.state.options.map((state) => ({
        ...{ ...own, name: state.replace("_", "-"), state, held, problem: "why" },
      }));
      await answer("/v1/domains", { ...all, domains });
      await open("#/domains");
      await expectNamed(await textsOf("main .state"), domains.length);
      await page.unrouteAll();
      const shown: string[] = [];
      const latencies = "/v1/domains/notebook/latencies";
      const real = domainLatencies.parse((await system.ask(latencies)).body);
      for (const breaker of domainLatencies.shape.breaker.unwrap().options) {
        await answer(latencies, { ...real, breaker });
        await open("#/domains/notebook");
        const row = page.locator(".facts div", { hasText: "Disjuntor" });
        shown.push((await row.textContent()) ?? "");
        await page.unrouteAll();
      }
      await expectNamed(shown, 3);
    });

    it("of a question", async () => {
      const { page, open } = opened;
      const pending = pendingKind.options.map((kind) => ({
        ...{ id: kind, kind, question: "?", run_id: null, session_id: "s" },
        // The question names the only goal that may be meant.
        options: kind === "choose_goal" ? [{ id: "1", label: "the only one" }] : [],
        ...{ locale: "en", created_at: Date.now(), expires_at: Date.now() + 60_000 },
      }));
      const event = `event: pending\ndata: ${JSON.stringify({ type: "pending", pending })}\n\n`;
      await page.route("**/v1/live", (route) =>
        route.fulfill({ contentType: "text/event-stream", body: event }),
      );
      await open("#/approvals");
      await expectNamed(await textsOf("main .tag"), pendingKind.options.length);
      expect(await page.getByRole("button", { name: "Aprovar" }).count()).toBe(2);
      expect(await page.getByRole("button", { name: "the only one" }).count()).toBe(0);
      await page.unrouteAll();
    });

    it("of who decided, of every doubt, and of what is said around a request", async () => {
      const { system, page, open } = opened;
      const real = explainResponse.parse(
        (await system.ask("/v1/explain", { input_text: "procure mel" })).body,
      );
      const words = modifierKinds.map((kind, at) => ({
        ...{ kind, value: "x", text: "x", span: { start: at, end: at + 1 }, locale: "en" },
        belongs_to: { to: "request", at: 0 },
      }));
      const explanations = [
        ...tiers.map((tier) => ({ ...real, intent: { ...real.intent, tier } })),
        {
          ...real,
          intent: { ...real.intent, modifiers: words },
          gate: { ...real.gate, doubts: doubtReasons.map((reason) => ({ reason, detail: "" })) },
        },
      ];
      expect(explanationsResponse.safeParse({ digest: "d", explanations }).error).toBeUndefined();
      await answer("/v1/explanations", { digest: "d", explanations });
      await open("#/explain?t=procure%20mel");
      const decided = await textsOf("main .facts div:has(dt:text-is('Decidido por')) dd");
      await expectNamed(decided, tiers.length);
      await expectNamed(await textsOf("main .tag.is-ask"), doubtReasons.length);
      await expectNamed(await textsOf("mark.is-modifier small"), modifierKinds.length);
      await page.unrouteAll();
    });

    it("and what a model writes is shown while it writes it", async () => {
      const { system, page, open, say } = opened;
      const turn = turnResponse.parse(
        (await system.ask("/v1/turns", { input_text: "procure sal", session_id: "words" })).body,
      );
      const at = Date.now();
      const { run_id } = turn;
      const early = [
        { type: "plan", run_id, at, plan: turn.trace.plan },
        { type: "words", run_id, step_id: 1, text: "O rio " },
        { type: "words", run_id, step_id: 1, text: "**subiu**" },
      ];
      const goOn = Promise.withResolvers<void>();
      const server = createServer((_request, response) => {
        const send = (event: object) => response.write(`data: ${JSON.stringify(event)}\n\n`);
        response.writeHead(200, { "content-type": "text/event-stream" });
        for (const event of early) send(event);
        void goOn.promise.then(() => {
          send({ type: "turn", turn });
          response.end();
        });
      }).listen(0, "127.0.0.1");
      await once(server, "listening");
      const address = server.address();
      const port = typeof address === "object" ? address?.port : undefined;
      await page.route("**/v1/turns", (route) =>
        route.continue({ url: `http://127.0.0.1:${port}/v1/turns` }),
      );
      await open();
      await say("o que houve?");
      await page.locator("article strong", { hasText: "subiu" }).waitFor();
      goOn.resolve();
      await page.getByText("Duas linhas com sal.").waitFor();
      await page.unrouteAll();
      server.closeAllConnections();
      server.close();
      opened.expectNoFault();
    });
  },
);
