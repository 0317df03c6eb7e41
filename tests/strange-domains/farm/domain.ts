import { ask, failure, success } from "#shared/domain-kit/answers.ts";
import { defineDomain } from "#shared/domain-kit/define-domain.ts";
import { loadManifest } from "#shared/domain-kit/load-manifest.ts";

type Names = { pt: string; en: string };
type Field = { id: string; hectares: number; isOn: boolean };
type Harvest = { id: number; product: string; quantity: number; unit: string; field?: string; day: string };
type Animal = { tag: number; name: string; kind: Names };
type Treatment = { id: number; tag: number; treatment: string; dose_ml?: number; day: string };
type Sale = { id: number; product: string; quantity?: number; unit?: string; amount: number; currency: string; buyer?: string };
type Task = { id: number; task: string; worker: string; day: string; time?: string; isDone: boolean };

const FIELDS: Record<string, Names> = {
  NORTH: { pt: "talhão norte", en: "north field" },
  SOUTH: { pt: "talhão sul", en: "south field" },
  RIVER: { pt: "várzea", en: "river field" },
  ORCHARD: { pt: "pomar", en: "orchard" },
  GREENHOUSE: { pt: "estufa", en: "greenhouse" },
};
const PRODUCTS: Record<string, Names> = {
  SOY: { pt: "soja", en: "soy" },
  CORN: { pt: "milho", en: "corn" },
  COFFEE: { pt: "café", en: "coffee" },
  TOMATO: { pt: "tomate", en: "tomato" },
  ORANGE: { pt: "laranja", en: "orange" },
  MILK: { pt: "leite", en: "milk" },
};
const UNITS: Record<string, Names> = {
  KG: { pt: "kg", en: "kg" },
  TON: { pt: "t", en: "t" },
  BAG: { pt: "sacas", en: "bags" },
  BOX: { pt: "caixas", en: "boxes" },
  LITER: { pt: "litros", en: "liters" },
};
const TREATMENTS: Record<string, Names> = {
  VACCINE: { pt: "vacina", en: "vaccine" },
  DEWORMER: { pt: "vermífugo", en: "dewormer" },
  ANTIBIOTIC: { pt: "antibiótico", en: "antibiotic" },
  VITAMIN: { pt: "vitamina", en: "vitamin" },
  TICK_BATH: { pt: "carrapaticida", en: "tick bath" },
};
const FEEDS: Record<string, Names> = {
  CONCENTRATE: { pt: "ração", en: "concentrate" },
  SILAGE: { pt: "silagem", en: "silage" },
  HAY: { pt: "feno", en: "hay" },
  SALT: { pt: "sal mineral", en: "mineral salt" },
};

let fields: Field[] = [];
let harvests: Harvest[] = [];
let treatments: Treatment[] = [];
let sales: Sale[] = [];
let tasks: Task[] = [];
let lastId = 0;
const animals: Animal[] = [
  { tag: 101, name: "Mimosa", kind: { pt: "vaca", en: "cow" } },
  { tag: 102, name: "Estrela", kind: { pt: "vaca", en: "cow" } },
  { tag: 104, name: "Malhada", kind: { pt: "vaca", en: "cow" } },
  { tag: 110, name: "Faísca", kind: { pt: "bezerro", en: "calf" } },
  { tag: 205, name: "Estrela", kind: { pt: "égua", en: "mare" } },
  { tag: 301, name: "Trovão", kind: { pt: "touro", en: "bull" } },
];
const stock: Record<string, number> = { CONCENTRATE: 850, SILAGE: 12000, HAY: 430, SALT: 60 };

export const effects: { capability: string; params: unknown }[] = [];

