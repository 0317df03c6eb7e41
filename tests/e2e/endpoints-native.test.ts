import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  domainStatus,
  domainsResponse,
  planExecuteResponse,
  turnResponse,
} from "#shared/contracts/endpoints.ts";
import {
  openQuestions,
  runDetail,
  runsPage,
  sessionDetail,
  sessionsPage,
  usageReport,
} from "#shared/contracts/native-endpoints.ts";
import { runEvent } from "#shared/contracts/run.ts";
import { success } from "#shared/domain-kit/answers.ts";
import { defineDomain } from "#shared/domain-kit/define-domain.ts";
import { silentLog } from "#shared/domain-kit/log.ts";
import { type Notebook, startNotebook } from "./notebook.ts";

let system: Notebook;
beforeAll(async () => {
  system = await startNotebook();
});
afterAll(() => system.close());
beforeEach(() => {
  system.done.length = 0;
});

const as = (user: string) => ({ "x-user-id": user });
const get = async (path: string, user: string) =>
  (await system.ask(path, undefined, as(user))).body;
const turn = async (input_text: string, user: string, session_id = "s") =>
  turnResponse.parse((await system.ask("/v1/turns", { input_text, session_id }, as(user))).body);
const eventsIn = (text: string) =>
  text
    .split("\n")
    .filter((line) => line.startsWith("data: "))
    .map((line) => runEvent.parse(JSON.parse(line.slice(6))));

describe("runs", () => {
  it("are listed newest first, page after page, by status and by session", async () => {
    for (const [text, session] of [
      ["procure d", "one"],
      ["quebre", "one"],
      ["procure b", "two"],
      ["procure c", "two"],
    ] as const)
      await turn(text, "lister", session);
    const first = runsPage.parse(await get("/v1/runs?limit=3", "lister"));
    expect(first.runs.map(({ input_text }) => input_text)).toEqual([
      "procure c",
      "procure b",
      "quebre",
    ]);
    expect(first.runs[0]).toMatchObject({
      goal: "FIND_LINE",
      status: "success",
      answer: "Duas linhas com c.",
    });
    const second = runsPage.parse(
      await get(`/v1/runs?limit=3&before=${encodeURIComponent(first.next ?? "")}`, "lister"),
    );
    expect(second).toMatchObject({ runs: [{ input_text: "procure d" }], next: null });
    const failed = runsPage.parse(await get("/v1/runs?status=failure", "lister"));
    expect(failed.runs.map(({ input_text }) => input_text)).toEqual(["quebre"]);
    const here = runsPage.parse(await get("/v1/runs?session_id=two&status=success", "lister"));
    expect(here.runs).toHaveLength(2);
    expect(runsPage.parse(await get("/v1/runs", "somebody else")).runs).toEqual([]);
  });

  it.each(["limit=0", "limit=1000", "limit=x", "status=done", "before=nonsense", "colour=red"])(
    "a list with %s is refused",
    async (query) => {
      const { status, body } = await system.ask(`/v1/runs?${query}`);
      expect([400, 422]).toContain(status);
      expect(body).toMatchObject({ error: { param: query.split("=")[0] } });
    },
  );

  it("one is shown whole, with its events from any of them on", async () => {
    const { run_id } = await turn("procure leite", "ana");
    const run = runDetail.parse(await get(`/v1/runs/${run_id}`, "ana"));
    expect(run.steps).toMatchObject([{ id: 1, capability: "find_line", status: "success" }]);
    const all = await system.ask(`/v1/runs/${run_id}/events`, undefined, as("ana"));
    expect(all.headers.get("content-type")).toContain("text/event-stream");
    expect(eventsIn(all.text).map(({ seq, type }) => [seq, type])).toEqual([
      [1, "plan"],
      [2, "step_started"],
      [3, "step_finished"],
      [4, "reply"],
    ]);
    const late = await system.ask(`/v1/runs/${run_id}/events`, undefined, {
      ...as("ana"),
      "last-event-id": "3",
    });
    expect(eventsIn(late.text).map(({ type }) => type)).toEqual(["reply"]);
    expect((await system.ask(`/v1/runs/${run_id}/events`, undefined, as("bia"))).status).toBe(404);
    expect(
      (await system.ask(`/v1/runs/${run_id}/events`, undefined, { "last-event-id": "x" })).status,
    ).toBe(400);
  });

  it("one that is under way is cancelled by its user and no one else, and says so", async () => {
    const asked = system.ask(
      "/v1/chat/completions",
      {
        model: "regente",
        messages: [{ role: "user", content: "espere chuva" }],
        stream: true,
        session_id: "w",
      },
      as("ana"),
    );
    await system.isWaiting();
    const { run_id } = await runUnderWay("ana");
    expect((await system.ask(`/v1/runs/${run_id}/cancel`, {}, as("bia"))).status).toBe(404);
    const cancelled = await system.ask(`/v1/runs/${run_id}/cancel`, {}, as("ana"));
    expect([cancelled.status, cancelled.body]).toEqual([202, { run_id, status: "running" }]);
    expect((await asked).text.trimEnd()).toMatch(/data: \[DONE\]$/);
    expect(await get(`/v1/runs/${run_id}`, "ana")).toMatchObject({ status: "cancelled" });
    const again = await system.ask(`/v1/runs/${run_id}/cancel`, {}, as("ana"));
    expect([again.status, again.body]).toMatchObject([409, { error: { code: "run_not_running" } }]);
  });

  it("one that waits for its user is cancelled with its question", async () => {
    const { run_id } = await turn("apague o caderno", "wally");
    expect((await system.ask(`/v1/runs/${run_id}/cancel`, {}, as("wally"))).body).toEqual({
      run_id,
      status: "cancelled",
    });
    expect(openQuestions.parse(await get("/v1/pending", "wally")).pending).toEqual([]);
    await turn("sim", "wally");
    expect(system.done).toEqual([]);
  });

  it("one that is cancelled while its user says yes is either done or cancelled, and told so", async () => {
    for (let round = 0; round < 10; round++) {
      const session_id = `torn-${round}`;
      const { run_id } = await turn("apague o caderno", "wally", session_id);
      const yes = turn("sim", "wally", session_id);
      if (round % 2 === 0) await new Promise((wake) => setTimeout(wake, round / 4));
      const { status } = await system.ask(`/v1/runs/${run_id}/cancel`, {}, as("wally"));
      await yes;
      const done = system.done.splice(0);
      // 202: it was under way by then, and its effect may have been.
      if (status !== 202)
        expect([status, done]).toEqual(status === 200 ? [200, []] : [409, ["wipe"]]);
    }
  });

  it("one is carried out again as a new run, effects too", async () => {
    const { run_id } = await turn("anote pao", "ana");
    const again = planExecuteResponse.parse(
      (await system.ask(`/v1/runs/${run_id}/rerun`, {}, as("ana"))).body,
    );
    expect(again.run_id).not.toBe(run_id);
    expect(again.output.explanation).toBe("Anotado: pao.");
    expect(system.done).toEqual(["pao", "pao"]);
    expect((await system.ask(`/v1/runs/${run_id}/rerun`, {}, as("bia"))).status).toBe(404);
  });
});

