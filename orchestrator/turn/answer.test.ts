import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { TurnResponse } from "#shared/contracts/endpoints.ts";
import { explainBy } from "../quality/rehearsal/explain.ts";
import { answer } from "./answer.ts";
import { executePlan } from "./execute-plan.ts";
import { gardenDomain } from "./garden.fixture.ts";
import { openTurnDeps } from "./turn-deps.fixture.ts";

const explain = explainBy(answer);

let done: string[];
let garden: Awaited<ReturnType<typeof openTurnDeps>>;
const say = (input_text: string, session_id = "s", user_id = "ana"): Promise<TurnResponse> =>
  answer({ session_id, user_id, input_text, channel: "test", metadata: {} }, garden.turnDeps());

beforeEach(async () => {
  done = [];
  garden = await openTurnDeps([gardenDomain(done)]);
});
afterEach(() => garden.close());

it("a goal whose capability takes another one's effect back is asked for like any other", async () => {
  expect(await say("replante a rosa")).toMatchObject({ status: "success" });
  expect(done).toEqual(["replant rosa"]);
});

describe("a missing entity", () => {
  it("is asked for, and its answer goes on with the follow-up that was asked for", async () => {
    const asked = await say("regue e toca o sino");
    expect(asked).toMatchObject({
      status: "clarification",
      answer: "Qual planta?",
      pending: { kind: "fill" },
    });
    const answered = await say("a samambaia");
    expect(answered.status).toBe("success");
    expect(done).toEqual([
      expect.stringMatching(/^water (a )?samambaia$/),
      expect.stringMatching(/^bell Reguei/),
    ]);
  });

  it("of exact values is asked in people's words and given in the domain's", async () => {
    for (const [session, choice] of [
      ["a", "2"],
      ["b", "fraca"],
    ] as const) {
      const asked = await say("ilumine o jardim", session);
      expect(asked.pending?.options.map(({ label }) => label)).toEqual(["forte", "fraca"]);
      expect((await say(choice, session)).status).toBe("success");
    }
    expect(done).toEqual(["light LOW", "light LOW"]);
  });

  it("is not taken from a message that is clearly another goal", async () => {
    await say("regue");
    expect((await say("arranque a rosa")).pending?.kind).toBe("confirm");
    expect(done).toEqual([]);
  });
});

describe("a destructive step", () => {
  it("waits for a yes, and can be taken back", async () => {
    const asked = await say("arranque a rosa");
    expect(asked.pending?.kind).toBe("confirm");
    expect(asked.pending?.question).toContain("rosa");
    expect(done).toEqual([]);
    expect((await say("sim")).status).toBe("success");
    await say("ajuda");
    expect((await say("desfaz")).answer).toContain("Replantei rosa");
    expect(done).toEqual(["uproot rosa", "replant rosa"]);
    expect((await say("desfaz")).status).toBe("clarification");
    expect(done).toHaveLength(2);
  });

  it("does not happen after a no, and nothing is claimed", async () => {
    await say("arranque a rosa");
    expect((await say("não")).answer).toBe("Tudo bem, não fiz nada.");
    expect((await say("sim")).status).not.toBe("success");
    expect(done).toEqual([]);
  });

  it("is not confirmed by a yes that comes too late", async () => {
    await say("arranque a rosa");
    garden.pass(11 * 60 * 1000);
    expect((await say("sim")).status).not.toBe("success");
    expect(done).toEqual([]);
  });
});

describe("a question of a step", () => {
  it("is answered after a restart, and steps that were done are not done again", async () => {
    const asked = await say("regue samambaia e rosa");
    expect(asked.pending).toMatchObject({ kind: "select", question: "Qual canteiro?" });
    expect(done).toEqual(["water samambaia"]);
    await garden.reopen();
    const answered = await say("sul");
    expect(answered).toMatchObject({ status: "success", run_id: asked.run_id });
    expect(done).toEqual(["water samambaia", "water rosa south"]);
  });

  it("is answered by one of several answers that come at once", async () => {
    await say("regue a rosa");
    const answers = await Promise.all([say("1"), say("1"), say("2")]);
    expect(answers.filter(({ status }) => status === "success")).toHaveLength(1);
    expect(done).toEqual(["water rosa north"]);
  });

  it("belongs to its user and its session", async () => {
    await say("regue a rosa");
    expect((await say("1", "s", "bia")).status).not.toBe("success");
    expect((await say("1", "other")).status).not.toBe("success");
    expect((await say("1")).status).toBe("success");
  });

  it("is not answered by what was meant for an earlier one", async () => {
    const pendingId = async () =>
      (await garden.turnDeps().store.pending.find({ user_id: "ana", session_id: "s" }, Date.now()))
        ?.id;
    await say("regue a rosa");
    const first = await pendingId();
    await say("cancela");
    await say("arranque a rosa");
    const entry = { session_id: "s", user_id: "ana", input_text: "sim", channel: "test" };
    const late = await answer({ ...entry, metadata: {} }, garden.turnDeps(), {
      ...(first !== undefined && { answers: first }),
    });
    expect(late.status).toBe("clarification");
    expect(done).toEqual([]);
    expect(await pendingId()).not.toBe(first);
    expect((await say("sim")).status).toBe("success");
  });

  it("can be answered differently in every branch of a transcript, and the same answer is given once", async () => {
    const places = { signal: new AbortController().signal };
    const entry = { user_id: "ana", channel: "test", metadata: {} };
    const turn = (session_id: string, input_text: string, next: string) =>
      answer({ ...entry, session_id, input_text }, garden.turnDeps(), {
        ...places,
        continueAs: () => [next],
      });
    await turn("t0", "regue a rosa", "t1");
    await turn("t1", "1", "t2");
    await turn("t1", "1", "t2");
    await turn("t1", "2", "t3");
    expect(done).toEqual(["water rosa north", "water rosa south"]);
  });
});

