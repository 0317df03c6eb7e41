import { afterEach, expect, it } from "vitest";
import type { ManifestSource } from "#shared/contracts/manifest.ts";
import { success } from "#shared/domain-kit/answers.ts";
import { defineDomain } from "#shared/domain-kit/define-domain.ts";
import { silentLog } from "#shared/domain-kit/log.ts";
import { scriptedModel } from "../../adapters/language-model/scripted-model.fixture.ts";
import { answer } from "../answer.ts";
import { openTurnDeps } from "../turn-deps.fixture.ts";
import { exampleMeant } from "./help.ts";

type Goals = NonNullable<ManifestSource["goals"]>;

const goal = (name: string, says: string): Goals[number] => ({
  goal: name,
  description: { "pt-BR": says, en: says },
  capability: name.toLowerCase(),
  hints: { templates: { "pt-BR": [says.toLowerCase()] } },
});
const written = { kind: "reasoning", prompt: { template: { en: "Write." } } } as const;
const manifestOf = (
  domain: string,
  says: string,
  goals: Goals,
  thinks: readonly string[],
): ManifestSource => ({
  ...{ manifest_version: "1", domain, version: "1.0.0", description: { "pt-BR": says, en: says } },
  goals,
  capabilities: goals.map(({ capability = "" }) => ({
    capability,
    effect: "read",
    params_schema: { type: "object" },
    ...(thinks.includes(capability) ? written : {}),
  })),
});
const done = async () => success({ result: null, explanation: "Feito." });
const library = defineDomain(
  manifestOf(
    "library",
    "Cuida dos livros",
    [goal("FIND", "Achar um livro"), goal("REVIEW", "Resenhar um livro")],
    ["review"],
  ),
  { find: done },
  { log: silentLog },
);
const poet = defineDomain(
  manifestOf("poet", "Escreve versos", [goal("RHYME", "Rimar")], ["rhyme"]),
  {},
  { log: silentLog },
);

let opened: Awaited<ReturnType<typeof openTurnDeps>> | undefined;
afterEach(() => opened?.close());
async function say(input_text: string, more: Parameters<typeof openTurnDeps>[1] = {}) {
  opened = await openTurnDeps([library, poet], more);
  const entry = { user_id: "ana", session_id: "s", channel: "test", metadata: {}, input_text };
  return (await answer(entry, opened.turnDeps())).answer;
}

it("help without a model names nothing that only a model would do", async () => {
  const help = await say("ajuda");
  expect(help).toContain("- Cuida dos livros");
  expect(help).not.toMatch(/Resenhar|Rimar|versos/);
});

it("a no without a model does not name a domain that cannot do anything", async () => {
  const no = await say("conserta a minha bicicleta");
  expect(no).toContain("- Cuida dos livros");
  expect(no).not.toContain("versos");
});

it("with a model it is there", async () => {
  const help = await say("ajuda", { model: scriptedModel(() => undefined) });
  expect(help).toContain("- Escreve versos");
});

const shelf = {
  domain: "library",
  goals: [
    { goal: "FIND", hints: { examples: { en: ["where is [Dracula](title)?", "find Emma"] } } },
  ],
};
const weighed = (goal: number, nearest: number, example: string) => [
  { kind: "goal", detail: "library.FIND", weight: goal },
  { kind: "nearest_example", detail: example, weight: nearest },
];
const find = { domain: "library", goal: "FIND", confidence: 0.2 };
it.each<[string, object, string | undefined]>([
  ["the example that it is most like", { evidence: weighed(0.7, 0.5, "find Emma") }, "find Emma"],
  [
    "the first one, where that is of another language",
    { evidence: weighed(0.7, 0.5, "cadê o livro?") },
    "where is Dracula?",
  ],
  ["none, where the goal is not likely", { evidence: weighed(0.3, 0.5, "find Emma") }, undefined],
  ["none, where no example is like it", { evidence: weighed(0.7, 0.2, "find Emma") }, undefined],
  [
    "none, where it is held back",
    {
      evidence: weighed(0.7, 0.5, "find Emma"),
      doubts: [{ reason: "negated", detail: "not" }],
    },
    undefined,
  ],
])("what is perhaps worded otherwise is answered with %s", (_, intent, example) => {
  expect(exampleMeant(find, [shelf] as never, intent as never, "en")).toBe(example);
});
