import type { Locale } from "#shared/contracts/names.ts";
import { oneLine } from "#shared/plain-text/clean-text.ts";
import { type Item, type ItemType, nameWithYear } from "./store/memory-store.ts";
import type { LookUp, TitleKind, TitlesFault } from "./titles/titles.ts";

/** A note is shown up to here; the whole of it is in the result. */
const PREVIEW_CHARS = 200;

/** What an item is called in a sentence. */
export const nameOf = (item: Pick<Item, "title" | "year">): string =>
  oneLine(nameWithYear(item), PREVIEW_CHARS);

export type Words = {
  saved: Record<ItemType, (name: string) => string>;
  savedAlready: Record<ItemType, (name: string) => string>;
  types: Record<ItemType, { one: string; many: string }>;
  whichOf(kind: TitleKind, count: number, name: string): string;
  notQuite(kind: TitleKind, name: string): string;
  asSaid(name: string): string;
  unknownTitle(source: LookUp["source"]): string;
  instead(fault: TitlesFault): string;
  titlesFound(kind: TitleKind, names: readonly string[]): string;
  titleNotFound(kind: TitleKind, name: string, source: LookUp["source"]): string;
  titleMissing: Record<"video" | "link", string>;
  videoFound(title: string, author: string | null): string;
  videoUnknown: string;
  notAnAddress(text: string): string;
  empty: string;
  list(type: ItemType | undefined, shown: number, total: number): string;
  nothingSaved(type: ItemType | undefined): string;
  found(query: string, shown: number, total: number): string;
  foundSome(query: string, shown: number, total: number): string;
  notFound(query: string): string;
  deleteWhat: string;
  deleteWhich(count: number, query: string): string;
  nothingToDelete(what: string): string;
  /** A number was said with a type that what has the number is not of. */
  otherType(type: ItemType, id: number, has: string): string;
  deleted(names: readonly string[]): string;
  deletedAll(type: ItemType | undefined, count: number): string;
  /** What is asked about before it is deleted: its number, and the first names. */
  wouldDelete(type: ItemType | undefined, names: readonly string[]): string;
  broughtBack(names: readonly string[]): string;
  takenBack(names: readonly string[]): string;
  nothingChanged: string;
  nothingToBringBack: string;
};

const few = (names: readonly string[], many: (count: number) => string): string =>
  names.length === 1 ? String(names[0]) : many(names.length);

/** So many names are told; of more, how many they are. */
const MOST_NAMES = 5;

/** "3 notas: a; b; c"; "" for none. */
function counted(
  names: readonly string[],
  one: string,
  many: string,
  andMore: (count: number) => string,
): string {
  if (names.length === 0) return "";
  const told = names.slice(0, MOST_NAMES).map((name) => `“${name}”`);
  const more = names.length - told.length;
  const listed = [told.join(", "), ...(more > 0 ? [andMore(more)] : [])].join(" ");
  return `${names.length} ${names.length === 1 ? one : many}: ${listed}`;
}

const ptSources = { tmdb: "no TMDB", embedded: "na lista embutida de títulos" };
const ptKinds = { movie: "filme", tv_show: "série" };

