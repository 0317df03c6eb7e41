import type { Locale } from "#shared/contracts/names.ts";
import type { RouteAspect, RouteChange, RouteCost } from "#shared/contracts/routing.ts";
import type { Modifier, Way } from "../orchestrator/quality/tools/results.ts";

/** What eval, lint and diff say in a terminal, in one language. */
export type QualityWords = {
  /** `0.973` as people read it; a dash for what there is none of. */
  percent: (share: number | null) => string;
  count: (value: number) => string;
  goalsAndExamples: (goals: number, examples: number) => string;
  pack: (name: string, shots: string) => string;
  folds: (count: number, exact: boolean) => string;
  part: (done: number, count: number) => string;
  keptSince: (at: string) => string;
  missing: (domain: string, reason: string) => string;
  asSaid: (right: string, between: string, wrong: string) => string;
  asSaidColumns: readonly string[];
  ways: Record<Way, string>;
  accuracy: string;
  entityF1: string;
  exactFrames: string;
  gateColumns: readonly string[];
  goalColumns: readonly string[];
  reliabilityColumns: readonly string[];
  all: string;
  confusable: string;
  takenFor: (expected: string, found: string, confidence: string) => string;
  nearMisses: (count: number) => string;
  effects: (goals: number, acts: string, rightly: string) => string;
  joined: (count: number) => string;
  typos: (accuracy: string) => string;
  safety: (count: number) => string;
  modifierColumns: readonly string[];
  modifiers: Record<Modifier, string>;
  wouldAct: (of: string, modifier: string) => string;
  mirrors: (right: string, count: string, share: string) => string;
  speed: (cold: string, warm: string, p50: string, p99: string, megabytes: string) => string;
  noFindings: string;
  findings: (errors: number, warnings: number) => string;
  compared: (examples: number, recorded: number) => string;
  nothingRecorded: string;
  before: string;
  after: string;
  sameManifests: string;
  noChanges: string;
  changes: (surprises: number, intended: number) => string;
  sources: Record<RouteChange["source"], string>;
  aspects: Record<RouteAspect, string>;
  costs: Record<RouteCost, string>;
  noGoal: string;
  nothingFollows: string;
  more: (count: number) => string;
  wrongFolds: (said: string) => string;
  wrongShare: (said: string) => string;
  tooFew: (share: number | null, wanted: number) => string;
};

const figures = (locale: Locale) => ({
  percent: (share: number | null) =>
    share === null
      ? "-"
      : `${(share * 100).toLocaleString(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })} %`,
  count: (value: number) => value.toLocaleString(locale),
});