/** The only run of a user that is not over yet. */
async function runUnderWay(user: string) {
  const { runs } = runsPage.parse(await get("/v1/runs?session_id=w&status=running", user));
  const [run] = runs;
  if (run === undefined) throw new Error("no run is under way");
  return run;
}

describe("open questions", () => {
  it("are listed, answered and let go from anywhere", async () => {
    await turn("procure marta", "quinn", "one");
    await turn("apague o caderno", "quinn", "two");
    const { pending } = openQuestions.parse(await get("/v1/pending", "quinn"));
    expect(pending.map(({ session_id, kind }) => [session_id, kind])).toEqual([
      ["two", "confirm"],
      ["one", "select"],
    ]);
    const [confirm, select] = pending;
    expect(openQuestions.parse(await get("/v1/pending?session_id=one", "quinn")).pending).toEqual([
      select,
    ]);
    expect(openQuestions.parse(await get("/v1/pending", "bia")).pending).toEqual([]);

    expect(
      (await system.ask(`/v1/pending/${select?.id}/answer`, { text: "2" }, as("bia"))).status,
    ).toBe(404);
    const answered = turnResponse.parse(
      (await system.ask(`/v1/pending/${select?.id}/answer`, { text: "2" }, as("quinn"))).body,
    );
    expect(answered).toMatchObject({
      status: "success",
      answer: "Duas linhas com Marta Silva.",
      session_id: "one",
    });
    expect(
      (await system.ask(`/v1/pending/${select?.id}/answer`, { text: "2" }, as("quinn"))).status,
    ).toBe(404);

    const expired = await system.ask(`/v1/pending/${confirm?.id}/expire`, {}, as("quinn"));
    expect(expired.body).toEqual({ id: confirm?.id, expired: true });
    expect(openQuestions.parse(await get("/v1/pending", "quinn")).pending).toEqual([]);
    const runs = runsPage.parse(await get("/v1/runs?session_id=two", "quinn")).runs;
    expect(runs[0]).toMatchObject({ status: "cancelled" });
    expect(system.done).toEqual([]);
  });

  it("of a chat client that names no session can be answered here too", async () => {
    await system.ask(
      "/v1/chat/completions",
      { model: "regente", messages: [{ role: "user", content: "procure marta" }] },
      as("tess"),
    );
    const { pending } = openQuestions.parse(await get("/v1/pending", "tess"));
    const answered = await system.ask(
      `/v1/pending/${pending[0]?.id}/answer`,
      { text: "a primeira" },
      as("tess"),
    );
    expect(answered.body).toMatchObject({ answer: "Duas linhas com Marta Rocha." });
  });
});