const pt: Words = {
  saved: {
    note: (name) => `Nota salva: ${name}`,
    movie: (name) => `${name} salvo.`,
    tv_show: (name) => `Série salva: ${name}.`,
    video: (name) => `Vídeo salvo: ${name}.`,
    link: (name) => `Link salvo: ${name}.`,
  },
  savedAlready: {
    note: (name) => `Esta nota já estava salva: ${name}`,
    movie: (name) => `${name} já estava salvo.`,
    tv_show: (name) => `A série já estava salva: ${name}.`,
    video: (name) => `O vídeo já estava salvo: ${name}.`,
    link: (name) => `O link já estava salvo: ${name}.`,
  },
  types: {
    note: { one: "nota", many: "notas" },
    movie: { one: "filme", many: "filmes" },
    tv_show: { one: "série", many: "séries" },
    video: { one: "vídeo", many: "vídeos" },
    link: { one: "link", many: "links" },
  },
  whichOf: (kind, count, name) =>
    `Encontrei ${count} ${kind === "movie" ? "filmes" : "séries"} com o nome “${name}”. Qual?`,
  notQuite: (kind, name) =>
    `Não encontrei ${kind === "movie" ? "um filme" : "uma série"} com o nome exato “${name}”. Qual destes?`,
  asSaid: (name) => `“${name}”, como foi dito`,
  unknownTitle: (source) => `Não está ${ptSources[source]}: salvei como você disse.`,
  instead: (fault) =>
    `${
      {
        BAD_KEY: "O TMDB não aceitou a chave (TMDB_API_KEY)",
        RATE_LIMITED: "O TMDB recebeu pedidos demais",
        UNAVAILABLE: "O TMDB não respondeu",
      }[fault]
    }; usei a lista embutida.`,
  titlesFound: (kind, names) =>
    [`${names.length} ${names.length === 1 ? ptKinds[kind] : `${ptKinds[kind]}s`}:`, ...names].join(
      "\n",
    ),
  titleNotFound: (kind, name, source) =>
    `Não encontrei ${kind === "movie" ? "o filme" : "a série"} “${name}” ${ptSources[source]}.`,
  titleMissing: {
    video: "O título do vídeo não é conhecido.",
    link: "O título da página não é conhecido.",
  },
  videoFound: (title, author) => (author === null ? title : `${title} (${author})`),
  videoUnknown: "Não consegui saber o título deste vídeo.",
  notAnAddress: (text) => `Nada foi salvo: “${text}” não é um endereço da web.`,
  empty: "Nada foi salvo: não há texto.",
  list: (type, shown, total) => {
    const { one, many } = type === undefined ? { one: "item", many: "itens" } : pt.types[type];
    return `${total} ${total === 1 ? one : many}${shown < total ? ` (mostrando ${shown})` : ""}:`;
  },
  nothingSaved: (type) =>
    type === undefined ? "Nada salvo." : `Nada salvo em ${pt.types[type].many}.`,
  found: (query, shown, total) =>
    `${total} ${total === 1 ? "item" : "itens"} para “${query}”${shown < total ? ` (mostrando ${shown})` : ""}:`,
  foundSome: (query, shown, total) =>
    `Nada com todas as palavras de “${query}”. ${total} com parte delas${shown < total ? ` (mostrando ${shown})` : ""}:`,
  notFound: (query) => `Nada encontrado para “${query}”.`,
  deleteWhat: "O que devo apagar?",
  deleteWhich: (count, query) => `Encontrei ${count} itens para “${query}”. Qual devo apagar?`,
  nothingToDelete: (what) => `Nada foi apagado: não há item salvo para “${what}”.`,
  otherType: (type, id, has) =>
    `Nada foi apagado: não há ${pt.types[type].one} de número ${id}. Esse é o número de: ${has}.`,
  deleted: (names) => `Apagado: ${few(names, (count) => `${count} itens`)}`,
  deletedAll: (type, count) => {
    if (count === 0) return pt.nothingSaved(type);
    if (type === undefined) return count === 1 ? "Apaguei 1 item." : `Apaguei ${count} itens.`;
    return `Apaguei ${count} ${count === 1 ? pt.types[type].one : pt.types[type].many}.`;
  },
  wouldDelete: (type, names) => {
    const { one, many } = type === undefined ? { one: "item", many: "itens" } : pt.types[type];
    return counted(names, one, many, (count) => `e mais ${count}`) || pt.nothingSaved(type);
  },
  broughtBack: (names) => `De volta: ${few(names, (count) => `${count} itens`)}`,
  takenBack: (names) =>
    names.length === 1
      ? `Desfeito: ${names[0]} não está mais salvo.`
      : `Desfeito: ${names.length} itens não estão mais salvos.`,
  nothingChanged: "Nada mudou: não havia o que desfazer.",
  nothingToBringBack: "Não há nada apagado para trazer de volta.",
};

const enSources = { tmdb: "on TMDB", embedded: "in the built-in list of titles" };
const enKinds = {
  movie: { one: "film", many: "films" },
  tv_show: { one: "series", many: "series" },
};

