import type { Effect } from "#shared/contracts/capability.ts";
import { type Locale, localeOfCode } from "#shared/contracts/names.ts";
import { messageIn } from "#shared/messages/messages.ts";
import type { MessageValues } from "#shared/messages/reason.ts";

/** The language a terminal is set to: Portuguese when it says so, else English. */
export function localeOf(env: Readonly<Record<string, string | undefined>>): Locale {
  const language = env["LC_ALL"] || env["LC_MESSAGES"] || env["LANG"] || "";
  return localeOfCode(language) ?? "en";
}

type Surface = "terminal-help";
/** The values that a message names; no second argument where it names none. */
type Given<Values> = keyof Values extends never
  ? []
  : [values: Readonly<Record<keyof Values, string | number>>];

/** What stands under the codes of a file of messages, in one language. */
export const sayIn =
  <In extends Surface>(surface: In, locale: Locale) =>
  <Code extends keyof MessageValues[In] & string>(
    code: Code,
    ...[values]: Given<MessageValues[In][Code]>
  ): string =>
    messageIn(locale, `${surface}.${code}`, values ?? {}) ?? code;

/** What help says of commands and options, in the language of this process: help is made before a Terminal is open. */
export const help = sayIn("terminal-help", localeOf(process.env));

/** What the terminal itself says, in one language. */
export type Words = {
  locale: Locale;
  notRunning: (url: string) => string;
  strangeAnswer: (url: string) => string;
  notAnAddress: (url: string) => string;
  cut: string;
  noText: string;
  thinking: string;
  waitsFor: (names: string) => string;
  answerHere: string;
  sources: string;
  files: string;
  goOn: (command: string) => string;
  chatWelcome: (url: string) => string;
  chatHelp: string;
  newSession: string;
  cancelled: string;
  nothingUnderstood: string;
  goal: string;
  entities: string;
  decidedBy: string;
  gate: string;
  gatePassed: string;
  gateFailed: string;
  gateExempt: string;
  candidates: string;
  evidence: string;
  plan: string;
  after: string;
  optional: string;
  effects: Record<Effect, string>;
  confirmsFirst: string;
  took: (milliseconds: string) => string;
  expected: string;
  notRunYet: string;
  modelTokens: string;
  wouldAsk: string;
  wouldSay: string;
  wouldNeed: string;
  wouldSchedule: string;
  scheduleChanges: Record<"made" | "changed" | "paused" | "resumed" | "cancelled", string>;
  wouldTakeBack: string;
  wouldSetZone: (zone: string | null) => string;
  nothingToDo: string;
  noDomains: string;
  tokens: (count: number) => string;
  steps: (count: number) => string;
  domainStates: Record<"up" | "down" | "joining" | "refused" | "manifest_only", string>;
};

const pt: Words = {
  locale: "pt-BR",
  notRunning: (url) =>
    `O Regente não responde em ${url}. Inicie com "npm start", ou indique outro endereço com --url.`,
  strangeAnswer: (url) => `O servidor em ${url} não parece ser um Regente desta versão`,
  notAnAddress: (url) => `"${url}" não é um endereço http:// ou https://.`,
  cut: "A conexão caiu antes de a resposta chegar. O pedido pode ter sido atendido mesmo assim.",
  noText: 'Diga o que você quer: npx regente ask "o que você faz?"',
  thinking: "pensando",
  waitsFor: (names) => `${names}: ainda está iniciando; o pedido vai esperar por ele`,
  answerHere: "Responda aqui; uma linha vazia deixa para depois.",
  sources: "Fontes",
  files: "Arquivos",
  goOn: (command) => `para responder: ${command}`,
  chatWelcome: (url) => `Conversando com o Regente em ${url}. /help mostra os comandos.`,
  chatHelp: [
    "/new   começa outra conversa",
    "/quit  sai (também Ctrl+D)",
    "Ctrl+C cancela o pedido em andamento",
    "Qualquer outro texto é um pedido; responda a uma pergunta com o número ou o nome.",
  ].join("\n"),
  newSession: "Conversa nova.",
  cancelled: "Pedido interrompido.",
  nothingUnderstood: "nada reconhecido",
  goal: "objetivo",
  entities: "entidades",
  decidedBy: "decidido por",
  gate: "confiança",
  gatePassed: "passa",
  gateFailed: "não passa",
  gateExempt: "sem limite",
  candidates: "candidatos",
  evidence: "indícios",
  plan: "plano",
  after: "depois de",
  optional: "opcional",
  effects: {
    read: "só lê",
    write: "grava",
    external: "efeito externo",
    destructive: "apaga",
  },
  confirmsFirst: "pede confirmação antes",
  took: (milliseconds) => `p95 ${milliseconds} ms`,
  expected: "previsão",
  notRunYet: "tempo desconhecido",
  modelTokens: "tokens de um modelo",
  wouldAsk: "perguntaria",
  wouldSay: "diria",
  wouldNeed: "o resto depende da resposta de",
  wouldSchedule: "agenda",
  scheduleChanges: {
    made: "cria",
    changed: "muda",
    paused: "pausa",
    resumed: "retoma",
    cancelled: "cancela",
  },
  wouldTakeBack: "desfaz o que foi feito antes",
  wouldSetZone: (zone) => `fuso horário: ${zone ?? "o da instalação"}`,
  nothingToDo: "Isso não mudaria nada; não há o que fazer.",
  noDomains: "Nenhum domínio está no arquivo de inicialização.",
  tokens: (count) => `${count} ${count === 1 ? "token" : "tokens"}`,
  steps: (count) => `${count} ${count === 1 ? "passo" : "passos"}`,
  domainStates: {
    up: "no ar",
    down: "fora do ar",
    joining: "entrando",
    refused: "recusado",
    manifest_only: "manifesto",
  },
};

