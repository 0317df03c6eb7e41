import { failure, success } from "#shared/domain-kit/answers.ts";
import { defineDomain } from "#shared/domain-kit/define-domain.ts";
import { loadManifest } from "#shared/domain-kit/load-manifest.ts";

type Names = { pt: string; en: string };
type Ticket = {
  id: number;
  title: Names;
  category?: string;
  priority: string;
  status: "OPEN" | "ESCALATED" | "CLOSED";
  agent: string;
  opened: string;
};
type Comment = { id: number; ticket: number; text: string };
type HardwareRequest = { id: number; item: string; quantity: number; amount: number; currency: string; reason?: string };

const AGENTS = ["Carla", "Diego", "Priya", "Tom"];
const PRIORITIES: Record<string, Names> = {
  LOW: { pt: "baixa", en: "low" },
  NORMAL: { pt: "normal", en: "normal" },
  HIGH: { pt: "alta", en: "high" },
  URGENT: { pt: "urgente", en: "urgent" },
};
const STATUSES: Record<string, Names> = {
  OPEN: { pt: "aberto", en: "open" },
  ESCALATED: { pt: "escalado", en: "escalated" },
  CLOSED: { pt: "fechado", en: "closed" },
};
const LEVELS: Record<string, Names> = {
  SECOND_LINE: { pt: "o segundo nível", en: "the second line" },
  MANAGER: { pt: "a gerência", en: "management" },
  VENDOR: { pt: "o fornecedor", en: "the vendor" },
};
const ITEMS: Record<string, Names> = {
  LAPTOP: { pt: "notebook", en: "laptop" },
  MONITOR: { pt: "monitor", en: "monitor" },
  HEADSET: { pt: "headset", en: "headset" },
  KEYBOARD: { pt: "teclado", en: "keyboard" },
  MOUSE: { pt: "mouse", en: "mouse" },
  PHONE: { pt: "celular", en: "phone" },
};
/** Days are those of getUTCDay: 0 is Sunday. */
const HOURS: { channel: string; names: Names; days: number[]; opens: string; closes: string }[] = [
  { channel: "PHONE", names: { pt: "telefone", en: "phone" }, days: [1, 2, 3, 4, 5], opens: "08:00", closes: "18:00" },
  { channel: "CHAT", names: { pt: "chat", en: "chat" }, days: [1, 2, 3, 4, 5, 6], opens: "07:00", closes: "22:00" },
  { channel: "DESK", names: { pt: "balcão", en: "desk" }, days: [1, 2, 3, 4, 5], opens: "09:00", closes: "17:00" },
];

let tickets: Ticket[] = [];
let comments: Comment[] = [];
let requests: HardwareRequest[] = [];
let lastTicket = 0;
let lastId = 0;

export const effects: { capability: string; params: unknown }[] = [];

/** Data as at the start, and no effects. */
export function reset(): void {
  const ticket = (id: number, pt: string, en: string, more: Omit<Ticket, "id" | "title">): Ticket => ({ id, title: { pt, en }, ...more });
  tickets = [
    ticket(101, "Impressora do 2º andar não imprime", "Printer on the 2nd floor won't print", {
      category: "PRINTER",
      priority: "NORMAL",
      status: "OPEN",
      agent: "",
      opened: daysAgo(1),
    }),
    ticket(102, "VPN cai toda hora", "VPN keeps dropping", { category: "NETWORK", priority: "HIGH", status: "OPEN", agent: "Carla", opened: daysAgo(3) }),
    ticket(103, "Sem acesso à pasta do financeiro", "No access to the finance folder", {
      category: "ACCESS",
      priority: "NORMAL",
      status: "OPEN",
      agent: "Diego",
      opened: daysAgo(2),
    }),
    ticket(104, "Notebook superaquecendo", "Laptop overheating", { category: "HARDWARE", priority: "LOW", status: "CLOSED", agent: "Carla", opened: daysAgo(9) }),
    ticket(105, "Outlook trava ao abrir anexos", "Outlook freezes on attachments", {
      category: "SOFTWARE",
      priority: "HIGH",
      status: "OPEN",
      agent: "",
      opened: daysAgo(0),
    }),
    ticket(106, "Monitor piscando", "Monitor flickering", { category: "HARDWARE", priority: "NORMAL", status: "CLOSED", agent: "Tom", opened: daysAgo(12) }),
  ];
  comments = [{ id: 1, ticket: 102, text: "Troquei o cabo; observar até amanhã." }];
  requests = [{ id: 1, item: "HEADSET", quantity: 1, amount: 220, currency: "BRL" }];
  lastTicket = 106;
  lastId = 1;
  effects.length = 0;
}
reset();

