import type { Topic } from "#shared/conformance/domain-check.ts";
import type { Locale } from "#shared/contracts/names.ts";

type CheckWords = {
  topics: Record<Topic, string>;
  notReachable: (url: string, why: string) => string;
  noManifest: (url: string) => string;
  locked: string;
  badCases: (file: string, why: string) => string;
  checked: (domain: string, version: string, url: string) => string;
  kept: (kept: number, all: number) => string;
  summary: (passed: number, failed: number, notChecked: number) => string;
  rule: (number: string, sentence: string) => string;
  noDoor: string;
  routing: string;
  taken: string;
  more: (count: number) => string;
  unknownThere: (domain: string, url: string) => string;
  otherVersion: (there: string, here: string) => string;
  noExamples: string;
};

const pt: CheckWords = {
  topics: {
    manifest: "saúde e manifesto",
    errors: "pedidos inválidos",
    parameters: "parâmetros inválidos",
    answers: "respostas",
    questions: "perguntas",
    deadlines: "prazos",
    effects: "efeitos só uma vez",
    tokens: "quem pode chamar",
    routing: "exemplos levam aos objetivos",
  },
  notReachable: (url, why) => `Nada responde em ${url} (${why}). O domínio está rodando?`,
  noManifest: (url) => `O serviço em ${url} não tem um manifesto em /manifest.`,
  locked:
    "O domínio exige um token. Informe a chave dele com --secret ou em REGENTE_DOMAIN_KEY (regente domains key).",
  badCases: (file, why) => `${file} não é uma lista de casos válida: ${why}`,
  checked: (domain, version, url) => `${domain} ${version} em ${url}`,
  kept: (kept, all) => `${kept} de ${all}`,
  summary: (passed, failed, notChecked) =>
    [
      `${passed} ${passed === 1 ? "promessa cumprida" : "promessas cumpridas"}`,
      `${failed} ${failed === 1 ? "quebrada" : "quebradas"}`,
      `${notChecked} não verificadas`,
    ].join(", "),
  rule: (number, sentence) => `regra ${number} (docs/wire.md): ${sentence}`,
  noDoor: "indique um Regente no ar com --url",
  routing: "todo exemplo chega ao seu objetivo",
  taken: "o Regente aceita o manifesto",
  more: (count) => `(e mais ${count})`,
  unknownThere: (domain, url) => `o Regente em ${url} não conhece ${domain}`,
  otherVersion: (there, here) => `lá está ativa a versão ${there}, aqui responde a ${here}`,
  noExamples: "o manifesto não tem exemplos",
};

const en: CheckWords = {
  topics: {
    manifest: "health and manifest",
    errors: "invalid requests",
    parameters: "invalid parameters",
    answers: "answers",
    questions: "questions",
    deadlines: "deadlines",
    effects: "effects happen once",
    tokens: "who may call",
    routing: "examples reach their goals",
  },
  notReachable: (url, why) => `Nothing answers at ${url} (${why}). Is the domain running?`,
  noManifest: (url) => `The service at ${url} has no manifest at /manifest.`,
  locked:
    "The domain needs a token. Give its key with --secret, or in REGENTE_DOMAIN_KEY (regente domains key).",
  badCases: (file, why) => `${file} is not a valid list of cases: ${why}`,
  checked: (domain, version, url) => `${domain} ${version} at ${url}`,
  kept: (kept, all) => `${kept} of ${all}`,
  summary: (passed, failed, notChecked) =>
    [
      `${passed} ${passed === 1 ? "promise" : "promises"} kept`,
      `${failed} broken`,
      `${notChecked} not checked`,
    ].join(", "),
  rule: (number, sentence) => `rule ${number} (docs/wire.md): ${sentence}`,
  noDoor: "name a running Regente with --url",
  routing: "every example leads to its goal",
  taken: "Regente accepts the manifest",
  more: (count) => `(and ${count} more)`,
  unknownThere: (domain, url) => `the Regente at ${url} does not know ${domain}`,
  otherVersion: (there, here) => `version ${there} is active there, ${here} answers here`,
  noExamples: "the manifest has no examples",
};

const WORDS: Readonly<Record<Locale, CheckWords>> = { "pt-BR": pt, en };

export const checkWords = (locale: Locale): CheckWords => WORDS[locale];
