import type { Locale } from "#shared/contracts/names.ts";
import { MAX_NAME_CHARS } from "./domain-names.ts";
import type { Refused } from "./plan-domain.ts";

type Asked = { name: string; port: string; folder: string };

/** `isOwn`: in a project outside this one, where the kit is a package. */
type Made = { name: string; port: number; spoken: string; isOwn: boolean };

const startCommand = (isOwn: boolean) => (isOwn ? "npx regente up" : "npm start");
const testCommand = ({ isOwn, name }: Made) =>
  isOwn ? "npm test" : `npx vitest run domains/${name}`;

type NewDomainWords = {
  refused: Record<Refused, (asked: Asked) => string>;
  made: (name: string, port: number) => string;
  notComposed: string;
  next: string;
  steps: (domain: Made) => readonly (readonly [string, string])[];
};

const pt: NewDomainWords = {
  refused: {
    no_project: ({ folder }) =>
      `Não há domains.bootstrap.json em ${folder}. Rode na pasta do projeto, ou diga onde ela está com --dir.`,
    bad_bootstrap: ({ folder }) =>
      `O domains.bootstrap.json de ${folder} não é uma lista de domínios em JSON; corrija-o antes.`,
    bad_name: ({ name }) =>
      `"${name}" não serve como nome. Use até ${MAX_NAME_CHARS} letras minúsculas sem acento, números, "-" e "_", começando por uma letra: minha-casa. "orchestrator", "postgres" e "regente" já têm dono.`,
    taken_name: ({ name }) => `Já existe um domínio "${name}". Escolha outro nome.`,
    bad_port: ({ port }) => `A porta deve ser um número de 1 a 65535, não "${port}".`,
    taken_port: ({ port }) => `A porta ${port} já é de outro domínio. Escolha outra com --port.`,
  },
  made: (name, port) => `O domínio ${name} está pronto, na porta ${port}:`,
  notComposed:
    "docker-compose.yml não foi mudado: não existe aqui, ou não é como o nosso. Acrescente o serviço à mão.",
  next: "E agora",
  steps: ({ name, port, spoken, isOwn }) => [
    [startCommand(isOwn), "inicia tudo; se já estiver rodando, o domínio entra sozinho"],
    [`npx regente ask "procura alface em ${spoken}"`, "usa o domínio"],
    [
      `npx regente check-domain http://127.0.0.1:${port} --url=http://127.0.0.1:8080`,
      "confere se ele cumpre o que promete",
    ],
    [testCommand({ name, port, spoken, isOwn }), "roda os testes dele"],
    [`domains/${name}/manifest.yaml`, "escreva aqui o que as pessoas pedem"],
    [`domains/${name}/domain.ts`, "e aqui o que acontece"],
  ],
};

const en: NewDomainWords = {
  refused: {
    no_project: ({ folder }) =>
      `There is no domains.bootstrap.json in ${folder}. Run this in the project's folder, or give the folder with --dir.`,
    bad_bootstrap: ({ folder }) =>
      `The domains.bootstrap.json of ${folder} is not a JSON list of domains; fix it first.`,
    bad_name: ({ name }) =>
      `"${name}" cannot be a name. Use up to ${MAX_NAME_CHARS} lower case letters, digits, "-" and "_", a letter first: smart-home. "orchestrator", "postgres" and "regente" are taken.`,
    taken_name: ({ name }) => `A domain "${name}" already exists. Choose another name.`,
    bad_port: ({ port }) => `The port must be a number from 1 to 65535, not "${port}".`,
    taken_port: ({ port }) => `Another domain uses port ${port}. Choose one with --port.`,
  },
  made: (name, port) => `The domain ${name} is ready, on port ${port}:`,
  notComposed:
    "docker-compose.yml was not changed: it is missing, or not built like ours. Add the service by hand.",
  next: "What now",
  steps: ({ name, port, spoken, isOwn }) => [
    [startCommand(isOwn), "starts everything; a running Regente adds the domain by itself"],
    [`npx regente ask "find lettuce in ${spoken}"`, "uses the domain"],
    [
      `npx regente check-domain http://127.0.0.1:${port} --url=http://127.0.0.1:8080`,
      "checks that it keeps its promises",
    ],
    [testCommand({ name, port, spoken, isOwn }), "runs its tests"],
    [`domains/${name}/manifest.yaml`, "write here what people ask for"],
    [`domains/${name}/domain.ts`, "and here what happens"],
  ],
};

const WORDS: Readonly<Record<Locale, NewDomainWords>> = { "pt-BR": pt, en };

export const newDomainWords = (locale: Locale): NewDomainWords => WORDS[locale];
