import { expect, it } from "vitest";
import { tokens } from "../../language/text.ts";
import { stemOf } from "../../language/words/stem.ts";
import { buildClassifier } from "./classifier.ts";
import { confidenceOf, fitConfidence } from "./confidence.ts";
import { calibrate, crossValidate } from "./cross-validate.ts";
import { bestGoal, confidencePrior, overviewOf, signalNames, signalsOf } from "./signals.ts";
import { madeUp } from "./train.ts";
import { NO_GOAL, type TrainingSentence } from "./training-sentence.ts";

const TEXTS = [
  [
    "vai chover amanhã",
    "tem previsão de chuva",
    "faz sol hoje",
    "como fica o tempo",
    "will it rain tomorrow",
    "is it sunny today",
  ],
  [
    "procura um livro",
    "tem algum romance",
    "quero ler um conto",
    "acha esse título",
    "find a book",
    "any novel left",
  ],
  [
    "mostra meus empréstimos",
    "o que eu peguei emprestado",
    "quando vence a devolução",
    "my loans please",
    "what did I borrow",
    "when is it due",
  ],
  [
    "manda uma carta",
    "escreve para ela",
    "envia este recado",
    "quero mandar um bilhete",
    "send a letter",
    "write her a note",
  ],
];
const sentences: TrainingSentence[] = TEXTS.flatMap((texts, goal) =>
  texts.map((text) => ({ words: tokens(text), goal })),
);
const near: TrainingSentence = { words: tokens("manda uma pizza"), goal: NO_GOAL };
const classifier = buildClassifier([...sentences, near], TEXTS.length);
const confidence = (text: string) => {
  const reading = classifier.read(tokens(text));
  const overview = overviewOf(reading);
  return {
    goal: overview.first,
    confidence: confidenceOf(
      confidencePrior,
      signalsOf(classifier, reading, overview, overview.first),
    ),
  };
};

it.each(TEXTS.flatMap((texts, goal) => texts.map((text) => [text, goal] as const)))(
  "learns that %s is goal %d",
  (text, goal) => expect(confidence(text).goal).toBe(goal),
);

it.each([
  ["vai chover hoje", 0],
  ["quero um livro", 1],
  ["what did they borrow", 2],
  ["manda um recado", 3],
])("generalises to %s", (text, goal) => expect(confidence(text).goal).toBe(goal));

it("is surer of what it has heard than of strangers, and least sure of nothing", () => {
  const heard = confidence("vai chover amanhã").confidence;
  const stranger = confidence("qual a raiz quadrada de dois").confidence;
  expect(heard).toBeGreaterThan(0.9);
  expect(stranger).toBeLessThan(0.5);
  expect(confidence("").confidence).toBeLessThan(0.5);
});

it("a near miss pulls the score of its neighbours down", () => {
  const without = buildClassifier(sentences, TEXTS.length);
  const score = (of: typeof classifier) => of.read(tokens("manda uma pizza")).scores[3] ?? 0;
  expect(score(classifier)).toBeLessThan(score(without));
});

it("the same sentences always make the same classifier, however often it is asked", () => {
  const twin = buildClassifier([...sentences, near], TEXTS.length);
  const first = twin.read(tokens("vai chover livro"));
  twin.read(tokens("outra coisa"));
  expect(twin.read(tokens("vai chover livro"))).toEqual(first);
  expect(classifier.read(tokens("vai chover livro"))).toEqual(first);
});

it("background sentences teach no words", () => {
  const background: TrainingSentence = {
    words: tokens("zebra elefante"),
    goal: NO_GOAL,
    background: true,
  };
  const taught = buildClassifier([...sentences, background], TEXTS.length);
  expect(taught.space.wordId("zebra")).toBe(-1);
  expect(taught.space.wordId("chover")).toBeGreaterThanOrEqual(0);
});

it("words that a sentence only carries are not the goal's own", () => {
  const words = tokens("manda um bilhete sobre girafas");
  const carrying = { words, own: words.slice(0, 4), goal: 3 };
  const taught = buildClassifier([...sentences, carrying], TEXTS.length);
  const { says, stemId } = taught.stems;
  expect(says(3, stemId("girafas"))).toBe(false);
  expect(says(3, stemId("bilhete"))).toBe(true);
});

