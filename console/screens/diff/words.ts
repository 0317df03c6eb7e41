import type { Tier } from "#shared/contracts/intent.ts";
import type { Locale } from "#shared/contracts/names.ts";
import type { RouteAspect, RouteCost } from "#shared/contracts/routing.ts";
import { inWords } from "../../words.ts";

type Words = {
  about: string;
  start: string;
  choose: string;
  ofHeld: string;
  empty: string;
  drop: string;
  editor: string;
  sentences: string;
  run: string;
  running: string;
  findings: string;
  clean: string;
  line: string;
  wayOut: string;
  changes: (count: number) => string;
  noChange: string;
  heard: (examples: number, recorded: number) => string;
  intended: string;
  surprising: string;
  stolen: string;
  before: string;
  after: string;
  sources: Record<"recorded" | "example" | "followup", string>;
  aspects: Record<RouteAspect, string>;
  costs: Record<RouteCost, string>;
  tiers: Record<Tier, string>;
  nowhere: string;
  asked: string;
  approve: string;
  approved: string;
  onlyHeld: string;
  last: string;
  noLast: string;
  onlySurprises: string;
  same: string;
};

const WORDS: Readonly<Record<Locale, Words>> = {
  "pt-BR": {
    about:
      "Mostra, antes de valer, que frases mudariam de rumo com outro manifesto: os exemplos de todos os domínios e o que as pessoas disseram de verdade.",
    start: "Começar de",
    choose: "um manifesto em vigor",
    ofHeld: "mudança à espera de",
    empty: "texto vazio",
    drop: "Cole um manifesto, ou solte um arquivo aqui.",
    editor: "Manifesto em YAML ou JSON",
    sentences: "Frases para comparar lado a lado, uma por linha",
    run: "Ver o que mudaria",
    running: "Treinando com o manifesto novo… leva alguns segundos",
    findings: "O que há de errado",
    clean: "O manifesto está bem escrito.",
    line: "linha",
    wayOut: "Saída",
    changes: (count) => (count === 1 ? "1 frase mudaria" : `${count} frases mudariam`),
    noChange: "Nenhuma frase conhecida muda de rumo.",
    heard: (examples, recorded) => `${examples} exemplos e ${recorded} frases ditas foram ouvidos.`,
    intended: "como o exemplo quer",
    surprising: "não pretendida",
    stolen: "tomada de",
    before: "Hoje",
    after: "Com este manifesto",
    sources: {
      recorded: "dita por alguém",
      example: "exemplo",
      followup: "exemplo com continuação",
    },
    aspects: {
      goal: "objetivo",
      followups: "o que vem depois",
      entities: "valores",
      tier: "quem decide",
      cost: "portão",
    },
    costs: { zero_tokens: "age sem tokens", model: "age com modelo", unsure: "não age" },
    tiers: {
      control: "palavra de controle",
      pending: "resposta",
      template: "molde",
      classifier: "exemplos",
      elliptical: "assunto anterior",
      model: "modelo",
      given: "chamada pronta",
      none: "ninguém",
    },
    nowhere: "lugar nenhum",
    asked: "As frases pedidas, lado a lado",
    approve: "Aprovar este manifesto",
    approved: "Aprovado. Ele entra em vigor em instantes.",
    onlyHeld: "Só o manifesto que está à espera, sem alteração, pode ser aprovado daqui.",
    last: "A última mudança em vigor",
    noLast: "Nenhuma mudança desde o início, ou a comparação ainda está sendo feita.",
    onlySurprises: "Só as não pretendidas",
    same: "igual",
  },
  en: {
    about:
      "Shows, before it is in force, which sentences another manifest would lead elsewhere: the examples of all domains and what people really said.",
    start: "Begin with",
    choose: "a manifest in force",
    ofHeld: "waiting change of",
    empty: "an empty text",
    drop: "Paste a manifest, or drop a file here.",
    editor: "Manifest as YAML or JSON",
    sentences: "Sentences to compare side by side, one a line",
    run: "See what would change",
    running: "Training with the new manifest… it takes some seconds",
    findings: "What is wrong",
    clean: "The manifest is well written.",
    line: "line",
    wayOut: "Way out",
    changes: (count) =>
      count === 1 ? "1 sentence would change" : `${count} sentences would change`,
    noChange: "No known sentence would lead elsewhere.",
    heard: (examples, recorded) =>
      `${examples} examples and ${recorded} said sentences were heard.`,
    intended: "as its example wants",
    surprising: "not intended",
    stolen: "taken from",
    before: "Today",
    after: "With this manifest",
    sources: {
      recorded: "really said",
      example: "example",
      followup: "example with a follow-up",
    },
    aspects: {
      goal: "goal",
      followups: "follow-ups",
      entities: "values",
      tier: "who decides",
      cost: "gate",
    },
    costs: {
      zero_tokens: "acts for no tokens",
      model: "acts with a model",
      unsure: "does not act",
    },
    tiers: {
      control: "control word",
      pending: "answer",
      template: "template",
      classifier: "examples",
      elliptical: "what was said before",
      model: "model",
      given: "ready-made call",
      none: "no one",
    },
    nowhere: "nowhere",
    asked: "The sentences that were asked about, side by side",
    approve: "Approve this manifest",
    approved: "Approved. It comes into force in a moment.",
    onlyHeld: "Only the manifest that waits, unchanged, can be approved from here.",
    last: "The last change in force",
    noLast: "No change since the start, or it is still being compared.",
    onlySurprises: "Only those not intended",
    same: "the same",
  },
};

export const words = (): Words => inWords(WORDS);