const en: Words = {
  locale: "en",
  notRunning: (url) =>
    `Regente does not answer at ${url}. Start it with "npm start", or name another address with --url.`,
  strangeAnswer: (url) => `The server at ${url} does not look like this version of Regente`,
  notAnAddress: (url) => `"${url}" is not an http:// or https:// address.`,
  cut: "The connection broke before the answer arrived. The request may have run anyway.",
  noText: 'Say what you want: npx regente ask "what can you do?"',
  thinking: "thinking",
  waitsFor: (names) => `${names}: still starting; the request will wait for it`,
  answerHere: "Answer here; an empty line leaves it for later.",
  sources: "Sources",
  files: "Files",
  goOn: (command) => `to answer: ${command}`,
  chatWelcome: (url) => `Talking to Regente at ${url}. /help shows the commands.`,
  chatHelp: [
    "/new   starts another conversation",
    "/quit  exits (or Ctrl+D)",
    "Ctrl+C cancels the current request",
    "Anything else is a request; answer a question with the number or the name.",
  ].join("\n"),
  newSession: "New conversation.",
  cancelled: "Request cancelled.",
  nothingUnderstood: "nothing understood",
  goal: "goal",
  entities: "entities",
  decidedBy: "decided by",
  gate: "confidence",
  gatePassed: "passes",
  gateFailed: "does not pass",
  gateExempt: "no threshold",
  candidates: "candidates",
  evidence: "evidence",
  plan: "plan",
  after: "after",
  optional: "optional",
  effects: {
    read: "reads",
    write: "writes",
    external: "external effect",
    destructive: "destroys",
  },
  confirmsFirst: "asks for approval first",
  took: (milliseconds) => `p95 ${milliseconds} ms`,
  expected: "expected",
  notRunYet: "time unknown",
  modelTokens: "a model's tokens",
  wouldAsk: "would ask",
  wouldSay: "would say",
  wouldNeed: "the rest depends on the answer from",
  wouldSchedule: "schedule",
  scheduleChanges: {
    made: "creates",
    changed: "changes",
    paused: "pauses",
    resumed: "resumes",
    cancelled: "cancels",
  },
  wouldTakeBack: "undoes what was done before",
  wouldSetZone: (zone) => `time zone: ${zone ?? "the installation's"}`,
  nothingToDo: "This would change nothing; there is nothing to do.",
  noDomains: "The bootstrap file lists no domain.",
  tokens: (count) => `${count} ${count === 1 ? "token" : "tokens"}`,
  steps: (count) => `${count} ${count === 1 ? "step" : "steps"}`,
  domainStates: {
    up: "up",
    down: "down",
    joining: "joining",
    refused: "refused",
    manifest_only: "manifest",
  },
};

const WORDS: Readonly<Record<Locale, Words>> = { "pt-BR": pt, en };

export const wordsFor = (env: Readonly<Record<string, string | undefined>>): Words =>
  WORDS[localeOf(env)];
