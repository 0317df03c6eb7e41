import type { Locale } from "#shared/contracts/names.ts";

export type ImportWords = {
  needsServer: string;
  noServer: (name: string) => string;
  pinned: (changed: number) => string;
  noProject: (folder: string) => string;
  badName: (name: string) => string;
  taken: (name: string) => string;
  needsBase: (said: string | undefined) => string;
  badAuth: string;
  cannotFetch: (address: string, why: string) => string;
  nothing: string;
  made: (name: string, count: number) => string;
  leftOut: string;
  next: string;
  edit: string;
  start: string;
  lint: string;
  key: string;
  noModel: string;
  sentences: (count: number, refused: number, tokens: number) => string;
};

export const importWords: Readonly<Record<Locale, ImportWords>> = {
  "pt-BR": {
    noServer: (name) => `"${name}" não é um domínio de um servidor MCP; indique um com --name.`,
    pinned: (changed) =>
      changed === 0 ? "Nenhuma ferramenta mudou." : `Aceitas como estão agora (~ mudou, + é nova):`,
    needsServer:
      'Indique o servidor com --server=http://... ou o programa com --command="...", só um dos dois.',
    noProject: (folder) =>
      `Não há domains.bootstrap.json em ${folder}. Vá para a pasta do projeto, ou crie o arquivo aqui com {"domains": []}.`,
    badName: (name) =>
      `"${name}" não serve como nome de domínio: letras minúsculas, números, "-" e "_".`,
    taken: (name) => `Já existe um domínio "${name}". Escolha outro nome com --name.`,
    needsBase: (said) =>
      `Indique o endereço do serviço: --base=https://...${said ? ` (o documento diz ${said}, mas quem decide é você)` : ""}`,
    badAuth:
      "--auth é bearer:VARIAVEL, basic:VARIAVEL, header:NOME:VARIAVEL ou query:NOME:VARIAVEL.",
    cannotFetch: (address, why) => `Não consegui ler ${address}: ${why}`,
    nothing: "Nenhuma operação pôde ser importada; indique quais com --operations.",
    made: (name, count) => `O domínio ${name} tem estas operações (${count}):`,
    leftOut: "Ficaram de fora",
    next: "E agora",
    edit: "dê a cada objetivo frases como as pessoas falam, e escolha o que a resposta mostra",
    start: "inicia tudo; se já estiver rodando, o domínio entra sozinho",
    lint: "mostra conflitos entre frases",
    key: "guarda a chave: ponha no .env ou no ambiente, antes do regente up",
    noModel:
      "Nenhum modelo de linguagem está configurado: OPENAI_API_KEY, ANTHROPIC_API_KEY ou OPENAI_BASE_URL (docs/models.md).",
    sentences: (count, refused, tokens) =>
      `${count} frases de um modelo (${tokens} tokens); ${refused} não servem. Leia antes de aceitar.`,
  },
  en: {
    noServer: (name) => `"${name}" is not a domain from an MCP server; name one with --name.`,
    pinned: (changed) =>
      changed === 0 ? "No tool has changed." : "Accepted as they are now (~ changed, + new):",
    needsServer:
      'Give either the server with --server=http://... or the program with --command="...".',
    noProject: (folder) =>
      `There is no domains.bootstrap.json in ${folder}. Go to your project's folder, or create the file here with {"domains": []}.`,
    badName: (name) =>
      `"${name}" cannot be a domain's name: lower case letters, digits, "-" and "_".`,
    taken: (name) => `A domain "${name}" already exists. Choose another name with --name.`,
    needsBase: (said) =>
      `Give the service's address: --base=https://...${said ? ` (the document says ${said}, but you decide)` : ""}`,
    badAuth:
      "--auth is bearer:VARIABLE, basic:VARIABLE, header:NAME:VARIABLE or query:NAME:VARIABLE.",
    cannotFetch: (address, why) => `Cannot read ${address}: ${why}`,
    nothing: "No operation could be imported; choose some with --operations.",
    made: (name, count) => `The domain ${name} has these operations (${count}):`,
    leftOut: "Left out",
    next: "What now",
    edit: "give each goal sentences as people say them, and choose what the answer shows",
    start: "starts everything; a running Regente adds the domain by itself",
    lint: "shows conflicts between sentences",
    key: "holds the key: put it into .env or the environment, before regente up",
    noModel:
      "No language model is configured: OPENAI_API_KEY, ANTHROPIC_API_KEY or OPENAI_BASE_URL (docs/models.md).",
    sentences: (count, refused, tokens) =>
      `${count} sentences from a model (${tokens} tokens); ${refused} cannot be used. Read them before you accept them.`,
  },
};