it("a destructive step that asks twice keeps both answers, and is confirmed with what was chosen", async () => {
  expect((await say("apare a roseira")).pending?.kind).toBe("confirm");
  expect((await say("sim")).pending).toMatchObject({ kind: "select", question: "Qual canteiro?" });
  const confirmed = await say("sul");
  expect(confirmed.pending?.kind).toBe("confirm");
  expect(confirmed.pending?.question).toContain("south");
  expect((await say("sim")).pending).toMatchObject({ kind: "select", question: "Qual lado?" });
  expect(done).toEqual([]);
  expect((await say("1")).pending?.kind).toBe("confirm");
  expect((await say("sim")).answer).toBe("Podei.");
  expect(done).toEqual(["prune roseira south left"]);
});

it("an answer without words gets some, and a question no one can answer is a failure that names the domain", async () => {
  expect((await say("regue mudo")).answer).toBe("Feito.");
  const unanswerable = await say("regue confuso");
  expect(unanswerable).toMatchObject({ status: "failure", pending: null });
  expect(unanswerable.answer).toContain("garden");
});

it("a follow-up alone is about what was last answered, not about what failed after it", async () => {
  await say("veja o jardim");
  expect((await say("regue o cacto")).status).toBe("failure");
  expect((await say("e toca o sino")).status).toBe("success");
  expect(done.at(-1)).toBe("bell Há rosas.");
});

it("a follow-up alone goes on with what was done, and does not do it once more", async () => {
  await say("ilumine o jardim forte");
  expect((await say("e toca o sino")).status).toBe("success");
  expect(done.filter((each) => each.startsWith("light"))).toEqual(["light HIGH"]);
});

it("one failing part is told beside what worked", async () => {
  const turn = await say("regue samambaia e cacto");
  expect(turn.status).toBe("partial");
  expect(turn.answer).toMatch(/Reguei samambaia[\s\S]*Cactos não precisam/);
});

it("user text that looks like a reference stays text", async () => {
  const turn = await say("regue ${1.explanation} azul");
  expect(turn.status).toBe("success");
  expect(done).toEqual(["water ${1.explanation} azul"]);
});

it("the language that a channel knows of counts until something is said", async () => {
  const hinted = (input_text: string, session_id: string) =>
    answer(
      { session_id, user_id: "ana", input_text, channel: "test", metadata: { locale_hint: "en" } },
      garden.turnDeps(),
    );
  expect((await hinted("ok", "e")).answer).toMatch(/^There is no open question/);
  expect((await hinted("você não sabe nada", "e")).answer).toMatch(/^Isso eu não sei fazer/);
  expect((await say("ok", "p")).answer).toMatch(/^Não há nenhuma pergunta em aberto/);
});

it("a no says what each domain can do, and where to see it all", async () => {
  const { answer: said } = await say("você não sabe nada");
  expect(said).toMatch(/^Isso eu não sei fazer\. O que eu sei fazer:\n- .+\n[\s\S]*“ajuda”/);
});

it("repeat says the last answer again, and has nothing to say at first", async () => {
  expect((await say("repete")).status).toBe("clarification");
  const { answer: first } = await say("regue a samambaia");
  expect((await say("o que você disse?")).answer).toBe(first);
  expect(done).toHaveLength(1);
});

it("what changed something is done again after a yes, and only what was said with it", async () => {
  await say("regue a samambaia");
  const asked = await say("repete");
  expect([asked.pending?.kind, asked.answer]).toEqual([
    "confirm",
    "Faço de novo? “regue a samambaia”",
  ]);
  expect(done).toHaveLength(1);
  await say("sim");
  expect(done).toHaveLength(2);
});

it("explaining does nothing and stores nothing", async () => {
  const entry = {
    session_id: "s",
    user_id: "ana",
    input_text: "arranque a rosa",
    channel: "test",
    metadata: {},
  };
  const explained = await explain(entry, garden.turnDeps());
  expect(explained).toMatchObject({
    intent: { goal: "UPROOT" },
    gate: { passed: true },
    pending: { kind: "confirm" },
    status: "clarification",
    needs: [],
  });
  expect(explained.plan?.steps).toHaveLength(1);
  expect(done).toEqual([]);
  expect((await say("sim")).status).not.toBe("success");
});

it("a given plan runs as it is written, and a dry run only says so", async () => {
  const given = {
    plan: {
      execution_mode: "dag" as const,
      combine_mode: "report" as const,
      max_concurrency: 4,
      steps: [
        {
          id: 1,
          domain: "garden",
          capability: "water",
          params: { plant_text: "samambaia" },
          depends_on: [],
          required: true,
        },
        {
          id: 2,
          domain: "garden",
          capability: "ring_bell",
          params: { message: "${1.explanation}" },
          depends_on: [1],
          required: false,
        },
      ],
    },
    entry: { session_id: "p", user_id: "ana", input_text: "plan", channel: "test", metadata: {} },
  };
  await executePlan({ ...given, dryRun: true }, garden.turnDeps());
  expect(done).toEqual([]);
  expect((await executePlan(given, garden.turnDeps())).status).toBe("success");
  expect(done).toEqual(["water samambaia", "bell Reguei samambaia."]);
});

describe("what was asked for", () => {
  it("is known also where it failed and left no answer to be shown", async () => {
    expect((await say("regue o cacto")).status).toBe("failure");
    expect((await say("o que eu pedi?")).answer).toContain("“regue o cacto”");
    expect((await say("o que eu pedi?", "another")).answer).not.toContain("cacto");
  });
});