/** Data as at the start, and no effects. */
export function reset(): void {
  fields = [
    { id: "NORTH", hectares: 18, isOn: false },
    { id: "SOUTH", hectares: 15, isOn: true },
    { id: "RIVER", hectares: 9, isOn: false },
    { id: "ORCHARD", hectares: 4, isOn: true },
    { id: "GREENHOUSE", hectares: 0.5, isOn: false },
  ];
  harvests = [
    { id: 1, product: "SOY", quantity: 140, unit: "BAG", field: "NORTH", day: dayFromNow(-20) },
    { id: 2, product: "SOY", quantity: 95, unit: "BAG", field: "SOUTH", day: dayFromNow(-6) },
    { id: 3, product: "TOMATO", quantity: 32, unit: "BOX", field: "GREENHOUSE", day: dayFromNow(-3) },
    { id: 4, product: "ORANGE", quantity: 600, unit: "KG", field: "ORCHARD", day: dayFromNow(-2) },
    { id: 5, product: "MILK", quantity: 380, unit: "LITER", day: dayFromNow(-1) },
  ];
  treatments = [
    { id: 1, tag: 101, treatment: "VACCINE", day: dayFromNow(-40) },
    { id: 2, tag: 301, treatment: "DEWORMER", dose_ml: 20, day: dayFromNow(-12) },
  ];
  sales = [{ id: 1, product: "MILK", quantity: 1500, unit: "LITER", amount: 4200, currency: "BRL", buyer: "Laticínio Serra" }];
  tasks = [
    { id: 1, task: "consertar o portão do curral", worker: "Zé", day: dayFromNow(0), time: "14:00", isDone: false },
    { id: 2, task: "podar as laranjeiras", worker: "Pedro", day: dayFromNow(1), time: "07:00", isDone: false },
    { id: 3, task: "lavar os bebedouros", worker: "Ana", day: dayFromNow(1), isDone: false },
    { id: 4, task: "comprar arame", worker: "Lurdes", day: dayFromNow(3), time: "09:30", isDone: false },
  ];
  lastId = 100;
  effects.length = 0;
}
reset();

function dayFromNow(days: number): string {
  return addDays(new Date().toISOString().slice(0, 10), days);
}