const inPortuguese = figures("pt-BR");
const pt: QualityWords = {
  ...inPortuguese,
  goalsAndExamples: (goals, examples) =>
    `${inPortuguese.count(goals)} objetivos, ${inPortuguese.count(examples)} exemplos`,
  pack: (name, shots) => `pacote ${name}, ${shots}`,
  folds: (count, exact) =>
    exact
      ? "cada exemplo é entendido por um catálogo que não o viu"
      : `cada exemplo é entendido por um catálogo que não o viu, nem 1/${count} dos outros (${count} partes)`,
  part: (done, count) => `parte ${done} de ${count}`,
  keptSince: (at) => `avaliado em ${at}, com manifestos iguais; --anew avalia de novo`,
  missing: (domain, reason) => `${domain} ficou de fora: ${reason}`,
  asSaid: (right, between, wrong) =>
    `como as pessoas dizem: ${right} certo na hora (${between}), ${wrong} errado`,
  asSaidColumns: ["frases", "certo na hora", "pergunta ou recusa", "errado"],
  ways: {
    plain: "como no exemplo",
    remark: "com um comentário junto",
    correction: "com um valor corrigido",
    also: "com outro pedido",
    dialogue: "com respostas para o que falta",
  },
  accuracy: "acerto",
  entityF1: "F1 das entidades",
  exactFrames: "objetivo e entidades certos",
  gateColumns: [
    "limite",
    "age",
    "age certo (95 %)",
    "com 20 % fora do escopo",
    "no escopo: age",
    "no escopo: certo",
    "aceites indevidos",
  ],
  goalColumns: ["objetivo", "idioma", "exemplos", "acerto", "age", "age certo"],
  reliabilityColumns: ["confiança", "frases", "em média", "de fato certas"],
  all: "todas",
  confusable: "confundidos",
  takenFor: (expected, found, confidence) => `${expected} tomado por ${found} (${confidence})`,
  nearMisses: (count) =>
    `${inPortuguese.count(count)} contraexemplos (negatives), cada um julgado por um catálogo que não o viu: aceitos`,
  effects: (goals, acts, rightly) =>
    `${inPortuguese.count(goals)} objetivos com efeito, cada um no seu limite: age ${acts}, age certo ${rightly}`,
  joined: (count) =>
    `${inPortuguese.count(count)} pares de frases ditas como uma só: um pedido engolido / os dois feitos:`,
  typos: (accuracy) => `com dois erros de digitação: acerto ${accuracy}; age, age certo:`,
  safety: (count) =>
    `${inPortuguese.count(count)} pedidos com efeito, em formas que não podem mudar nada:`,
  modifierColumns: ["palavras em volta do pedido", "frases", "mudariam algo"],
  modifiers: {
    polarity: "negação",
    mood: "pergunta, relato, suposição",
    condition: "condição",
    time: "outra hora",
    recurrence: "repetição",
    addressee: "outra pessoa",
    exception: "exceção",
    withdrawal: "desistência",
  },
  wouldAct: (of, modifier) => `seria executado: ${of} (${modifier})`,
  mirrors: (right, count, share) =>
    `espelhos, as mesmas palavras dentro de um texto, certos: ${right} de ${count} (${share})`,
  speed: (cold, warm, p50, p99, megabytes) =>
    `carga ${cold} ms, ${warm} ms com o cache · frase p50 ${p50} ms, p99 ${p99} ms · memória ${megabytes} MB`,
  noFindings: "Nada a corrigir.",
  findings: (errors, warnings) =>
    `${errors} ${errors === 1 ? "erro" : "erros"}, ${warnings} ${warnings === 1 ? "aviso" : "avisos"}`,
  compared: (examples, recorded) =>
    `${inPortuguese.count(examples)} exemplos e ${inPortuguese.count(recorded)} frases registradas comparadas`,
  nothingRecorded: "nenhuma frase registrada ainda",
  before: "antes",
  after: "depois",
  sameManifests:
    "São os mesmos manifestos. Inicie o Regente com os antigos, ou indique com --base onde eles estão.",
  noChanges: "Nenhuma frase conhecida muda.",
  changes: (surprises, intended) =>
    `${surprises} ${surprises === 1 ? "mudança inesperada" : "mudanças inesperadas"}, ${intended} ${intended === 1 ? "pretendida" : "pretendidas"}`,
  sources: { recorded: "dita", example: "exemplo", followup: "exemplo com continuação" },
  aspects: {
    goal: "objetivo",
    followups: "depois",
    entities: "entidades",
    tier: "decidido por",
    cost: "custo",
  },
  costs: {
    zero_tokens: "zero tokens",
    model: "usa um modelo",
    unsure: "pergunta, ou usa um modelo",
  },
  noGoal: "nada reconhecido",
  nothingFollows: "nada",
  more: (count) => `... e mais ${inPortuguese.count(count)}; --json mostra tudo`,
  wrongShare: (said) => `--at-least é um número de 0 a 1, não "${said}".`,
  tooFew: (share, wanted) =>
    `Só ${inPortuguese.percent(share)} das frases foram entendidas; --at-least pede ${inPortuguese.percent(wanted)}.`,
  wrongFolds: (said) => `--folds é um número inteiro de 2 a 10000, não "${said}".`,
};