function daysAgo(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}

const sayIn = (locale: string) => (pt: string, en: string) => (locale === "pt-BR" ? pt : en);
const nameIn = (locale: string, names: Names | undefined) => (locale === "pt-BR" ? names?.pt : names?.en) ?? "?";
const plain = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();

function moneyOf(value: unknown): { amount: number; currency: string } | undefined {
  if (typeof value === "number") return { amount: value, currency: "BRL" };
  if (typeof value === "string") {
    const amount = Number(/-?\d+(\.\d+)?/.exec(value)?.[0] ?? Number.NaN);
    return Number.isNaN(amount) ? undefined : { amount, currency: /\b[A-Z]{3}\b/.exec(value)?.[0] ?? "BRL" };
  }
  const { amount, currency } = value as { amount: number; currency?: string };
  return { amount, currency: currency ?? "BRL" };
}

function happened(capability: string, params: unknown): void {
  effects.push({ capability, params: structuredClone(params) });
}

const ticketOf = (id: unknown) => tickets.find((ticket) => ticket.id === id);
const agentOf = (said: unknown) => AGENTS.find((agent) => plain(agent) === plain(String(said)));

function noTicket(id: unknown, locale: string) {
  return failure({ code: "NOT_FOUND", explanation: sayIn(locale)(`O chamado ${id} não existe.`, `There is no ticket ${id}.`) });
}

function setStatus(capability: string, status: "OPEN" | "CLOSED", params: Record<string, unknown>, locale: string) {
  const say = sayIn(locale);
  const ticket = ticketOf(params.ticket);
  if (ticket === undefined) return noTicket(params.ticket, locale);
  const isThere = status === "CLOSED" ? ticket.status === "CLOSED" : ticket.status !== "CLOSED";
  // No success: its undo would change a ticket that this call has not changed.
  if (isThere)
    return failure({
      code: "NOTHING_TO_DO",
      explanation:
        status === "CLOSED"
          ? say(`O chamado ${ticket.id} já estava fechado.`, `Ticket ${ticket.id} was closed already.`)
          : say(`O chamado ${ticket.id} já está aberto.`, `Ticket ${ticket.id} is open already.`),
    });
  ticket.status = status;
  happened(capability, params);
  return success({
    result: { ticket: ticket.id, status },
    explanation:
      status === "CLOSED" ? say(`Fechei o chamado ${ticket.id}.`, `I closed ticket ${ticket.id}.`) : say(`Reabri o chamado ${ticket.id}.`, `I reopened ticket ${ticket.id}.`),
  });
}

