import type { DomainStatus } from "#shared/contracts/endpoints.ts";
import type { Locale } from "#shared/contracts/names.ts";
import { inWords } from "../../words.ts";

type Words = {
  states: Record<DomainStatus["state"], string>;
  breakers: Record<"closed" | "open" | "half_open", string>;
  breaker: string;
  none: string;
  state: string;
  version: string;
  where: string;
  goals: string;
  capabilities: string;
  problem: string;
  held: string;
  heldAbout: string;
  seeDiff: string;
  reload: string;
  remove: string;
  removeSure: string;
  lint: string;
  noLint: string;
  wayOut: string;
  tryIt: string;
  dryRun: string;
  dryAbout: string;
  realAbout: string;
  execute: string;
  answer: string;
  openRun: string;
  notRun: string;
  newest: string;
  add: string;
  addAbout: string;
  name: string;
  url: string;
  register: string;
  what: string;
  kinds: Record<"service" | "openapi" | "mcp", string>;
  importAbout: string;
  document: string;
  server: string;
  base: string;
  auth: string;
  changeIt: string;
  json: string;
  required: string;
  badJson: string;
  unset: string;
  missing: string;
};

const WORDS: Readonly<Record<Locale, Words>> = {
  "pt-BR": {
    states: {
      up: "no ar",
      down: "fora do ar",
      joining: "entrando",
      refused: "recusado",
      manifest_only: "só manifesto",
    },
    breakers: {
      closed: "chamadas passam",
      open: "deixado em paz após falhas",
      half_open: "uma chamada testa a volta",
    },
    breaker: "Disjuntor",
    none: "Nenhum domínio ainda.",
    state: "Situação",
    version: "Versão",
    where: "Endereço",
    goals: "Objetivos",
    capabilities: "Capacidades",
    problem: "Problema",
    held: "Mudança à espera",
    heldAbout: "Um manifesto novo espera a sua palavra. Ele muda:",
    seeDiff: "Ver o que muda e aprovar",
    reload: "Ler tudo de novo",
    remove: "Remover",
    removeSure: "Remover este domínio? O que está rodando nele continua até o fim.",
    lint: "O que poderia ser melhor",
    noLint: "Nada a apontar.",
    wayOut: "Saída",
    tryIt: "Experimentar",
    dryRun: "Só ensaiar",
    dryAbout: "No ensaio nada muda: o passo é validado e mostrado, sem ser enviado.",
    realAbout: "Isto vai acontecer de verdade.",
    execute: "Executar",
    answer: "Resposta",
    openRun: "Abrir execução",
    notRun: "ainda não rodou",
    newest: "Tempos mais novos, do antigo ao novo",
    add: "Adicionar domínio",
    addAbout: "Um serviço que já escuta nesta máquina ou em um host permitido.",
    name: "Nome",
    url: "Endereço do serviço",
    register: "Adicionar",
    what: "O que é",
    kinds: {
      service: "um serviço do Regente",
      openapi: "um documento OpenAPI",
      mcp: "um servidor MCP",
    },
    importAbout:
      "Vira um domínio com processo próprio, feito de arquivos seus. Nada é iniciado por esta página: copie o comando e rode-o na pasta do Regente.",
    document: "Documento (endereço ou arquivo)",
    server: "Endereço do servidor",
    base: "Onde o serviço atende",
    auth: "Credencial (só o nome da variável)",
    changeIt: "Testar uma mudança do manifesto",
    json: "em JSON",
    required: "obrigatório",
    badJson: "Não é JSON válido.",
    unset: "não informado",
    missing: "Este domínio não está aqui.",
  },
  en: {
    states: {
      up: "up",
      down: "down",
      joining: "joining",
      refused: "refused",
      manifest_only: "manifest only",
    },
    breakers: {
      closed: "calls go through",
      open: "left alone after failures",
      half_open: "one call looks whether it is back",
    },
    breaker: "Breaker",
    none: "No domain yet.",
    state: "State",
    version: "Version",
    where: "Address",
    goals: "Goals",
    capabilities: "Capabilities",
    problem: "Problem",
    held: "A change waits",
    heldAbout: "A newer manifest waits for your word. It changes:",
    seeDiff: "See what changes and approve",
    reload: "Read all again",
    remove: "Remove",
    removeSure: "Remove this domain? What runs in it goes on to its end.",
    lint: "What could be better",
    noLint: "Nothing to point out.",
    wayOut: "Way out",
    tryIt: "Try it",
    dryRun: "Dry run only",
    dryAbout: "A dry run changes nothing: the step is validated and shown, and not sent.",
    realAbout: "This will really happen.",
    execute: "Execute",
    answer: "Answer",
    openRun: "Open run",
    notRun: "has not run yet",
    newest: "Newest times, oldest first",
    add: "Add a domain",
    addAbout: "A service that already listens on this machine or on an allowed host.",
    name: "Name",
    url: "Address of the service",
    register: "Add",
    what: "What it is",
    kinds: {
      service: "a Regente service",
      openapi: "an OpenAPI document",
      mcp: "an MCP server",
    },
    importAbout:
      "It becomes a domain with a process of its own, made from files of yours. This page starts nothing: copy the command and run it in Regente's folder.",
    document: "Document (address or file)",
    server: "Address of the server",
    base: "Where the service is",
    auth: "Credentials (the name of a variable only)",
    changeIt: "Try a change of the manifest",
    json: "as JSON",
    required: "required",
    badJson: "This is not valid JSON.",
    unset: "not given",
    missing: "This domain is not here.",
  },
};

export const words = (): Words => inWords(WORDS);