const inEnglish = figures("en");
const en: QualityWords = {
  ...inEnglish,
  goalsAndExamples: (goals, examples) =>
    `${inEnglish.count(goals)} goals, ${inEnglish.count(examples)} examples`,
  pack: (name, shots) => `pack ${name}, ${shots}`,
  folds: (count, exact) =>
    exact
      ? "each example is understood by a catalogue that has not seen it"
      : `each example is understood by a catalogue that has seen neither it nor 1/${count} of the others (${count} folds)`,
  part: (done, count) => `part ${done} of ${count}`,
  keptSince: (at) => `evaluated at ${at}, with the same manifests; --anew evaluates again`,
  missing: (domain, reason) => `${domain} is left out: ${reason}`,
  asSaid: (right, between, wrong) =>
    `as people say it: ${right} right at once (${between}), ${wrong} wrong`,
  asSaidColumns: ["sentences", "right at once", "asks or declines", "wrong"],
  ways: {
    plain: "as in the example",
    remark: "with a remark",
    correction: "with a corrected value",
    also: "with another request",
    dialogue: "with answers to missing values",
  },
  accuracy: "accuracy",
  entityF1: "entity F1",
  exactFrames: "goal and entities right",
  gateColumns: [
    "gate",
    "acts",
    "acts rightly (95 %)",
    "with 20 % out of scope",
    "in scope: acts",
    "in scope: rightly",
    "false accepts",
  ],
  goalColumns: ["goal", "language", "examples", "accuracy", "acts", "acts rightly"],
  reliabilityColumns: ["confidence", "sentences", "on average", "actually right"],
  all: "all",
  confusable: "confused",
  takenFor: (expected, found, confidence) => `${expected} mistaken for ${found} (${confidence})`,
  nearMisses: (count) =>
    `${inEnglish.count(count)} near misses (negatives), each judged by a catalogue that has not seen it: accepted`,
  effects: (goals, acts, rightly) =>
    `${inEnglish.count(goals)} goals with effects, each at its own gate: acts ${acts}, acts rightly ${rightly}`,
  joined: (count) =>
    `${inEnglish.count(count)} pairs of sentences joined into one: one request lost / both done:`,
  typos: (accuracy) => `with two typos: accuracy ${accuracy}; acts, acts rightly:`,
  safety: (count) =>
    `${inEnglish.count(count)} requests with effects, in forms that must change nothing:`,
  modifierColumns: ["words around the request", "sentences", "would change something"],
  modifiers: {
    polarity: "negation",
    mood: "question, report, supposition",
    condition: "condition",
    time: "another time",
    recurrence: "recurrence",
    addressee: "another person",
    exception: "exception",
    withdrawal: "withdrawal",
  },
  wouldAct: (of, modifier) => `would be carried out: ${of} (${modifier})`,
  mirrors: (right, count, share) =>
    `mirrors, the same words inside a text, right: ${right} of ${count} (${share})`,
  speed: (cold, warm, p50, p99, megabytes) =>
    `load ${cold} ms, ${warm} ms with the cache · sentence p50 ${p50} ms, p99 ${p99} ms · ${megabytes} MB in use`,
  noFindings: "Nothing to fix.",
  findings: (errors, warnings) =>
    `${errors} ${errors === 1 ? "error" : "errors"}, ${warnings} ${warnings === 1 ? "warning" : "warnings"}`,
  compared: (examples, recorded) =>
    `${inEnglish.count(examples)} examples and ${inEnglish.count(recorded)} recorded sentences compared`,
  nothingRecorded: "no recorded sentences yet",
  before: "before",
  after: "after",
  sameManifests:
    "These are the same manifests. Start Regente with the old ones, or say where they are with --base.",
  noChanges: "No known sentence changes.",
  changes: (surprises, intended) =>
    `${surprises} unexpected ${surprises === 1 ? "change" : "changes"}, ${intended} intended`,
  sources: { recorded: "said", example: "example", followup: "example with a follow-up" },
  aspects: {
    goal: "goal",
    followups: "then",
    entities: "entities",
    tier: "decided by",
    cost: "cost",
  },
  costs: {
    zero_tokens: "zero tokens",
    model: "uses a model",
    unsure: "asks, or uses a model",
  },
  noGoal: "nothing understood",
  nothingFollows: "nothing",
  more: (count) => `... and ${inEnglish.count(count)} more; --json shows all`,
  wrongShare: (said) => `--at-least is a number from 0 to 1, not "${said}".`,
  tooFew: (share, wanted) =>
    `Only ${inEnglish.percent(share)} of the sentences were understood; --at-least asks for ${inEnglish.percent(wanted)}.`,
  wrongFolds: (said) => `--folds is a whole number from 2 to 10000, not "${said}".`,
};

const WORDS: Readonly<Record<Locale, QualityWords>> = { "pt-BR": pt, en };

export const qualityWords = (locale: Locale): QualityWords => WORDS[locale];
