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
  startDomain,
} from "#shared/domain-kit/define-domain.ts";
import { loadManifest } from "#shared/domain-kit/load-manifest.ts";
import { loadMessages } from "#shared/domain-kit/load-messages.ts";
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

const words = loadMessages<typeof import("./messages/values.json")>(
  new URL("./messages/", import.meta.url),
);

/** The support service; its orders lie in `dataFolder`. Errors: KnowledgeError, DatabaseError */
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
    const say = words(locale);
    const id = Number(params["order_id"]);
    const order = orders.find(context.user_id, id, today());
    if (order === undefined)
      return failure({ code: "NOT_FOUND", explanation: say("order_not_found", { id }) });
    return success({ result: { order }, explanation: orderInWords(order, locale) });
  };

const LONGEST_QUERY = 500;

/** `{query, limit?}`: the best passage whole, and the titles of the next ones. */
const searchFaq =
  (knowledge: Knowledge): Handler =>
  async (params, { locale, signal }) => {
    const say = words(locale);
    const query = oneLine(String(params["query"]), LONGEST_QUERY);
    if (query === "") return failure({ code: "EMPTY_QUERY", explanation: say("empty_query") });
    const results = await knowledge.search(query, locale, Number(params["limit"]), signal);
    const { isSample: is_sample } = knowledge;
    const [best, ...others] = results;
    const explanation =
      best === undefined
        ? [
            say("nothing_found", { query }),
            say("topics", { titles: topicsOf(knowledge, locale).join("; ") }),
          ].join(" ")
        : [
            `${best.title}: ${best.text}`,
            ...(others.length === 0
              ? []
              : [say("see_also", { titles: others.map(({ title }) => title).join("; ") })]),
            ...(is_sample ? [say("sample_knowledge")] : []),
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

/** On these the day that was expected still tells something. */
const isOnItsWay = ({ status }: Order) => ["paid", "preparing", "shipped"].includes(status);

function orderInWords(order: Order, locale: Locale): string {
  const say = words(locale);
  const { id, tracking_code, expected_on } = order;
  return [
    say("order", {
      id,
      status: say(`status.${order.status}`),
      items: order.items.join(", "),
      total: money(order, locale),
      day: day(order.placed_on, locale),
    }),
    ...(isOnItsWay(order) && expected_on !== null
      ? [say("expected", { day: day(expected_on, locale) })]
      : []),
    ...(tracking_code === null ? [] : [say("tracking", { tracking_code })]),
    ...(order.is_sample ? [say("sample_order")] : []),
  ].join(" ");
}

/** A date without a time, as it is said; the same day everywhere. */
const day = (date: string, locale: Locale) =>
  new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" }).format(new Date(date));

const money = ({ currency, total_cents }: Order, locale: Locale) =>
  new Intl.NumberFormat(locale, { style: "currency", currency })
    .format(total_cents / 100)
    // People copy it, and look for it, with a common blank.
    .replaceAll("\u00a0", " ");

if (import.meta.main)
  await startDomain(() => supportDomain(readSettings(process.env)), { port: 8106 });