describe("sessions", () => {
  it("are listed, looked into, reset and deleted by their user", async () => {
    await turn("procure leite", "sam", "first");
    await turn("procure marta", "sam", "second");
    const { sessions } = sessionsPage.parse(await get("/v1/sessions?limit=1", "sam"));
    expect(sessions).toMatchObject([{ session_id: "second", turn_count: 1 }]);
    const detail = sessionDetail.parse(await get("/v1/sessions/first", "sam"));
    expect(detail).toMatchObject({
      pending: null,
      context: { turn_count: 1, last_intent: { goal: "FIND_LINE" } },
    });
    expect(sessionDetail.parse(await get("/v1/sessions/second", "sam")).pending).toMatchObject({
      kind: "select",
    });
    expect((await system.ask("/v1/sessions/first", undefined, as("bia"))).status).toBe(404);

    expect((await system.ask("/v1/sessions/second/reset", {}, as("sam"))).body).toEqual({
      session_id: "second",
      reset: true,
    });
    expect(sessionDetail.parse(await get("/v1/sessions/second", "sam"))).toMatchObject({
      pending: null,
      state: { turn_count: 0, last_answer: "" },
    });
    expect((await turn("2", "sam", "second")).status).not.toBe("success");

    expect((await system.ask("/v1/sessions/first", {}, as("bia"), "DELETE")).status).toBe(404);
    expect((await system.ask("/v1/sessions/first", {}, as("sam"), "DELETE")).body).toEqual({
      session_id: "first",
      deleted: true,
    });
    expect((await system.ask("/v1/sessions/first", undefined, as("sam"))).status).toBe(404);
    expect(runsPage.parse(await get("/v1/runs?session_id=first", "sam")).runs).toHaveLength(1);
  });
});

describe("domains", () => {
  it("are told with their health", async () => {
    const { domains } = domainsResponse.parse(await get("/v1/domains", "ana"));
    expect(domains.map(({ name, state }) => [name, state])).toEqual([
      ["notebook", "up"],
      ["tower", "up"],
    ]);
    expect(domainStatus.parse(await get("/v1/domains/tower", "ana"))).toMatchObject({
      state: "up",
      goals: ["TELL_HOUR"],
    });
    expect((await system.ask("/v1/domains/none")).status).toBe(404);
    expect((await system.ask("/v1/domains/reload", {})).status).toBe(200);
  });

  it("do one thing when asked for just that, with the parameters as they are", async () => {
    const execute = (capability: string, body: object) =>
      system.ask(`/v1/domains/notebook/capabilities/${capability}/execute`, body, as("ana"));
    const done = planExecuteResponse.parse(
      (await execute("find_line", { parameters: { word_text: "${1.result}" }, locale: "en" })).body,
    );
    expect(done).toMatchObject({
      status: "success",
      output: { explanation: "Two lines with ${1.result}.", result: { lines: 2 } },
    });
    const wrong = await execute("find_line", { parameters: { colour: 1 } });
    expect([wrong.status, wrong.body]).toMatchObject([422, { error: { code: "invalid_plan" } }]);
    expect(JSON.stringify(wrong.body)).toContain('"param":"parameters.');
    expect((await execute("wipe", {})).body).toMatchObject({ status: "clarification" });
    expect(system.done).toEqual([]);
  });
});

