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
    errors: "pedidos errados",
    parameters: "parâmetros errados",
    answers: "respostas",
    questions: "perguntas",
    deadlines: "prazos",
    effects: "efeitos uma vez só",
    tokens: "quem pode chamar",
    routing: "exemplos chegam em casa",
  },
  notReachable: (url, why) => `Nada responde em ${url} (${why}). O domínio está rodando?`,
  noManifest: (url) => `O que responde em ${url} não mostra um manifesto em /manifest.`,
  locked:
    "O domínio pede um token. Diga com --secret, ou em REGENTE_DOMAIN_KEY, a chave que ele conhece (regente domains key).",
  badCases: (file, why) => `${file} não serve como lista de casos: ${why}`,
  checked: (domain, version, url) => `${domain} ${version} em ${url}`,
  kept: (kept, all) => `${kept} de ${all}`,
  summary: (passed, failed, notChecked) =>
    [
      `${passed} ${passed === 1 ? "promessa cumprida" : "promessas cumpridas"}`,
      `${failed} ${failed === 1 ? "quebrada" : "quebradas"}`,
      `${notChecked} sem conferir`,
    ].join(", "),
  rule: (number, sentence) => `regra ${number} (docs/wire.md): ${sentence}`,
  noDoor: "diga onde um Regente atende com --url",
  routing: "todo exemplo chega ao seu objetivo",
  taken: "um Regente aceita o manifesto",
  more: (count) => `(e mais ${count})`,
  unknownThere: (domain, url) => `o Regente em ${url} não conhece ${domain}`,
  otherVersion: (there, here) => `lá vale a versão ${there}, aqui responde a ${here}`,
  noExamples: "o manifesto não tem exemplos",
};

const en: CheckWords = {
  topics: {
    manifest: "health and manifest",
    errors: "wrong requests",
    parameters: "wrong parameters",
    answers: "answers",
    questions: "questions",
    deadlines: "deadlines",
    effects: "effects happen once",
    tokens: "who may call",
    routing: "examples lead home",
  },
  notReachable: (url, why) => `Nothing answers at ${url} (${why}). Is the domain running?`,
  noManifest: (url) => `What answers at ${url} shows no manifest at /manifest.`,
  locked:
    "The domain wants a token. Give the key that it knows with --secret, or in REGENTE_DOMAIN_KEY (regente domains key).",
  badCases: (file, why) => `${file} is no list of cases: ${why}`,
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
  taken: "a Regente takes the manifest",
  more: (count) => `(and ${count} more)`,
  unknownThere: (domain, url) => `the Regente at ${url} does not know ${domain}`,
  otherVersion: (there, here) => `version ${there} is in force there, ${here} answers here`,
  noExamples: "the manifest has no examples",
};

const WORDS: Readonly<Record<Locale, CheckWords>> = { "pt-BR": pt, en };

export const checkWords = (locale: Locale): CheckWords => WORDS[locale];
