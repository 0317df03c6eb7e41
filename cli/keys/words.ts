import type { Locale } from "#shared/contracts/names.ts";

/** What the commands about API keys say. */
export type KeyWords = {
  noFile: string;
  needs: (option: string) => string;
  notADay: (text: string) => string;
  isOver: (text: string) => string;
  made: (user_id: string) => string;
  onlyNow: string;
  use: string;
  noKeys: string;
  revoked: (id: string) => string;
  noSuchKey: (id: string) => string;
  titles: readonly [id: string, user: string, scopes: string, until: string];
  forEver: string;
  notOneKey: (name: string) => string;
  cannotRead: (file: string, why: string) => string;
  nothingSaid: string;
  trusted: (id: string, digest: string) => string;
  noneTrusted: (id: string) => string;
  notOneInstruction: (digest: string) => string;
  distrusted: (id: string, digest: string) => string;
};

const pt: KeyWords = {
  noFile:
    "Diga onde ficam as chaves: REGENTE_API_KEYS=keys.json no ambiente ou no .env (o orquestrador lê o mesmo), ou --file.",
  needs: (option) => `Falta ${option}.`,
  notADay: (text) =>
    `"${text}" não é um dia como 2027-01-31, nem um instante em UTC como 2027-01-31T18:00:00Z.`,
  isOver: (text) => `${text} já passou: a chave não abriria nada.`,
  made: (user_id) => `Chave de ${user_id}:`,
  onlyNow: "Ela só aparece agora: o arquivo guarda apenas o resumo dela (SHA-256).",
  use: "Use como api_key em qualquer cliente da OpenAI, ou em REGENTE_API_KEY no terminal.",
  noKeys: "Ainda não há chaves.",
  revoked: (id) => `A chave ${id} não abre mais nada.`,
  noSuchKey: (id) => `Não existe a chave ${id}; "regente keys list" mostra as que existem.`,
  titles: ["id", "usuário", "permissões", "até"],
  forEver: "ser revogada",
  notOneKey: (name) =>
    `“${name}” não é o id de uma chave nem um usuário com uma só; "regente keys list" mostra as que existem.`,
  cannotRead: (file, why) => `Não consigo ler ${file}: ${why}`,
  nothingSaid: "A instrução está vazia.",
  trusted: (id, digest) => `A chave ${id} confia na instrução ${digest}.`,
  noneTrusted: (id) => `A chave ${id} não confia em nenhuma instrução.`,
  notOneInstruction: (digest) => `Não há exatamente uma instrução que comece com ${digest}.`,
  distrusted: (id, digest) => `A chave ${id} não confia mais na instrução ${digest}.`,
};

const en: KeyWords = {
  noFile:
    "Say where the keys are: REGENTE_API_KEYS=keys.json in the environment or in .env (the orchestrator reads the same), or --file.",
  needs: (option) => `${option} is missing.`,
  notADay: (text) =>
    `"${text}" is neither a day like 2027-01-31 nor an instant in UTC like 2027-01-31T18:00:00Z.`,
  isOver: (text) => `${text} is over: the key would open nothing.`,
  made: (user_id) => `The key of ${user_id}:`,
  onlyNow: "It is shown only now: the file keeps only its digest (SHA-256).",
  use: "Use it as the api_key of any OpenAI client, or as REGENTE_API_KEY in the terminal.",
  noKeys: "There are no keys yet.",
  revoked: (id) => `The key ${id} opens nothing any more.`,
  noSuchKey: (id) => `There is no key ${id}; "regente keys list" shows the keys.`,
  titles: ["id", "user", "scopes", "until"],
  forEver: "revoked",
  notOneKey: (name) =>
    `“${name}” is neither the id of a key nor a user with just one; "regente keys list" shows the keys.`,
  cannotRead: (file, why) => `${file} cannot be read: ${why}`,
  nothingSaid: "The instruction is empty.",
  trusted: (id, digest) => `The key ${id} trusts the instruction ${digest}.`,
  noneTrusted: (id) => `The key ${id} trusts no instruction.`,
  notOneInstruction: (digest) => `There is not exactly one instruction that begins with ${digest}.`,
  distrusted: (id, digest) => `The key ${id} does not trust the instruction ${digest} any more.`,
};

const byLocale: Readonly<Record<Locale, KeyWords>> = { "pt-BR": pt, en };

export const keyWords = (locale: Locale): KeyWords => byLocale[locale];
