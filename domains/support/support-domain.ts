import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { type Locale, otherLocales } from "#shared/contracts/names.ts";
import { failure, success } from "#shared/domain-kit/answers.ts";
import {
  type Domain,
  type DomainOptions,
  defineDomain,
  type Handler,
} from "#shared/domain-kit/define-domain.ts";
import { loadManifest } from "#shared/domain-kit/load-manifest.ts";
import { makeLog } from "#shared/domain-kit/log.ts";
import {
  address,
  dataFolder,
  type Environment,
  readVariables,
} from "#shared/domain-kit/variables.ts";
import { oneLine } from "#shared/plain-text/clean-text.ts";
import {
  type EmbedderSettings,
  type Knowledge,
  openaiEmbedder,
  openKnowledge,
  withVectors,
} from "./knowledge/open-knowledge.ts";
import { type Order, type Orders, openOrders } from "./orders/open-orders.ts";

/** The support service; its orders lie in `dataFolder`. Errors: KnowledgeError, OrdersError */
export function supportDomain(
  { dataFolder, knowledgeFolder, embedder }: SupportSettings,
  options: DomainOptions = {},
): Domain {
  const ownFolder = fileURLToPath(new URL("knowledge", import.meta.url));
  const byWords = openKnowledge(knowledgeFolder ?? ownFolder, knowledgeFolder === undefined);
  const log = options.log ?? makeLog("support");
  const warn = (reason: string) =>
    log.warn({ error: reason }, "passages are searched by words alone");
  const knowledge =
    embedder === undefined ? byWords : withVectors(byWords, openaiEmbedder(embedder), warn);
  void knowledge.passagesRead();
  const orders = openOrders(join(dataFolder, "orders.db"));
  return defineDomain(
    loadManifest(new URL("./", import.meta.url)),
    { search_faq: searchFaq(knowledge), get_order: getOrder(orders) },
    options,
  );
}

type SupportSettings = {
  dataFolder: string;
  /** A folder with a folder of Markdown files for each language; undefined: that of an invented shop. */
  knowledgeFolder: string | undefined;
  /** Where texts become points, for a search by meaning; absent: words alone. */
  embedder?: EmbedderSettings | undefined;
};

const variables = z.object({
  REGENTE_DATA: dataFolder("support"),
  SUPPORT_KNOWLEDGE: z
    .string()
    .transform((folder) => resolve(folder))
    .optional(),
  SUPPORT_EMBEDDINGS_URL: address("https:", "http:").optional(),
  SUPPORT_EMBEDDINGS_MODEL: z.string().default("nomic-embed-text"),
  SUPPORT_EMBEDDINGS_KEY: z.string().optional(),
});

export function readSettings(env: Environment): SupportSettings {
  const read = readVariables("support", env, variables);
  const { SUPPORT_EMBEDDINGS_URL: url, SUPPORT_EMBEDDINGS_MODEL: model } = read;
  return {
    dataFolder: read.REGENTE_DATA,
    knowledgeFolder: read.SUPPORT_KNOWLEDGE,
    ...(url !== undefined && { embedder: { url, model, key: read.SUPPORT_EMBEDDINGS_KEY } }),
  };
}

/** `{order_id}`: an order of the person's own. */
const getOrder =
  (orders: Orders): Handler =>
  async (params, { context, locale, today }) => {
    const say = words[locale];
    const id = Number(params["order_id"]);
    const order = orders.find(context.user_id, id, today());
    if (order === undefined)
      return failure({ code: "NOT_FOUND", explanation: say.orderNotFound(id) });
    return success({ result: { order }, explanation: say.order(order) });
  };

const LONGEST_QUERY = 500;

/** `{query, limit?}`: the best passage whole, and the titles of the next ones. */
const searchFaq =
  (knowledge: Knowledge): Handler =>
  async (params, { locale, signal }) => {
    const say = words[locale];
    const query = oneLine(String(params["query"]), LONGEST_QUERY);
    if (query === "") return failure({ code: "EMPTY_QUERY", explanation: say.emptyQuery });
    const results = await knowledge.search(query, locale, Number(params["limit"]), signal);
    const { isSample: is_sample } = knowledge;
    const [best, ...others] = results;
    const explanation =
      best === undefined
        ? [say.nothingFound(query), say.topics(topicsOf(knowledge, locale))].join(" ")
        : [
            `${best.title}: ${best.text}`,
            ...(others.length === 0 ? [] : [say.seeAlso(others.map(({ title }) => title))]),
            ...(is_sample ? [say.sampleKnowledge] : []),
          ].join("\n\n");
    return success({ result: { results, is_sample }, explanation });
  };