const en: Words = {
  saved: {
    note: (name) => `Note saved: ${name}`,
    movie: (name) => `${name} saved.`,
    tv_show: (name) => `Series saved: ${name}.`,
    video: (name) => `Video saved: ${name}.`,
    link: (name) => `Link saved: ${name}.`,
  },
  savedAlready: {
    note: (name) => `This note was already saved: ${name}`,
    movie: (name) => `${name} was already saved.`,
    tv_show: (name) => `The series was already saved: ${name}.`,
    video: (name) => `The video was already saved: ${name}.`,
    link: (name) => `The link was already saved: ${name}.`,
  },
  types: {
    note: { one: "note", many: "notes" },
    movie: { one: "film", many: "films" },
    tv_show: { one: "series", many: "series" },
    video: { one: "video", many: "videos" },
    link: { one: "link", many: "links" },
  },
  whichOf: (kind, count, name) =>
    `I found ${count} ${enKinds[kind].many} called “${name}”. Which one?`,
  notQuite: (kind, name) =>
    `I found no ${enKinds[kind].one} called exactly “${name}”. Which of these?`,
  asSaid: (name) => `“${name}”, as you said it`,
  unknownTitle: (source) => `It is not ${enSources[source]}: saved as you said it.`,
  instead: (fault) =>
    `${
      {
        BAD_KEY: "TMDB did not accept the key (TMDB_API_KEY)",
        RATE_LIMITED: "TMDB received too many requests",
        UNAVAILABLE: "TMDB did not answer",
      }[fault]
    }; I used the built-in list.`,
  titlesFound: (kind, names) =>
    [
      `${names.length} ${names.length === 1 ? enKinds[kind].one : enKinds[kind].many}:`,
      ...names,
    ].join("\n"),
  titleNotFound: (kind, name, source) =>
    `I did not find the ${enKinds[kind].one} “${name}” ${enSources[source]}.`,
  titleMissing: {
    video: "The video's title is not known.",
    link: "The page's title is not known.",
  },
  videoFound: (title, author) => (author === null ? title : `${title} (${author})`),
  videoUnknown: "I could not find this video's title.",
  notAnAddress: (text) => `Nothing was saved: “${text}” is not a web address.`,
  empty: "Nothing was saved: there is no text.",
  list: (type, shown, total) => {
    const { one, many } = type === undefined ? { one: "item", many: "items" } : en.types[type];
    return `${total} ${total === 1 ? one : many}${shown < total ? ` (showing ${shown})` : ""}:`;
  },
  nothingSaved: (type) =>
    type === undefined ? "Nothing saved." : `No ${en.types[type].many} saved.`,
  found: (query, shown, total) =>
    `${total} ${total === 1 ? "item" : "items"} for “${query}”${shown < total ? ` (showing ${shown})` : ""}:`,
  foundSome: (query, shown, total) =>
    `Nothing matches all of “${query}”. ${total} match part of it${shown < total ? ` (showing ${shown})` : ""}:`,
  notFound: (query) => `Nothing found for “${query}”.`,
  deleteWhat: "What should I delete?",
  deleteWhich: (count, query) =>
    `I found ${count} items for “${query}”. Which one should I delete?`,
  nothingToDelete: (what) => `Nothing was deleted: no saved item for “${what}”.`,
  otherType: (type, id, has) =>
    `Nothing was deleted: there is no ${en.types[type].one} number ${id}. That is the number of: ${has}.`,
  deleted: (names) => `Deleted: ${few(names, (count) => `${count} items`)}`,
  deletedAll: (type, count) => {
    if (count === 0) return en.nothingSaved(type);
    if (type === undefined) return count === 1 ? "Deleted 1 item." : `Deleted ${count} items.`;
    return `Deleted ${count} ${count === 1 ? en.types[type].one : en.types[type].many}.`;
  },
  wouldDelete: (type, names) => {
    const { one, many } = type === undefined ? { one: "item", many: "items" } : en.types[type];
    return counted(names, one, many, (count) => `and ${count} more`) || en.nothingSaved(type);
  },
  broughtBack: (names) => `Restored: ${few(names, (count) => `${count} items`)}`,
  takenBack: (names) =>
    `Undone: ${few(names, (count) => `${count} items`)} ${names.length === 1 ? "is" : "are"} no longer saved.`,
  nothingChanged: "Nothing changed: there was nothing to undo.",
  nothingToBringBack: "There is nothing to restore.",
};

export const words: Record<Locale, Words> = { "pt-BR": pt, en };
