import { afterEach, beforeEach, expect, it } from "vitest";
import { success } from "#shared/domain-kit/answers.ts";
import { defineDomain } from "#shared/domain-kit/define-domain.ts";
import { silentLog } from "#shared/domain-kit/log.ts";
import { answer } from "./answer.ts";
import { openTurnDeps } from "./turn-deps.fixture.ts";

let kept: unknown[];
let opened: Awaited<ReturnType<typeof openTurnDeps>>;
beforeEach(async () => {
  kept = [];
  opened = await openTurnDeps([shelf()]);
});
afterEach(() => opened.close());

const shelf = () =>
  defineDomain(
    {
      ...{
        manifest_version: "1",
        domain: "shelf",
        version: "1.0.0",
        description: { en: "A shelf" },
      },
      lists: { any_words: { wildcard: true } },
      goals: [
        {
          goal: "KEEP",
          description: { "pt-BR": "Guardar algo na estante", en: "Keep something on the shelf" },
          capability: "keep",
          hints: {
            templates: {
              "pt-BR": [
                "guarda [(o|a)] {thing_text} na estante {at}",
                "guarda o livro {thing_text}",
              ],
            },
          },
          entities_schema: {
            thing_text: { type: "string", list: "any_words", required: true },
            at: { type: "integer" },
          },
        },
      ],
      capabilities: [
        {
          ...{ capability: "keep", effect: "write", repeat: "keyed" },
          params_schema: {
            type: "object",
            properties: { thing_text: { type: "string" }, at: { type: "integer" } },
          },
        },
      ],
    },
    {
      async keep({ thing_text, at }) {
        kept.push(`${thing_text} ${at}`);
        return success({ result: null, explanation: "Guardado." });
      },
    },
    { log: silentLog },
  );

const say = async (input_text: string) =>
  (
    await answer(
      { user_id: "ana", session_id: "s", input_text, channel: "test", metadata: {} },
      opened.turnDeps(),
    )
  ).answer;

it("a further thing that nothing joins is asked about, and done after a yes", async () => {
  await say("guarda o vaso na estante 3");
  expect(await say("a lanterna vermelha na estante 5")).toMatch(/lanterna vermelha.*\?/s);
  expect(kept).toEqual(["vaso 3"]);
  await say("sim");
  expect(kept).toEqual(["vaso 3", "lanterna vermelha 5"]);
});

it.each([
  "não a lanterna vermelha na estante 5",
  "a lanterna vermelha na estante 5?",
  "já coloquei a lanterna na estante 5",
])("%s: is no further thing", async (text) => {
  await say("guarda o vaso na estante 3");
  await say(text);
  await say("sim");
  expect(kept).toEqual(["vaso 3"]);
});

it("words that say nothing but a name are as likely talk", async () => {
  await say("guarda o livro Vidas Secas");
  await say("o livro Dom Casmurro");
  await say("sim");
  expect(kept).toEqual(["Vidas Secas undefined"]);
});

it("later it is none either", async () => {
  await say("guarda o vaso na estante 3");
  opened.pass(11 * 60_000);
  await say("a lanterna vermelha na estante 5");
  await say("sim");
  expect(kept).toEqual(["vaso 3"]);
});