it("one goal is enough, and none is not too few", () => {
  const one = buildClassifier(
    sentences.filter(({ goal }) => goal === 0),
    1,
  );
  expect(bestGoal(one.read(tokens("vai chover")).scores)).toBe(0);
  expect(overviewOf(buildClassifier([], 0).read(tokens("vai chover"))).first).toBe(-1);
});

it("rehearsal decides about each sentence unseen, and about those whose goal is not there", () => {
  const rehearsals = crossValidate([...sentences, near], TEXTS.length);
  const outside = rehearsals.filter((rehearsal) => rehearsal.outside);
  expect(outside).toHaveLength(sentences.length + 1);
  expect(rehearsals.length - outside.length).toBeGreaterThan(sentences.length / 2);
  expect(rehearsals.filter(({ outside, right }) => outside && right)).toEqual([]);
});

it("calibration moves confidence towards what rehearsal shows, and is the same every time", () => {
  const model = calibrate([...sentences, near], TEXTS.length, confidencePrior);
  expect(model?.weights).toHaveLength(signalNames.length);
  expect(model).not.toEqual(confidencePrior);
  expect(calibrate([...sentences, near], TEXTS.length, confidencePrior)).toEqual(model);
});

it("where nothing shows what lies outside there is no calibration", () => {
  const one = sentences.filter(({ goal }) => goal === 0);
  expect(calibrate(one, 1, confidencePrior)).toBeUndefined();
});

it("a goal that has near siblings hears others reach higher with its machine", () => {
  const apart = buildClassifier(
    sentences.filter(({ goal }) => goal < 2),
    2,
  );
  const siblings = buildClassifier(
    sentences
      .filter(({ goal }) => goal === 0)
      .flatMap(({ words }) => [
        { words, goal: 0 },
        { words: [...words, ...tokens("agora")], goal: 1 },
      ]),
    2,
  );
  expect(siblings.othersReach[0]).toBeGreaterThan(apart.othersReach[0] ?? 1);
});

it("many outcomes outweigh the prior, few do not", () => {
  const signals = Float64Array.from(confidencePrior.means);
  const wrong = (count: number) =>
    fitConfidence(
      Array.from({ length: count }, () => ({ signals, right: false, weight: 1 })),
      confidencePrior,
      2000,
    );
  const before = confidenceOf(confidencePrior, signals);
  const few = confidenceOf(wrong(1), signals);
  const many = confidenceOf(wrong(5000), signals);
  expect(few).toBeGreaterThan(before * 0.8);
  expect(many).toBeLessThan(before * 0.2);
});

it.each([
  ["previsões", "previsão"],
  ["chovendo", "chover"],
  ["books", "book"],
  ["rained", "raining"],
])("%s and %s are relatives", (left, right) => {
  const stem = (text: string) => tokens(text).map(({ word }) => stemOf(word));
  expect(stem(left)).toEqual(stem(right));
});

it("a goal of few examples keeps most of its score beside goals of many", () => {
  const things = "rain sun wind snow fog hail storm frost".split(" ");
  const days = "monday tuesday wednesday thursday friday".split(" ");
  const many = days.flatMap((day) =>
    things.flatMap((thing) => [
      { words: tokens(`show me the ${thing} on ${day}`), goal: 0 },
      { words: tokens(`send me the ${thing} of ${day}`), goal: 1 },
    ]),
  );
  const few = ["show me the horses", "which horses are here", "list the horses in the stable"];
  const own = few.map((text) => ({ words: tokens(text), goal: 2 }));
  const score = (beside: TrainingSentence[]) =>
    buildClassifier([...beside, ...own], 3).read(tokens("show me the stable")).scores[2] ?? -1;
  expect(score(many)).toBeGreaterThan(score(many.slice(0, 6)) - 0.27);
});

it.each([
  ["as many as is usual", 40, 1],
  ["half as many", 20, 1],
  ["a tenth", 4, 5],
])("a sentence of a goal that has %s counts so many times", (_, own, times) =>
  expect(madeUp(own, 40)).toBe(times),
);
