import type { ManifestSource } from "../contracts/manifest.ts";
import { ask, failure, success } from "../domain-kit/answers.ts";
import { type Domain, type DomainOptions, defineDomain } from "../domain-kit/define-domain.ts";
import { silentLog } from "../domain-kit/log.ts";

/** A small domain for tests: books are looked for (a read) and lent (a write). */
export const libraryManifest = {
  manifest_version: "1",
  domain: "library",
  version: "1.0.0",
  description: { "pt-BR": "Procura e empresta livros", en: "Finds and lends books" },
  goals: [
    {
      goal: "FIND_BOOK",
      description: { "pt-BR": "Procurar um livro", en: "Find a book" },
      hints: {
        examples: {
          "pt-BR": ["tem o livro [Dom Casmurro](title_text)?"],
          en: ["do you have [Dom Casmurro](title_text)?"],
        },
      },
      entities_schema: { title_text: { type: "string", required: true } },
      capability: "find_book",
    },
  ],
  capabilities: [
    {
      capability: "find_book",
      effect: "read",
      params_schema: {
        type: "object",
        properties: { title_text: { type: "string", minLength: 1, maxLength: 200 } },
        required: ["title_text"],
        additionalProperties: false,
      },
      result_schema: {
        type: "object",
        properties: { title: { type: "string" }, shelf: { type: "integer" } },
        required: ["title", "shelf"],
      },
    },
    {
      capability: "lend_book",
      effect: "write",
      repeat: "keyed",
      params_schema: {
        type: "object",
        properties: {
          title: { type: "string", minLength: 1 },
          days: { type: "integer", minimum: 1, default: 14 },
        },
        required: ["title"],
        additionalProperties: false,
      },
      result_schema: {
        type: "object",
        properties: { loan: { type: "integer" }, days: { type: "integer" } },
        required: ["loan", "days"],
      },
    },
  ],
} satisfies ManifestSource;

const WORDS = {
  "pt-BR": {
    which: "Qual deles?",
    unknown: "Não temos esse livro.",
    shelf: (title: string) => `${title} está na estante 7.`,
    lent: (title: string, days: number) => `Emprestei ${title} por ${days} dias.`,
  },
  en: {
    which: "Which one?",
    unknown: "We do not have that book.",
    shelf: (title: string) => `${title} is on shelf 7.`,
    lent: (title: string, days: number) => `Lent ${title} for ${days} days.`,
  },
};

/** The library with its loans in the open, for tests to count. */
export function libraryDomain(options: DomainOptions = {}): {
  domain: Domain;
  loans: { title: string; user_id: string }[];
} {
  const loans: { title: string; user_id: string }[] = [];
  const domain = defineDomain(
    libraryManifest,
    {
      async find_book({ title_text }, { locale }) {
        const title = String(title_text);
        if (title === "Memórias")
          return ask({
            explanation: WORDS[locale].which,
            candidates: [
              { label: "Memórias do Cárcere", title_text: "Memórias do Cárcere" },
              { label: "Memórias Póstumas", title_text: "Memórias Póstumas" },
            ],
          });
        if (title === "none")
          return failure({
            code: "NOT_FOUND",
            explanation: WORDS[locale].unknown,
          });
        return success({
          result: { title, shelf: 7 },
          explanation: WORDS[locale].shelf(title),
        });
      },
      async lend_book({ title, days }, { context, locale }) {
        loans.push({ title: String(title), user_id: context.user_id });
        return success({
          result: { loan: loans.length, days },
          explanation: WORDS[locale].lent(String(title), Number(days)),
        });
      },
    },
    { log: silentLog, ...options },
  );
  return { domain, loans };
}
