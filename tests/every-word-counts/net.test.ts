import { expect, it } from "vitest";
import { draftOf, wouldAct } from "../../orchestrator/quality/evaluation/would-act.ts";
import { actingVariants, shipped } from "./shipped.ts";

// Every example of the shipped domains that changes something, and every follow-up that does, in every form that says
// not, if, when, to whom, or takes it back: a sample here, all 227,000 with `npm run test:long`.
const STEP = process.env["REGENTE_TESTS"] === "long" ? 1 : 101;

/** None should act. What still does may only become less: this is what was measured, and a little for the sample. */
const MOST_ACTING = 0.004;

it("hardly anything is changed by a request that says otherwise", { timeout: 7_200_000 }, () => {
  const { heard, acting } = actingVariants(STEP);
  expect(heard).toBeGreaterThan(1000);
  expect(acting.length / heard, acting.join("\n")).toBeLessThanOrEqual(MOST_ACTING);
});

const planOf = (text: string) => {
  const { catalogue, understanding } = shipped();
  return draftOf(text, understanding, catalogue);
};

it.each([
  ["save this film it's called Past Lives", "Past Lives"],
  ["salva esse filme, o filme se chama Aftersun", "Aftersun"],
  ["salva a série, ela se chama Dark", "Dark"],
  ["quero guardar o filme Bacurau pra assistir com a vó", "Bacurau"],
  ["save the movie Past Lives to watch with my sister", "Past Lives"],
  ["save the movie 28 Days Later", "28 Days Later"],
])("%s: the title is %s", (text, title) => {
  const draft = planOf(text);
  expect(draft).toMatchObject({ leads: "plan", plan: { steps: [{ params: { title } }] } });
});

it.each([
  "what's ericsson worth, and please don't keep a note of it",
  "quanto está a PETR4, e por favor não anota para mim",
  "telegram me the us movers, eh whatever, I'll look myself",
  "manda no telegram as maiores altas, deixa que eu mesmo vejo",
  "anota vistoria dia 14, quer dizer, dia 16",
  "anota uma coisa pra mim, querido",
])("%s: nothing is changed", (text) => {
  expect(wouldAct(planOf(text), shipped().catalogue)).toBe(false);
});
