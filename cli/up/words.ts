import type { Locale } from "#shared/contracts/names.ts";

/** What the supervisor says, in one language. */
export type SupervisorWords = {
  locale: Locale;
  ready: string;
  domains: string;
  browser: string;
  talk: string;
  openai: string;
  openaiHint: (base: string, model: string, asksForKey: boolean) => string;
  /** Stands where a key of theirs goes. */
  yourKey: string;
  stop: string;
  /** Understood whatever the domains are. */
  firstQuestion: string;
  starting: (names: string) => string;
  stopping: string;
  stopped: string;
  cannotBegin: (why: string) => string;
  noBootstrap: (file: string) => string;
  alreadyRunning: (folder: string, url: string | undefined, pid: number | undefined) => string;
  portTaken: (place: string) => string;
  domainPortTaken: (name: string, place: string) => string;
  crashed: (name: string, how: string, retryMs: number) => string;
  /** `isWatched`: a change of its files starts it again. */
  gaveUp: (name: string, how: string, isWatched: boolean) => string;
  started: (name: string) => string;
  leaving: (name: string) => string;
  fileRefused: (why: string) => string;
  watches: string;
  inForce: (name: string, ms: number) => string;
  changeRefused: (name: string, why: string) => string;
  notBack: (name: string) => string;
};

const seconds = (ms: number, locale: Locale) =>
  `${(ms / 1000).toLocaleString(locale, { maximumFractionDigits: 2 })} s`;

const pt: SupervisorWords = {
  locale: "pt-BR",
  ready: "O Regente está pronto em",
  domains: "Domínios",
  browser: "Navegador",
  talk: "Conversar",
  openai: "OpenAI",
  openaiHint: (base, model, asksForKey) =>
    `base_url ${base}, modelo "${model}", ${asksForKey ? "a sua chave (npx regente keys add)" : "qualquer chave"}`,
  yourKey: "SUA_CHAVE",
  stop: "Parar",
  firstQuestion: "o que você faz?",
  starting: (names) => `iniciando ${names}`,
  stopping: "parando",
  stopped: "parado",
  cannotBegin: (why) => `Não dá para iniciar: ${why}`,
  noBootstrap: (file) =>
    `não existe ${file}; REGENTE_BOOTSTRAP diz onde está o arquivo de inicialização`,
  alreadyRunning: (folder, url, pid) =>
    `O Regente já está rodando nesta pasta${url ? ` em ${url}` : ""}${pid ? ` (processo ${pid})` : ""}. Pare-o lá com Ctrl+C, ou use outra pasta e outra porta: REGENTE_DATA=outra PORT=8090 npm start (dados: ${folder})`,
  portTaken: (place) =>
    `O orquestrador precisa de ${place}, mas outro programa já usa essa porta. Pare-o, ou escolha outra: PORT=8090 npm start`,
  domainPortTaken: (name, place) =>
    `O domínio ${name} precisa de ${place}, mas outro programa já usa essa porta. Pare-o, ou mude a url de ${name} no arquivo de inicialização (ou a variável que ela cita)`,
  crashed: (name, how, retryMs) => `${name} caiu (${how}); volta em ${seconds(retryMs, "pt-BR")}`,
  gaveUp: (name, how, isWatched) =>
    `${name} caiu muitas vezes (${how}) e não será reiniciado. As linhas acima dizem por quê; ${isWatched ? "ele volta quando os arquivos dele forem corrigidos" : "corrija e rode npm start de novo"}`,
  started: (name) => `${name} entrou`,
  leaving: (name) => `${name} saiu do arquivo de inicialização; parando`,
  fileRefused: (why) => `a mudança no arquivo de inicialização não foi aceita: ${why}`,
  watches: "acompanhando os arquivos dos domínios: as mudanças valem na hora",
  inForce: (name, ms) => `${name} mudou e foi ativado em ${seconds(ms, "pt-BR")}`,
  changeRefused: (name, why) => `a mudança em ${name} não foi ativada: ${why}`,
  notBack: (name) => `${name} mudou e ainda não responde; as linhas acima dizem por quê`,
};

const en: SupervisorWords = {
  locale: "en",
  ready: "Regente is ready at",
  domains: "Domains",
  browser: "Browser",
  talk: "Talk",
  openai: "OpenAI",
  openaiHint: (base, model, asksForKey) =>
    `base_url ${base}, model "${model}", ${asksForKey ? "your key (npx regente keys add)" : "any key"}`,
  yourKey: "YOUR_KEY",
  stop: "Stop",
  firstQuestion: "what can you do?",
  starting: (names) => `starting ${names}`,
  stopping: "stopping",
  stopped: "stopped",
  cannotBegin: (why) => `Cannot start: ${why}`,
  noBootstrap: (file) => `there is no ${file}; REGENTE_BOOTSTRAP says where the bootstrap file is`,
  alreadyRunning: (folder, url, pid) =>
    `Regente is already running in this folder${url ? ` at ${url}` : ""}${pid ? ` (process ${pid})` : ""}. Stop it there with Ctrl+C, or use another folder and port: REGENTE_DATA=other PORT=8090 npm start (data: ${folder})`,
  portTaken: (place) =>
    `The orchestrator needs ${place}, but another program uses that port. Stop it, or choose another: PORT=8090 npm start`,
  domainPortTaken: (name, place) =>
    `The domain ${name} needs ${place}, but another program uses that port. Stop it, or change the url of ${name} in the bootstrap file (or the variable that it names)`,
  crashed: (name, how, retryMs) =>
    `${name} crashed (${how}); restarting in ${seconds(retryMs, "en")}`,
  gaveUp: (name, how, isWatched) =>
    `${name} crashed too often (${how}) and will not be restarted. The lines above say why; ${isWatched ? "it will start again once its files are fixed" : "fix it and run npm start again"}`,
  started: (name) => `${name} joined`,
  leaving: (name) => `${name} was removed from the bootstrap file; stopping it`,
  fileRefused: (why) => `the change to the bootstrap file was not accepted: ${why}`,
  watches: "watching the domains' files: changes apply at once",
  inForce: (name, ms) => `the change to ${name} is active after ${seconds(ms, "en")}`,
  changeRefused: (name, why) => `the change to ${name} was not activated: ${why}`,
  notBack: (name) => `${name} has changed and does not answer yet; the lines above say why`,
};

const WORDS: Readonly<Record<Locale, SupervisorWords>> = { "pt-BR": pt, en };

export const supervisorWords = (locale: Locale): SupervisorWords => WORDS[locale];
