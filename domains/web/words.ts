import type { Locale } from "#shared/contracts/names.ts";
import type { FetchFault } from "#shared/safe-fetch/fetched.ts";
import type { SearchFault } from "./search/web-search.ts";

export type Words = {
  searchNotConfigured: string;
  searchFailed: Record<SearchFault, string>;
  emptyQuery: string;
  nothingFound(query: string): string;
  found(query: string): string;
  sources: string;
  notRead(url: string, why: string): string;
  pageFaults: Record<FetchFault | "NO_TEXT", string>;
  httpStatus(status: number): string;
  readOn: string;
};

const pt: Words = {
  searchNotConfigured:
    "Não pesquisei: a pesquisa na internet não está configurada (falta TAVILY_API_KEY).",
  searchFailed: {
    BAD_KEY: "Não pesquisei: o Tavily não aceitou a chave (TAVILY_API_KEY).",
    RATE_LIMITED: "Não pesquisei: o Tavily recebeu pedidos demais. Tente de novo daqui a pouco.",
    OUT_OF_CREDIT: "Não pesquisei: os créditos da chave do Tavily acabaram.",
    UNAVAILABLE: "Não pesquisei: o Tavily não respondeu como devia. Tente de novo daqui a pouco.",
  },
  emptyQuery: "Não pesquisei: não há o que procurar.",
  nothingFound: (query) => `Não encontrei nada na internet sobre “${query}”.`,
  found: (query) => `Encontrei sobre “${query}”:`,
  sources: "Fontes:",
  notRead: (url, why) => `Não li ${url}: ${why}.`,
  pageFaults: {
    BAD_URL: "não é um endereço da web que se possa ler",
    HOST_NOT_ALLOWED: "este site não está entre os permitidos (WEB_HOSTS)",
    FORBIDDEN_ADDRESS: "este endereço não é da internet pública",
    TOO_MANY_REDIRECTS: "a página redireciona vezes demais",
    HTTP_STATUS: "o site não entregou a página",
    MEDIA_TYPE: "não é uma página de texto",
    TOO_LARGE: "a página é grande demais",
    TIMEOUT: "o site demorou demais",
    UNREACHABLE: "não consegui chegar ao site",
    NO_TEXT: "a página não tem texto que se possa ler",
  },
  httpStatus: (status) => `o site respondeu ${status}`,
  readOn: "(O texto continua na página.)",
};

const en: Words = {
  searchNotConfigured:
    "I did not search: web search is not configured (TAVILY_API_KEY is missing).",
  searchFailed: {
    BAD_KEY: "I did not search: Tavily did not accept the key (TAVILY_API_KEY).",
    RATE_LIMITED: "I did not search: Tavily received too many requests. Try again in a while.",
    OUT_OF_CREDIT: "I did not search: the Tavily key has no credit left.",
    UNAVAILABLE: "I did not search: Tavily did not answer as it should. Try again in a while.",
  },
  emptyQuery: "I did not search: there is nothing to look for.",
  nothingFound: (query) => `I found nothing on the web about “${query}”.`,
  found: (query) => `I found this about “${query}”:`,
  sources: "Sources:",
  notRead: (url, why) => `I did not read ${url}: ${why}.`,
  pageFaults: {
    BAD_URL: "it is not a readable web address",
    HOST_NOT_ALLOWED: "this site is not on the allow-list (WEB_HOSTS)",
    FORBIDDEN_ADDRESS: "this address is not on the public internet",
    TOO_MANY_REDIRECTS: "the page redirects too many times",
    HTTP_STATUS: "the site did not return the page",
    MEDIA_TYPE: "it is not a page of text",
    TOO_LARGE: "the page is too large",
    TIMEOUT: "the site took too long",
    UNREACHABLE: "I could not reach the site",
    NO_TEXT: "the page has no readable text",
  },
  httpStatus: (status) => `the site answered ${status}`,
  readOn: "(The text continues on the page.)",
};

export const words: Record<Locale, Words> = { "pt-BR": pt, en };