const MOST_TOPICS = 20;

/** What is answered: the headings, in the person's language where there are any. */
const topicsOf = ({ passages }: Knowledge, locale: Locale): string[] => {
  const own = [locale, ...otherLocales(locale)].map((each) => passages.get(each) ?? []);
  const titles = new Set(own.find(({ length }) => length > 0)?.map(({ title }) => title));
  return [...titles].slice(0, MOST_TOPICS);
};

type Words = {
  emptyQuery: string;
  nothingFound(query: string): string;
  topics(titles: readonly string[]): string;
  seeAlso(titles: readonly string[]): string;
  sampleKnowledge: string;
  order(order: Order): string;
  orderNotFound(id: number): string;
};

/** A date without a time, as it is said; the same day everywhere. */
const dayIn = (locale: Locale) => (date: string) =>
  new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" }).format(new Date(date));
const moneyIn = (locale: Locale) => (order: Order) =>
  new Intl.NumberFormat(locale, { style: "currency", currency: order.currency })
    .format(order.total_cents / 100)
    // People copy it, and look for it, with a common blank.
    .replaceAll("\u00a0", " ");

const ptStatus: Record<Order["status"], string> = {
  paid: "pago",
  preparing: "em separação",
  shipped: "enviado",
  delivered: "entregue",
  cancelled: "cancelado",
  returned: "devolvido",
};
const enStatus: Record<Order["status"], string> = {
  paid: "paid",
  preparing: "being prepared",
  shipped: "shipped",
  delivered: "delivered",
  cancelled: "cancelled",
  returned: "returned",
};
/** On these the day that was expected still tells something. */
const isOnItsWay = ({ status }: Order) => ["paid", "preparing", "shipped"].includes(status);

const ptDay = dayIn("pt-BR");
const enDay = dayIn("en");
const ptMoney = moneyIn("pt-BR");
const enMoney = moneyIn("en");

const pt: Words = {
  emptyQuery: "Não procurei: não há pergunta.",
  nothingFound: (query) => `Não encontrei nada sobre “${query}” na base de conhecimento.`,
  topics: (titles) => `Tenho respostas sobre: ${titles.join("; ")}.`,
  seeAlso: (titles) => `Veja também: ${titles.join("; ")}.`,
  sampleKnowledge: "(Base de conhecimento de exemplo, de uma loja fictícia.)",
  order: (order) =>
    [
      `Pedido ${order.id}: ${ptStatus[order.status]}.`,
      `${order.items.join(", ")}, ${ptMoney(order)}, feito em ${ptDay(order.placed_on)}.`,
      ...(isOnItsWay(order) && order.expected_on !== null
        ? [`Chegada prevista: ${ptDay(order.expected_on)}.`]
        : []),
      ...(order.tracking_code === null ? [] : [`Rastreio: ${order.tracking_code}.`]),
      ...(order.is_sample ? ["(Pedido de exemplo.)"] : []),
    ].join(" "),
  orderNotFound: (id) => `Não encontrei um pedido seu com o número ${id}.`,
};

const en: Words = {
  emptyQuery: "I did not search: there is no question.",
  nothingFound: (query) => `I found nothing about “${query}” in the knowledge base.`,
  topics: (titles) => `I have answers about: ${titles.join("; ")}.`,
  seeAlso: (titles) => `See also: ${titles.join("; ")}.`,
  sampleKnowledge: "(Sample knowledge base of a fictional shop.)",
  order: (order) =>
    [
      `Order ${order.id}: ${enStatus[order.status]}.`,
      `${order.items.join(", ")}, ${enMoney(order)}, placed on ${enDay(order.placed_on)}.`,
      ...(isOnItsWay(order) && order.expected_on !== null
        ? [`Expected on ${enDay(order.expected_on)}.`]
        : []),
      ...(order.tracking_code === null ? [] : [`Tracking code: ${order.tracking_code}.`]),
      ...(order.is_sample ? ["(A sample order.)"] : []),
    ].join(" "),
  orderNotFound: (id) => `I found no order of yours with the number ${id}.`,
};

const words: Record<Locale, Words> = { "pt-BR": pt, en };