function addDays(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** A day and a duration such as P6M or P2W away from it. */
function shift(day: string, duration: string, direction: 1 | -1): string {
  const date = new Date(`${day}T00:00:00Z`);
  for (const [, count, unit] of duration.matchAll(/(\d+)([YMWD])/g)) {
    const by = Number(count) * direction;
    if (unit === "Y") date.setUTCFullYear(date.getUTCFullYear() + by);
    if (unit === "M") date.setUTCMonth(date.getUTCMonth() + by);
    if (unit === "W") date.setUTCDate(date.getUTCDate() + 7 * by);
    if (unit === "D") date.setUTCDate(date.getUTCDate() + by);
  }
  return date.toISOString().slice(0, 10);
}

/** First and last day of an ISO 8601 period, in the forms that the docs list. */
function daysOf(period: string, today: string): [first: string, last: string] {
  const [from = "", to] = period.split("/");
  const whole = (part: string, end: "first" | "last"): string => {
    if (part === "..") return end === "first" ? "0000-01-01" : "9999-12-31";
    if (/^\d{4}$/.test(part)) return end === "first" ? `${part}-01-01` : `${part}-12-31`;
    if (/^\d{4}-\d{2}$/.test(part)) return end === "first" ? `${part}-01` : addDays(shift(`${part}-01`, "P1M", 1), -1);
    return part.slice(0, 10);
  };
  if (to === undefined) return from.startsWith("P") ? [shift(today, from, -1), today] : [whole(from, "first"), whole(from, "last")];
  if (from.startsWith("P")) return [shift(whole(to, "last"), from, -1), whole(to, "last")];
  if (to.startsWith("P")) return [whole(from, "first"), shift(whole(from, "first"), to, 1)];
  return [whole(from, "first"), whole(to, "last")];
}

const sayIn = (locale: string) => (pt: string, en: string) => (locale === "pt-BR" ? pt : en);
const nameIn = (locale: string, names: Names | undefined) => (locale === "pt-BR" ? names?.pt : names?.en) ?? "?";
const plain = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();
const numberIn = (locale: string, value: number) => value.toLocaleString(locale);

function dayIn(locale: string, day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString(locale, { timeZone: "UTC", weekday: "short", day: "2-digit", month: "2-digit" });
}

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

const todayOf = (call: { today(): unknown }): string => String(call.today()).slice(0, 10);

function switchIrrigation(capability: string, isOn: boolean, params: Record<string, unknown>, locale: string) {
  const say = sayIn(locale);
  const wanted = params.fields as string[];
  const changed = fields.filter((field) => wanted.includes(field.id) && field.isOn !== isOn);
  for (const field of changed) field.isOn = isOn;
  if (changed.length === 0)
    return success({
      result: { fields: [] },
      explanation: isOn ? say("Já estava ligada.", "It was on already.") : say("Já estava desligada.", "It was off already."),
    });
  happened(capability, params);
  const names = changed.map((field) => nameIn(locale, FIELDS[field.id])).join(", ");
  return success({
    result: { fields: changed.map((field) => field.id) },
    explanation: isOn
      ? say(`Irrigação ligada: ${names}.`, `Irrigation on: ${names}.`)
      : say(`Irrigação desligada: ${names}.`, `Irrigation off: ${names}.`),
  });
}

export const domain = defineDomain(loadManifest(new URL(".", import.meta.url)), {
  async start_irrigation(params, { locale }) {
    return switchIrrigation("start_irrigation", true, params, locale);
  },

  async stop_irrigation(params, { locale }) {
    return switchIrrigation("stop_irrigation", false, params, locale);
  },

  async list_fields({ irrigation }, { locale }) {
    const say = sayIn(locale);
    const found = fields
      .filter((field) => irrigation === undefined || field.isOn === (irrigation === "ON"))
      .map((field) => ({
        id: field.id,
        name: nameIn(locale, FIELDS[field.id]),
        irrigation: field.isOn ? "ON" : "OFF",
        hectares: field.hectares,
      }));
    const lines = found.map(
      (field) => `${field.name} (${field.irrigation === "ON" ? say("ligada", "on") : say("desligada", "off")})`,
    );
    return success({
      result: { fields: found },
      explanation: found.length === 0 ? say("Nenhum.", "None.") : say(`Irrigação: ${lines.join(", ")}.`, `Irrigation: ${lines.join(", ")}.`),
    });
  },

  async log_harvest(params, call) {
    const { locale } = call;
    const say = sayIn(locale);
    const today = todayOf(call);
    const day = params.day === undefined ? today : daysOf(String(params.day), today)[0];
    if (day > today)
      return failure({ code: "DAY_TO_COME", explanation: say("Esse dia ainda não chegou.", "That day is still to come.") });
    lastId += 1;
    const harvest: Harvest = {
      id: lastId,
      product: String(params.product),
      quantity: Number(params.quantity),
      unit: String(params.unit),
      field: params.field as string | undefined,
      day,
    };
    harvests.push(harvest);
    happened("log_harvest", params);
    const what = `${numberIn(locale, harvest.quantity)} ${nameIn(locale, UNITS[harvest.unit])}`;
    const product = nameIn(locale, PRODUCTS[harvest.product]);
    const where = harvest.field === undefined ? "" : ` (${nameIn(locale, FIELDS[harvest.field])})`;
    return success({
      result: { id: harvest.id, day },
      explanation: say(
        `Anotei: ${what} de ${product}${where}, ${dayIn(locale, day)}.`,
        `Logged: ${what} of ${product}${where}, ${dayIn(locale, day)}.`,
      ),
    });
  },

  async delete_harvest(params, { locale }) {
    const say = sayIn(locale);
    const at = harvests.findIndex((harvest) => harvest.id === params.harvest);
    if (at < 0) return failure({ code: "NOT_FOUND", explanation: say("Essa colheita não está anotada.", "That harvest is not in the log.") });
    harvests.splice(at, 1);
    happened("delete_harvest", params);
    return success({ explanation: say("Tirei a colheita do registro.", "I took the harvest off the log.") });
  },

  async harvest_report({ product, field, period }, call) {
    const { locale } = call;
    const say = sayIn(locale);
    const [first, last] = daysOf(period === undefined ? "../.." : String(period), todayOf(call));
    const entries = harvests.filter(
      (harvest) =>
        (product === undefined || harvest.product === product) &&
        (field === undefined || harvest.field === field) &&
        harvest.day >= first &&
        harvest.day <= last,
    );
    const totals: { product: string; quantity: number; unit: string }[] = [];
    for (const entry of entries) {
      const known = totals.find((total) => total.product === entry.product && total.unit === entry.unit);
      if (known === undefined) totals.push({ product: entry.product, quantity: entry.quantity, unit: entry.unit });
      else known.quantity += entry.quantity;
    }
    const lines = totals.map(
      (total) =>
        `${numberIn(locale, total.quantity)} ${nameIn(locale, UNITS[total.unit])} ${say("de", "of")} ${nameIn(locale, PRODUCTS[total.product])}`,
    );
    return success({
      result: {
        totals,
        entries: entries.map(({ id, product: what, quantity, unit, day }) => ({ id, product: what, quantity, unit, day })),
      },
      explanation:
        lines.length === 0
          ? say("Nada foi colhido.", "Nothing was harvested.")
          : say(`Colhido: ${lines.join("; ")}.`, `Harvested: ${lines.join("; ")}.`),
    });
  },

  async treat_animal(params, call) {
    const { locale } = call;
    const say = sayIn(locale);
    const said = plain(String(params.animal_text ?? ""));
    if (params.tag === undefined && said === "")
      return failure({ code: "NO_ANIMAL", explanation: say("Qual animal?", "Which animal?") });
    const found = animals.filter((animal) =>
      params.tag === undefined
        ? said === String(animal.tag) || said.split(/\s+/).includes(String(animal.tag)) || said.includes(plain(animal.name))
        : animal.tag === params.tag,
    );
    const [animal] = found;
    if (animal === undefined)
      return failure({ code: "NOT_FOUND", explanation: say("Esse animal não está no rebanho.", "That animal is not in the herd.") });
    if (found.length > 1)
      return ask({
        explanation: say("Qual deles?", "Which one?"),
        candidates: found.map((each) => ({ label: `${each.name}, ${nameIn(locale, each.kind)}, ${each.tag}`, tag: each.tag })),
      });
    lastId += 1;
    const treatment: Treatment = {
      id: lastId,
      tag: animal.tag,
      treatment: String(params.treatment),
      dose_ml: params.dose_ml as number | undefined,
      day: todayOf(call),
    };
    treatments.push(treatment);
    happened("treat_animal", params);
    const dose = treatment.dose_ml === undefined ? "" : `, ${numberIn(locale, treatment.dose_ml)} ml`;
    const what = nameIn(locale, TREATMENTS[treatment.treatment]);
    return success({
      result: { id: treatment.id, tag: animal.tag, animal: animal.name },
      explanation: say(
        `Anotei: ${what}${dose} para ${animal.name} (${animal.tag}).`,
        `Noted: ${what}${dose} for ${animal.name} (${animal.tag}).`,
      ),
    });
  },

  async delete_treatment(params, { locale }) {
    const say = sayIn(locale);
    const at = treatments.findIndex((treatment) => treatment.id === params.treatment_id);
    if (at < 0) return failure({ code: "NOT_FOUND", explanation: say("Esse tratamento não está anotado.", "That treatment is not in the log.") });
    treatments.splice(at, 1);
    happened("delete_treatment", params);
    return success({ explanation: say("Tirei o tratamento do registro.", "I took the treatment off the log.") });
  },

  async list_treatments(_params, { locale }) {
    const say = sayIn(locale);
    return success({
      result: { treatments: treatments.map(({ id, tag, treatment, day }) => ({ id, tag, treatment, day })) },
      explanation: say(`${treatments.length} tratamentos anotados.`, `${treatments.length} treatments written down.`),
    });
  },

  async feed_stock({ feed }, { locale }) {
    const found = Object.entries(stock)
      .filter(([name]) => feed === undefined || name === feed)
      .map(([name, kg]) => ({ feed: name, kg }));
    const lines = found.map((each) => `${nameIn(locale, FEEDS[each.feed])} ${numberIn(locale, each.kg)} kg`);
    return success({ result: { stock: found }, explanation: `${sayIn(locale)("Em estoque", "In stock")}: ${lines.join(", ")}.` });
  },

  async record_sale(params, { locale }) {
    const say = sayIn(locale);
    const money = moneyOf(params.amount);
    if (money === undefined || !(money.amount > 0))
      return failure({ code: "NO_AMOUNT", explanation: say("Não entendi o valor.", "I did not understand the price.") });
    lastId += 1;
    const sale: Sale = {
      id: lastId,
      product: String(params.product),
      quantity: params.quantity as number | undefined,
      unit: params.unit as string | undefined,
      ...money,
      buyer: params.buyer_text as string | undefined,
    };
    sales.push(sale);
    happened("record_sale", params);
    const price = money.amount.toLocaleString(locale, { style: "currency", currency: money.currency });
    const much =
      sale.quantity === undefined
        ? ""
        : `${numberIn(locale, sale.quantity)} ${sale.unit === undefined ? "" : `${nameIn(locale, UNITS[sale.unit])} `}${say("de", "of")} `;
    const product = nameIn(locale, PRODUCTS[sale.product]);
    const buyer = sale.buyer === undefined ? "" : say(` para ${sale.buyer}`, ` to ${sale.buyer}`);
    return success({
      result: { id: sale.id, ...money },
      explanation: say(`Venda anotada: ${much}${product}${buyer} por ${price}.`, `Sale recorded: ${much}${product}${buyer} for ${price}.`),
    });
  },

  async cancel_sale(params, { locale }) {
    const say = sayIn(locale);
    const at = sales.findIndex((sale) => sale.id === params.sale);
    if (at < 0) return failure({ code: "NOT_FOUND", explanation: say("Essa venda não está anotada.", "That sale is not in the books.") });
    sales.splice(at, 1);
    happened("cancel_sale", params);
    return success({ explanation: say("Tirei a venda do registro.", "I took the sale off the books.") });
  },

  async list_sales(_params, { locale }) {
    const say = sayIn(locale);
    return success({
      result: { sales: sales.map(({ id, product, amount, currency }) => ({ id, product, amount, currency })) },
      explanation: say(`${sales.length} vendas anotadas.`, `${sales.length} sales recorded.`),
    });
  },

  async assign_farm_task(params, call) {
    const { locale } = call;
    const say = sayIn(locale);
    if (params.day === undefined)
      return failure({ code: "NO_DAY", explanation: say("Não entendi para que dia.", "I did not understand for which day.") });
    const today = todayOf(call);
    const [day] = daysOf(String(params.day), today);
    if (day < today) return failure({ code: "DAY_OVER", explanation: say("Esse dia já passou.", "That day is over.") });
    lastId += 1;
    const task: Task = {
      id: lastId,
      task: String(params.task_text),
      worker: String(params.worker_text),
      day,
      time: params.time as string | undefined,
      isDone: false,
    };
    tasks.push(task);
    happened("assign_farm_task", params);
    const when = `${dayIn(locale, day)}${task.time === undefined ? "" : `, ${task.time.slice(0, 5)}`}`;
    return success({
      result: { id: task.id, day },
      explanation: say(
        `Tarefa ${task.id} para ${task.worker}: ${task.task} (${when}).`,
        `Task ${task.id} for ${task.worker}: ${task.task} (${when}).`,
      ),
    });
  },

  async delete_farm_task(params, { locale }) {
    const say = sayIn(locale);
    const at = tasks.findIndex((task) => task.id === params.task);
    if (at < 0) return failure({ code: "NOT_FOUND", explanation: say("Essa tarefa não existe.", "There is no such task.") });
    tasks.splice(at, 1);
    happened("delete_farm_task", params);
    return success({ explanation: say("Tirei a tarefa da lista.", "I took the task off the list.") });
  },

  async list_farm_tasks({ worker_text, period, limit }, call) {
    const { locale } = call;
    const say = sayIn(locale);
    const [first, last] = daysOf(period === undefined ? "../.." : String(period), todayOf(call));
    const found = tasks
      .filter(
        (task) =>
          !task.isDone &&
          (worker_text === undefined || plain(task.worker) === plain(String(worker_text))) &&
          task.day >= first &&
          task.day <= last,
      )
      .sort((one, other) => `${one.day} ${one.time ?? "99"}`.localeCompare(`${other.day} ${other.time ?? "99"}`))
      .slice(0, limit === undefined ? 50 : Number(limit))
      .map(({ id, task, worker, day, time }) => ({ id, task, worker, day, ...(time === undefined ? {} : { time }) }));
    const lines = found.map(
      (each) => `${each.id}. ${each.worker}: ${each.task} (${dayIn(locale, each.day)}${each.time === undefined ? "" : `, ${each.time.slice(0, 5)}`})`,
    );
    return success({
      result: { tasks: found },
      explanation: lines.length === 0 ? say("Nenhuma tarefa.", "No tasks.") : lines.join("\n"),
    });
  },

  async finish_farm_task(params, { locale }) {
    return setDone("finish_farm_task", true, params, locale);
  },

  async reopen_farm_task(params, { locale }) {
    return setDone("reopen_farm_task", false, params, locale);
  },
});

function setDone(capability: string, isDone: boolean, params: Record<string, unknown>, locale: string) {
  const say = sayIn(locale);
  const task = tasks.find((each) => each.id === params.task);
  if (task === undefined) return failure({ code: "NOT_FOUND", explanation: say("Essa tarefa não existe.", "There is no such task.") });
  if (task.isDone === isDone)
    return failure({
      code: "NOTHING_TO_DO",
      explanation: isDone ? say("Essa tarefa já estava feita.", "That task was done already.") : say("Essa tarefa já está na lista.", "That task is on the list already."),
    });
  task.isDone = isDone;
  happened(capability, params);
  return success({
    result: { task: task.id },
    explanation: isDone
      ? say(`Feita: ${task.task}.`, `Done: ${task.task}.`)
      : say(`De volta na lista: ${task.task}.`, `Back on the list: ${task.task}.`),
  });
}

if (import.meta.main) await domain.serve();
