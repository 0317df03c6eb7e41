import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { proposalsResponse } from "#shared/contracts/promotion.ts";
import { runRegente } from "../../cli/testing/run-regente.ts";
import { finds, type ModelSystem, startModelSystem } from "./model-system.ts";

let system: ModelSystem;
beforeAll(async () => {
  system = await startModelSystem("anthropic");
});
afterAll(() => system.close());

const promote = (...args: string[]) =>
  runRegente(["promote", ...args, "--json", `--url=${system.url}`]);
const waiting = async () => proposalsResponse.parse(JSON.parse((await promote()).out)).proposals;

it("a sentence that cost tokens is accepted, and costs none from then on, also after a restart", async () => {
  const text = "could Neptune be visible tonight";
  system.provider.plan(finds("VISIBILITY", { body_text: "Neptune" }));
  const first = await system.turn(text, "s1");
  expect(first).toMatchObject({ status: "success", trace: { intent: { tier: "model" } } });
  expect(first.usage.tokens_input).toBeGreaterThan(0);

  const [proposal] = await waiting();
  expect(proposal).toMatchObject({
    text,
    example: "could [Neptune](body_text) be visible tonight",
    concerns: [],
  });
  const accepted = await promote("accept", "--wait", proposal?.id ?? "");
  expect([accepted.code, accepted.err]).toEqual([0, ""]);
  expect(await waiting()).toEqual([]);

  const asked = system.provider.received.length;
  const known = {
    status: "success",
    usage: { llm_calls: 0, tokens_input: 0, tokens_output: 0 },
    trace: { intent: { goal: "VISIBILITY", entities: { body_text: "Neptune" } } },
  };
  expect(await system.turn(text, "s2")).toMatchObject(known);
  // The same words with another name.
  const another = {
    ...known,
    trace: { intent: { tier: "template", entities: { body_text: "Deneb" } } },
  };
  expect(await system.turn("could Deneb be visible tonight", "s2")).toMatchObject(another);
  await system.stop("orchestrator");
  await system.start();
  expect(await system.turn(text, "s3")).toMatchObject(known);
  expect(await system.turn("could Deneb be visible tonight?", "s3")).toMatchObject(another);
  expect(system.provider.received).toHaveLength(asked);

  // The domain's own manifest is as it was.
  expect(readFileSync("tests/e2e/observatory/manifest.yaml", "utf8")).not.toContain("Neptune");
  expect(readFileSync(join(system.folder, "promoted-examples.json"), "utf8")).toContain("Neptune");
});

it("what would lead other sentences elsewhere is refused with the reason, and nothing changes", async () => {
  system.provider.plan(finds("VISIBILITY", { body_text: "Vega" }));
  expect((await system.turn("might Vega shine tonight", "s4")).status).toBe("success");
  const [proposal] = await waiting();
  const id = proposal?.id ?? "";
  const stolen = await promote("accept", "--wait", id, "--as=when is the next eclipse");
  expect(stolen.code).toBe(1);
  expect(stolen.err).toMatch(/eclipse|VISIBILITY/);
  const wrong = await promote("accept", "--wait", id, "--as=might [Vega](star_text) shine tonight");
  expect(wrong.code).toBe(1);
  expect(wrong.err).toContain("star_text");
  expect(await system.turn("when is the next eclipse", "s5")).toMatchObject({
    usage: { llm_calls: 0 },
    trace: { intent: { goal: "ECLIPSES" } },
  });
  expect(await waiting()).toHaveLength(1);
  expect((await promote("reject", id)).code).toBe(0);
  expect((await promote("reject", id)).code).toBe(1);
});

it("what was asked about and chosen is proposed, too: it acts unasked once it is accepted", async () => {
  const text = "jot down a red comet";
  system.provider.plan(finds("LOG_SIGHTING", { note_text: "a red comet" }));
  expect((await system.turn(text, "s7")).status).toBe("clarification");
  expect((await system.turn("1", "s7")).status).toBe("success");
  const [proposal] = await waiting();
  expect(proposal).toMatchObject({ text, solved_by: "choice" });
  const example = "--as=jot down [a red comet](note_text)";
  expect(await promote("accept", "--wait", proposal?.id ?? "", example)).toMatchObject({
    code: 0,
    err: "",
  });
  system.called();
  expect(await system.turn(text, "s8")).toMatchObject({
    status: "success",
    usage: { llm_calls: 0 },
  });
  expect(system.called()).toEqual(["log_sighting a red comet"]);
});

it("what looks like a secret does not go in unseen, and goes with its session", async () => {
  system.provider.plan(finds("VISIBILITY", { body_text: "Rigel" }));
  const asked = await system.turn("might Rigel be visible tonight, password hunter2", "s6");
  expect(asked.pending?.kind).toBe("choose_goal");
  expect((await system.turn("1", "s6")).status).toBe("success");
  const [proposal] = await waiting();
  expect(proposal?.concerns).toEqual(["secret"]);
  const refused = await promote("accept", "--wait", proposal?.id ?? "");
  expect(refused.code).toBe(1);
  expect(refused.err).toContain("secret");
  const deleted = await fetch(`${system.url}/v1/sessions/s6`, { method: "DELETE" });
  expect(deleted.status).toBe(200);
  expect(await waiting()).toEqual([]);
});
