import { wordsIn } from "../../words.ts";

export const words = wordsIn({
  about: [
    "Quão bem o catálogo entende os próprios exemplos, cada um deixado de fora na sua vez.",
    "How well the catalogue understands its own examples, each left out in its turn.",
  ],
  working: [
    "Ouvindo cada exemplo sem tê-lo visto… leva um minuto ou mais.",
    "Hearing each example without having seen it… a minute or more.",
  ],
  failed: [
    "A avaliação não deu certo; o log diz por quê.",
    "The evaluation failed; the log says why.",
  ],
  sentences: ["frases", "sentences"],
  accuracy: ["objetivo certo", "goal right"],
  f1: ["valores certos (F1)", "values right (F1)"],
  ece: ["erro de calibração", "calibration error"],
  pairs: ["Pares confundidos", "Confused pairs"],
  noPairs: ["Nenhum objetivo é tomado por outro.", "No goal is taken for another one."],
  times: [
    (count: number) => (count === 1 ? "1 vez" : `${count} vezes`),
    (count: number) => (count === 1 ? "once" : `${count} times`),
  ],
  meant: ["queria", "meant"],
  found: ["achou", "found"],
  reliability: ["Confiança contra acerto", "Confidence against truth"],
  reliabilityAbout: [
    "Bem calibrado: a curva fica na diagonal, e cada barra acaba perto da marca.",
    "Well calibrated: the curve keeps to the diagonal, and each bar ends near its mark.",
  ],
  goals: ["Por objetivo", "By goal"],
  goal: ["Objetivo", "Goal"],
  language: ["Idioma", "Language"],
  acts: ["age", "acts"],
  rightly: ["age certo", "acts rightly"],
  inbox: ["À espera da sua palavra", "Waiting for your word"],
  noInbox: [
    "Nada espera. O que só um modelo ou uma pergunta esclarecer aparece aqui.",
    "Nothing waits. What only a model or a question made clear shows up here.",
  ],
  example: ["Exemplo", "Example"],
  accept: ["Aceitar", "Accept"],
  reject: ["Recusar", "Reject"],
  judging: ["Medindo o que mudaria…", "Working out what it would change…"],
  by: {
    model: ["esclarecido por um modelo", "made clear by a model"],
    choice: ["escolhido por quem disse", "chosen by who said it"],
  },
  concerns: {
    secret: ["parece ter um segredo", "seems to hold a secret"],
    personal: ["parece ter dado pessoal", "seems to hold something personal"],
    unmarked: ["um valor não aparece nas palavras", "a value does not stand in the words"],
  },
  unclear: ["Não entendido ultimamente", "Not understood lately"],
  noUnclear: [
    "Nos últimos 30 dias, tudo o que foi dito levou a algum lugar.",
    "In the last 30 days, everything that was said led somewhere.",
  ],
  offered: ["ofereceu", "offered"],
  nothingOffered: ["não ofereceu nada", "offered nothing"],
  label: ["Dar a um objetivo", "Give it to a goal"],
  putAway: ["Descartar", "Dismiss"],
  give: ["Dar um exemplo a um objetivo", "Give a goal an example"],
  explain: ["Explicar", "Explain"],
});