export const domain = defineDomain(loadManifest(new URL(".", import.meta.url)), {
  async open_ticket(params, { locale }) {
    lastTicket += 1;
    const title = String(params.problem_text);
    const ticket: Ticket = {
      id: lastTicket,
      title: { pt: title, en: title },
      category: params.category as string | undefined,
      priority: String(params.priority ?? "NORMAL"),
      status: "OPEN",
      agent: "",
      opened: daysAgo(0),
    };
    tickets.push(ticket);
    happened("open_ticket", params);
    const priority = nameIn(locale, PRIORITIES[ticket.priority]);
    return success({
      result: { ticket: ticket.id, title, priority: ticket.priority },
      explanation: sayIn(locale)(
        `Chamado ${ticket.id} aberto, prioridade ${priority}: ${title}.`,
        `Ticket ${ticket.id} opened, ${priority} priority: ${title}.`,
      ),
    });
  },

  async withdraw_ticket(params, { locale }) {
    const at = tickets.findIndex((ticket) => ticket.id === params.ticket);
    if (at < 0) return noTicket(params.ticket, locale);
    tickets.splice(at, 1);
    happened("withdraw_ticket", params);
    return success({ explanation: sayIn(locale)(`Retirei o chamado ${params.ticket}.`, `I withdrew ticket ${params.ticket}.`) });
  },

  async set_ticket_priority(params, { locale }) {
    const say = sayIn(locale);
    const ticket = ticketOf(params.ticket);
    if (ticket === undefined) return noTicket(params.ticket, locale);
    const previous = ticket.priority;
    const priority = String(params.priority);
    const name = nameIn(locale, PRIORITIES[priority]);
    const result = { ticket: ticket.id, priority, previous };
    if (previous === priority)
      return success({
        result,
        explanation: say(`A prioridade do ${ticket.id} já era ${name}.`, `The priority of ${ticket.id} was ${name} already.`),
      });
    ticket.priority = priority;
    happened("set_ticket_priority", params);
    return success({ result, explanation: say(`Chamado ${ticket.id}: prioridade ${name}.`, `Ticket ${ticket.id}: ${name} priority.`) });
  },

  async assign_ticket(params, { locale }) {
    const say = sayIn(locale);
    const ticket = ticketOf(params.ticket);
    if (ticket === undefined) return noTicket(params.ticket, locale);
    const agent = agentOf(params.agent_text);
    if (agent === undefined)
      return failure({
        code: "NO_AGENT",
        explanation: say(`Não há esse atendente. Há ${AGENTS.join(", ")}.`, `There is no such agent. There are ${AGENTS.join(", ")}.`),
      });
    const previous = ticket.agent;
    const result = { ticket: ticket.id, agent, previous };
    if (previous === agent)
      return success({ result, explanation: say(`O ${ticket.id} já estava com ${agent}.`, `${agent} had ticket ${ticket.id} already.`) });
    ticket.agent = agent;
    happened("assign_ticket", params);
    return success({ result, explanation: say(`Chamado ${ticket.id} com ${agent}.`, `Ticket ${ticket.id} is with ${agent}.`) });
  },

  async restore_assignee(params, { locale }) {
    const say = sayIn(locale);
    const ticket = ticketOf(params.ticket);
    if (ticket === undefined) return noTicket(params.ticket, locale);
    ticket.agent = String(params.previous);
    happened("restore_assignee", params);
    return success({
      explanation:
        ticket.agent === ""
          ? say(`O chamado ${ticket.id} está sem atendente.`, `Nobody has ticket ${ticket.id}.`)
          : say(`Chamado ${ticket.id} de volta com ${ticket.agent}.`, `Ticket ${ticket.id} is back with ${ticket.agent}.`),
    });
  },

  async comment_ticket(params, { locale }) {
    const ticket = ticketOf(params.ticket);
    if (ticket === undefined) return noTicket(params.ticket, locale);
    lastId += 1;
    comments.push({ id: lastId, ticket: ticket.id, text: String(params.comment_text) });
    happened("comment_ticket", params);
    return success({
      result: { ticket: ticket.id, comment_id: lastId },
      explanation: sayIn(locale)(
        `Comentei no chamado ${ticket.id}: “${params.comment_text}”.`,
        `I commented on ticket ${ticket.id}: “${params.comment_text}”.`,
      ),
    });
  },

  async delete_comment(params, { locale }) {
    const say = sayIn(locale);
    const at = comments.findIndex((comment) => comment.id === params.comment_id);
    if (at < 0) return failure({ code: "NOT_FOUND", explanation: say("Esse comentário não existe.", "There is no such comment.") });
    comments.splice(at, 1);
    happened("delete_comment", params);
    return success({ explanation: say("Apaguei o comentário.", "I deleted the comment.") });
  },

  async list_comments(_params, { locale }) {
    return success({
      result: { comments: comments.map((comment) => ({ ...comment })) },
      explanation: sayIn(locale)(`${comments.length} comentários.`, `${comments.length} comments.`),
    });
  },

  async close_ticket(params, { locale }) {
    return setStatus("close_ticket", "CLOSED", params, locale);
  },

  async reopen_ticket(params, { locale }) {
    return setStatus("reopen_ticket", "OPEN", params, locale);
  },

  async list_tickets({ status, priority, agent_text, limit }, { locale }) {
    const say = sayIn(locale);
    const found = tickets.filter(
      (ticket) =>
        (status === undefined || ticket.status === status) &&
        (priority === undefined || ticket.priority === priority) &&
        (agent_text === undefined || plain(ticket.agent) === plain(String(agent_text))),
    );
    // The newest first.
    const shown = found
      .sort((one, other) => other.id - one.id)
      .slice(0, limit === undefined ? 50 : Number(limit))
      .map((ticket) => ({
        id: ticket.id,
        title: nameIn(locale, ticket.title),
        status: ticket.status,
        priority: ticket.priority,
        agent: ticket.agent,
      }));
    const lines = shown.map((ticket) => {
      const notes = [nameIn(locale, STATUSES[ticket.status]), nameIn(locale, PRIORITIES[ticket.priority]), ticket.agent].filter((note) => note !== "");
      return `${ticket.id} ${ticket.title} (${notes.join(", ")})`;
    });
    return success({
      result: { total: found.length, tickets: shown },
      explanation: lines.length === 0 ? say("Nenhum chamado.", "No tickets.") : lines.join("\n"),
    });
  },

  async escalate_ticket(params, { locale }) {
    const say = sayIn(locale);
    const ticket = ticketOf(params.ticket);
    if (ticket === undefined) return noTicket(params.ticket, locale);
    if (ticket.status === "CLOSED")
      return failure({ code: "CLOSED", explanation: say(`O chamado ${ticket.id} está fechado.`, `Ticket ${ticket.id} is closed.`) });
    ticket.status = "ESCALATED";
    happened("escalate_ticket", params);
    const level = nameIn(locale, LEVELS[String(params.level)]);
    return success({
      result: { ticket: ticket.id, level: params.level },
      explanation: say(`Escalei o chamado ${ticket.id} para ${level}.`, `I escalated ticket ${ticket.id} to ${level}.`),
    });
  },

  async service_hours({ channel, day, time }, { locale }) {
    const say = sayIn(locale);
    const date = /^\d{4}-\d{2}-\d{2}/.exec(String(day ?? ""))?.[0];
    const weekday = date === undefined ? undefined : new Date(`${date}T00:00:00Z`).getUTCDay();
    const hour = /\d{2}:\d{2}/.exec(String(time ?? ""))?.[0];
    const chosen = HOURS.filter((each) => channel === undefined || each.channel === channel);
    const hours = chosen.map((each) => {
      const isOn = weekday === undefined || each.days.includes(weekday);
      return {
        channel: each.channel,
        opens: each.opens,
        closes: each.closes,
        is_open: isOn && (hour === undefined || (hour >= each.opens && hour < each.closes)),
      };
    });
    const lines = chosen.map((each, at) => {
      const days = each.days.includes(6) ? say("seg. a sáb.", "Mon to Sat") : say("seg. a sex.", "Mon to Fri");
      const usual = `${nameIn(locale, each.names)}: ${days}, ${each.opens}–${each.closes}`;
      if (date === undefined && hour === undefined) return usual;
      return `${usual} (${hours[at]?.is_open ? say("aberto nesse horário", "open then") : say("fechado nesse horário", "closed then")})`;
    });
    return success({ result: { hours }, explanation: `${lines.join("; ")}.` });
  },

  async request_hardware(params, { locale }) {
    const say = sayIn(locale);
    const money = moneyOf(params.cost);
    if (money === undefined || !(money.amount > 0))
      return failure({ code: "NO_COST", explanation: say("Não entendi o custo.", "I did not understand the cost.") });
    lastId += 1;
    const request: HardwareRequest = {
      id: lastId,
      item: String(params.item),
      quantity: Number(params.quantity ?? 1),
      ...money,
      reason: params.reason_text as string | undefined,
    };
    requests.push(request);
    happened("request_hardware", params);
    const what = `${request.quantity} × ${nameIn(locale, ITEMS[request.item])}`;
    const cost = money.amount.toLocaleString(locale, { style: "currency", currency: money.currency });
    return success({
      result: { request_id: request.id, ...money },
      explanation: say(`Pedido ${request.id} feito: ${what}, ${cost}.`, `Request ${request.id} made: ${what}, ${cost}.`),
    });
  },

  async cancel_hardware_request(params, { locale }) {
    const say = sayIn(locale);
    const at = requests.findIndex((request) => request.id === params.request_id);
    if (at < 0) return failure({ code: "NOT_FOUND", explanation: say("Esse pedido não existe.", "There is no such request.") });
    requests.splice(at, 1);
    happened("cancel_hardware_request", params);
    return success({ explanation: say("Cancelei o pedido.", "I cancelled the request.") });
  },

  async list_hardware_requests(_params, { locale }) {
    return success({
      result: { requests: requests.map(({ id, item, quantity, amount, currency }) => ({ id, item, quantity, amount, currency })) },
      explanation: sayIn(locale)(`${requests.length} pedidos.`, `${requests.length} requests.`),
    });
  },
});

if (import.meta.main) await domain.serve();
