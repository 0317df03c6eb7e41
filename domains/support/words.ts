import type { Locale } from "#shared/contracts/names.ts";
import type { Order } from "./orders/open-orders.ts";

export type Words = {
  emptyQuery: string;
  nothingFound(query: string): string;
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
  seeAlso: (titles) => `Veja também: ${titles.join("; ")}.`,
  sampleKnowledge: "(Base de conhecimento de exemplo, de uma loja inventada.)",
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
  seeAlso: (titles) => `See also: ${titles.join("; ")}.`,
  sampleKnowledge: "(A sample knowledge base, of an invented shop.)",
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

export const words: Record<Locale, Words> = { "pt-BR": pt, en };
