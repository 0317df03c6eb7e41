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
    noServer: (name) =>
      `"${name}" não é um domínio feito de um servidor MCP; diga qual com --name.`,
    pinned: (changed) =>
      changed === 0 ? "Nenhuma ferramenta mudou." : `Valem agora como estão (~ mudou, + é nova):`,
    needsServer:
      'Diga onde está o servidor com --server=http://..., ou o programa com --command="...": um dos dois.',
    noProject: (folder) =>
      `Não há domains.bootstrap.json em ${folder}. Vá para a pasta do projeto, ou comece um aqui com um arquivo que diga {"domains": []}.`,
    badName: (name) =>
      `"${name}" não serve como nome de domínio: letras minúsculas, números, "-" e "_".`,
    taken: (name) => `Já existe um domínio "${name}". Escolha outro nome com --name.`,
    needsBase: (said) =>
      `Diga onde o serviço está: --base=https://...${said ? ` (o documento fala de ${said}, mas quem decide é você)` : ""}`,
    badAuth:
      "--auth é bearer:VARIAVEL, basic:VARIAVEL, header:NOME:VARIAVEL ou query:NOME:VARIAVEL.",
    cannotFetch: (address, why) => `Não consegui ler ${address}: ${why}`,
    nothing: "Nenhuma operação pôde ser aberta; diga quais com --operations.",
    made: (name, count) => `O domínio ${name} abre ${count} operações:`,
    leftOut: "Ficaram de fora",
    next: "E agora",
    edit: "dê a cada objetivo frases como as pessoas as dizem, e diga o que contar da resposta",
    start: "inicia tudo; se já estiver rodando, o domínio entra sozinho",
    lint: "mostra com o que as frases colidem",
    key: "guarda a chave: ponha no .env ou no ambiente, antes do regente up",
    noModel:
      "Nenhum modelo de linguagem está configurado: OPENAI_API_KEY, ANTHROPIC_API_KEY ou OPENAI_BASE_URL (docs/models.md).",
    sentences: (count, refused, tokens) =>
      `${count} frases de um modelo (${tokens} tokens); ${refused} não servem. Leia antes de aceitar.`,
  },
  en: {
    noServer: (name) => `"${name}" is no domain made of an MCP server; name one with --name.`,
    pinned: (changed) =>
      changed === 0
        ? "No tool has changed."
        : "In force as they are now (~ has changed, + is new):",
    needsServer:
      'Name the server with --server=http://..., or the program with --command="...": one of them.',
    noProject: (folder) =>
      `There is no domains.bootstrap.json in ${folder}. Go to your project's folder, or begin one here with a file that says {"domains": []}.`,
    badName: (name) =>
      `"${name}" cannot be a domain's name: lower case letters, digits, "-" and "_".`,
    taken: (name) => `There is a domain "${name}" already. Choose another name with --name.`,
    needsBase: (said) =>
      `Say where the service is: --base=https://...${said ? ` (the document speaks of ${said}, but that is yours to decide)` : ""}`,
    badAuth:
      "--auth is bearer:VARIABLE, basic:VARIABLE, header:NAME:VARIABLE or query:NAME:VARIABLE.",
    cannotFetch: (address, why) => `Cannot read ${address}: ${why}`,
    nothing: "No operation could be opened; name some with --operations.",
    made: (name, count) => `The domain ${name} opens ${count} operations:`,
    leftOut: "Left out",
    next: "What now",
    edit: "give each goal sentences as people say them, and say what to tell of the answer",
    start: "starts everything; where it runs already, the domain joins by itself",
    lint: "shows what the sentences collide with",
    key: "holds the key: put it into .env or the environment, before regente up",
    noModel:
      "No language model is configured: OPENAI_API_KEY, ANTHROPIC_API_KEY or OPENAI_BASE_URL (docs/models.md).",
    sentences: (count, refused, tokens) =>
      `${count} sentences of a model (${tokens} tokens); ${refused} cannot be used. Read them before you take them.`,
  },
};