describe("a domain that is registered at the endpoint", () => {
  const lamp = defineDomain(
    {
      manifest_version: "1",
      domain: "lamp",
      version: "1.0.0",
      description: { "pt-BR": "Uma lâmpada", en: "A lamp" },
      goals: [
        {
          goal: "SEE_LAMP",
          description: { "pt-BR": "Ver a lâmpada", en: "See the lamp" },
          capability: "see_lamp",
          hints: { templates: { "pt-BR": ["a lâmpada está acesa"], en: ["is the lamp on"] } },
        },
      ],
      capabilities: [{ capability: "see_lamp", effect: "read" }],
    },
    { see_lamp: async () => success({ explanation: "Está acesa." }) },
    { log: silentLog },
  );

  it("answers at once and after a restart, until it is removed", async () => {
    const { url, close } = await lamp.serve({ port: 0 });
    const registered = await system.ask("/v1/domains", { name: "lamp", url });
    expect(registered.status).toBe(201);
    expect(domainStatus.parse(registered.body)).toMatchObject({ name: "lamp", state: "up" });
    expect((await turn("a lâmpada está acesa", "ana")).answer).toBe("Está acesa.");
    await system.restart();
    expect((await turn("a lâmpada está acesa", "ana")).answer).toBe("Está acesa.");
    const removed = await system.ask("/v1/domains/lamp", undefined, {}, "DELETE");
    expect(removed.status).toBe(200);
    expect((await turn("a lâmpada está acesa", "ana")).answer).not.toBe("Está acesa.");
    await close();
  });

  it("needs no name: its manifest says it", async () => {
    const { url, close } = await lamp.serve({ port: 0 });
    const registered = await system.ask("/v1/domains", { url });
    expect(domainStatus.parse(registered.body)).toMatchObject({ name: "lamp", state: "up" });
    await system.ask("/v1/domains/lamp", undefined, {}, "DELETE");
    await close();
    expect(await system.ask("/v1/domains", { url })).toMatchObject({
      ...{ status: 422, body: { error: { code: "no_domain_there", param: "url" } } },
    });
  });

  it.each([
    [403, "another machine", { name: "lamp", url: "http://192.0.2.1:80" }],
    [403, "a name that leads elsewhere", { name: "lamp", url: "http://127.0.0.1.example.org" }],
    [400, "another protocol", { name: "lamp", url: "file:///etc/passwd" }],
    [400, "a login in its address", { name: "lamp", url: "http://a:b@127.0.0.1" }],
    [400, "a name that is none", { name: "__proto__", url: "http://127.0.0.1:1" }],
    [400, "a file to start", { name: "lamp", url: "http://127.0.0.1:1", start: "evil.ts" }],
    [409, "a name that is taken", { name: "tower", url: "http://127.0.0.1:1" }],
  ])("is refused with %i: %s", async (status, _what, body) => {
    expect((await system.ask("/v1/domains", body)).status).toBe(status);
  });

  it("is not one of the bootstrap file: those only the operator removes", async () => {
    expect((await system.ask("/v1/domains/tower", undefined, {}, "DELETE")).status).toBe(409);
    expect((await system.ask("/v1/domains/none", undefined, {}, "DELETE")).status).toBe(404);
  });
});

describe("usage", () => {
  it("adds up what messages cost by day, goal and tier", async () => {
    await turn("procure leite", "uma");
    await turn("procure pao", "uma");
    await turn("ajuda", "uma");
    const report = usageReport.parse(await get("/v1/usage", "uma"));
    expect(report.total).toMatchObject({
      calls: 3,
      llm_calls: 0,
      tokens_input: 0,
      tokens_output: 0,
    });
    expect(report.by_day).toMatchObject([{ calls: 3 }]);
    expect(report.by_goal).toMatchObject([
      { goal: "", calls: 1 },
      { goal: "FIND_LINE", calls: 2 },
    ]);
    expect(report.by_tier.map(({ tier }) => tier)).toEqual(["control", "template"]);
    expect(usageReport.parse(await get("/v1/usage?since=2999-01-01", "uma")).total.calls).toBe(0);
    expect((await system.ask("/v1/usage?since=yesterday")).status).toBe(400);
  });
});
