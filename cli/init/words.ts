import type { Locale } from "#shared/contracts/names.ts";

type InitWords = {
  /** The page of a new project in this language. */
  readme: string;
  notEmpty: (folder: string) => string;
  /** There is no release yet, and this packed file is not there either. */
  notPacked: (file: string) => string;
  made: (folder: string) => string;
  next: string;
  enter: string;
  install: string;
  start: string;
  ask: string;
  test: string;
  question: (spoken: string) => string;
};

export const initWords: Readonly<Record<Locale, InitWords>> = {
  "pt-BR": {
    readme: "README.pt-BR.md",
    notEmpty: (folder) =>
      `${folder} não está vazia. Escolha uma pasta vazia ou um nome novo: npx regente init meu-assistente`,
    notPacked: (file) =>
      `Ainda não há uma versão publicada, e ${file} não existe. Rode npm run packages na pasta do Regente, e depois este comando de novo.`,
    made: (folder) => `O seu assistente está em ${folder}:`,
    next: "E agora",
    enter: "entra na pasta",
    install: "instala os pacotes dele, uma vez",
    start: "inicia tudo",
    ask: "em outro terminal: a primeira pergunta",
    test: "roda os testes",
    question: (spoken) => `procura tomate em ${spoken}`,
  },
  en: {
    readme: "README.md",
    notEmpty: (folder) =>
      `${folder} is not empty. Choose an empty folder or a new name: npx regente init my-assistant`,
    notPacked: (file) =>
      `No release is published yet, and ${file} is not there. Run npm run packages in Regente's folder, then this command again.`,
    made: (folder) => `Your assistant is in ${folder}:`,
    next: "What now",
    enter: "goes there",
    install: "installs its packages, once",
    start: "starts everything",
    ask: "in another terminal: the first question",
    test: "runs the tests",
    question: (spoken) => `find tomato in ${spoken}`,
  },
};
