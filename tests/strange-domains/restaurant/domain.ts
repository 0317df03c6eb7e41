import { ask, failure, success } from "#shared/domain-kit/answers.ts";
import { defineDomain } from "#shared/domain-kit/define-domain.ts";
import { loadManifest } from "#shared/domain-kit/load-manifest.ts";

// One restaurant: what its staff write down is for all of them.

type Booking = { id: number; guest: string; people: number; day: string; hour: string; area: string };
type Dish = { pt: string; en: string; course: string; price: number; diets: string[]; out: boolean };
type Waiting = { id: number; guest: string; people: number; area: string };
type Order = { id: number; table: number; lines: { dish: string; count: number }[]; note: string; total: number };
type Entry = { id: number; ingredient: string; quantity: number; unit: string };

export const effects: { capability: string; params: unknown }[] = [];

let bookings: Booking[] = [];
let cancelled: Booking[] = [];
let dishes: Dish[] = [];
let waiting: Waiting[] = [];
let orders: Order[] = [];
let stock: Entry[] = [];
let nextId = 100;

const DAY_MS = 86_400_000;
/** The calendar day, some days from today: 2026-11-18 */
const dayFromNow = (days: number, timezone?: string): string => {
  try {
    return new Intl.DateTimeFormat("en-CA", { timeZone: timezone, year: "numeric", month: "2-digit", day: "2-digit" }).format(Date.now() + days * DAY_MS);
  } catch {
    return dayFromNow(days);
  }
};

export function reset(): void {
  effects.length = 0;
  nextId = 100;
  cancelled = [];
  orders = [];
  bookings = [
    { id: 1, guest: "Carla Dias", people: 4, day: dayFromNow(0), hour: "20:00", area: "INSIDE" },
    { id: 2, guest: "Rogério Pinto", people: 2, day: dayFromNow(0), hour: "21:00", area: "TERRACE" },
    { id: 3, guest: "Marina Lopes", people: 2, day: dayFromNow(1), hour: "19:30", area: "BAR" },
    { id: 4, guest: "Paulo Reis", people: 6, day: dayFromNow(1), hour: "20:30", area: "TERRACE" },
    { id: 5, guest: "Grupo Alfa", people: 14, day: dayFromNow(3), hour: "12:30", area: "PRIVATE_ROOM" },
  ];
  dishes = [
    { pt: "bolinho de bacalhau", en: "cod fritters", course: "STARTER", price: 32, diets: [], out: false },
    { pt: "caldinho de feijão", en: "bean broth", course: "STARTER", price: 18, diets: ["VEGETARIAN", "VEGAN", "GLUTEN_FREE"], out: false },
    { pt: "salada caprese", en: "caprese salad", course: "STARTER", price: 34, diets: ["VEGETARIAN", "GLUTEN_FREE"], out: false },
    { pt: "moqueca de peixe", en: "fish stew", course: "MAIN", price: 89, diets: ["GLUTEN_FREE"], out: false },
    { pt: "moqueca de banana", en: "plantain stew", course: "MAIN", price: 62, diets: ["VEGETARIAN", "VEGAN", "GLUTEN_FREE"], out: false },
    { pt: "picanha na brasa", en: "grilled picanha", course: "MAIN", price: 98, diets: ["GLUTEN_FREE"], out: false },
    { pt: "risoto de cogumelos", en: "mushroom risotto", course: "MAIN", price: 64, diets: ["VEGETARIAN", "GLUTEN_FREE"], out: false },
    { pt: "feijoada", en: "feijoada", course: "MAIN", price: 72, diets: [], out: false },
    { pt: "pudim de leite", en: "caramel flan", course: "DESSERT", price: 19, diets: ["VEGETARIAN", "GLUTEN_FREE"], out: false },
    { pt: "petit gâteau", en: "petit gateau", course: "DESSERT", price: 28, diets: ["VEGETARIAN"], out: true },
    { pt: "suco de laranja", en: "orange juice", course: "DRINK", price: 12, diets: ["VEGETARIAN", "VEGAN", "GLUTEN_FREE"], out: false },
    { pt: "caipirinha", en: "caipirinha", course: "DRINK", price: 26, diets: ["VEGETARIAN", "VEGAN", "GLUTEN_FREE"], out: false },
    { pt: "água com gás", en: "sparkling water", course: "DRINK", price: 7, diets: ["VEGETARIAN", "VEGAN", "GLUTEN_FREE"], out: false },
  ];
  waiting = [
    { id: 1, guest: "Beatriz", people: 4, area: "" },
    { id: 2, guest: "Renato", people: 2, area: "TERRACE" },
  ];
  stock = [
    { id: 1, ingredient: "arroz", quantity: 20, unit: "KG" },
    { id: 2, ingredient: "feijão preto", quantity: 12, unit: "KG" },
    { id: 3, ingredient: "azeite", quantity: 6, unit: "LITRE" },
    { id: 4, ingredient: "ovos", quantity: 10, unit: "DOZEN" },
    { id: 5, ingredient: "cerveja", quantity: 8, unit: "BOX" },
  ];
}
reset();

const say = (locale: string, pt: string, en: string): string => (locale === "pt-BR" ? pt : en);

const AREAS: Record<string, { pt: string; en: string }> = {
  INSIDE: { pt: "no salão", en: "inside" },
  TERRACE: { pt: "no terraço", en: "on the terrace" },
  BAR: { pt: "no bar", en: "at the bar" },
  PRIVATE_ROOM: { pt: "na sala reservada", en: "in the private room" },
};
const areaWords = (area: string, locale: string): string => {
  const words = AREAS[area];
  return words === undefined ? "" : say(locale, ` ${words.pt}`, ` ${words.en}`);
};

const UNITS: Record<string, { pt: string; en: string }> = {
  KG: { pt: "kg", en: "kg" },
  LITRE: { pt: "l", en: "l" },
  BOX: { pt: "caixa(s)", en: "box(es)" },
  DOZEN: { pt: "dúzia(s)", en: "dozen" },
  PIECE: { pt: "unidade(s)", en: "piece(s)" },
};

const dayWords = (day: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { timeZone: "UTC", weekday: "short", day: "numeric", month: "short" }).format(new Date(`${day}T12:00:00Z`)).replaceAll(".", "");

const money = (amount: number, locale: string): string =>
  new Intl.NumberFormat(locale, { style: "currency", currency: "BRL" }).format(amount);

const plain = (text: unknown): string =>
  String(text ?? "")
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

const addDays = (day: string, days: number): string => new Date(Date.parse(`${day}T12:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** A period's first and last day; null is an open end, undefined no days at all. */
function daysOf(period: unknown): { from: string | null; to: string | null } | undefined {
  const text = String(period ?? "");
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return { from: text, to: text };
  if (/^\d{4}-\d{2}$/.test(text)) {
    const [year, month] = text.split("-").map(Number) as [number, number];
    return { from: `${text}-01`, to: new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10) };
  }
  if (/^\d{4}$/.test(text)) return { from: `${text}-01-01`, to: `${text}-12-31` };
  const [left, right] = text.split("/");
  if (left === undefined || right === undefined) return undefined;
  const isDay = (end: string) => /^\d{4}-\d{2}-\d{2}$/.test(end);
  if (left.startsWith("P") && isDay(right)) return { from: shifted(right, left, -1), to: right };
  if (right.startsWith("P") && isDay(left)) return { from: left, to: shifted(left, right, 1) };
  return { from: isDay(left) ? left : null, to: isDay(right) ? right : null };
}

function shifted(day: string, length: string, sign: number): string {
  const count = (letter: string) => Number(length.match(new RegExp(`(\\d+)${letter}`))?.[1] ?? 0) * sign;
  const date = new Date(`${day}T12:00:00Z`);
  date.setUTCFullYear(date.getUTCFullYear() + count("Y"));
  date.setUTCMonth(date.getUTCMonth() + count("M"));
  date.setUTCDate(date.getUTCDate() + count("D") + 7 * count("W"));
  return date.toISOString().slice(0, 10);
}

/** 20:00 of "20:00", "20h", "8:30 pm" */
function hourOf(value: unknown): string | undefined {
  const found = /(\d{1,2})(?:\s*[:h]\s*(\d{2}))?\s*(pm|am)?/i.exec(String(value ?? ""));
  if (found === null) return undefined;
  let hours = Number(found[1]);
  if (found[3]?.toLowerCase() === "pm" && hours < 12) hours += 12;
  if (found[3]?.toLowerCase() === "am" && hours === 12) hours = 0;
  const minutes = Number(found[2] ?? 0);
  return hours > 23 || minutes > 59 ? undefined : `${String(hours).padStart(2, "0")}:${String(minutes).padStart(2, "0")}`;
}

/** An amount, whether it comes as a number, as text or as {amount} or {value}. */
function amountOf(value: unknown): number | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  if (typeof value === "object" && value !== null) {
    const { amount, value: inner } = value as { amount?: unknown; value?: unknown };
    return amountOf(amount ?? inner);
  }
  if (typeof value !== "string") return undefined;
  const digits = value.replace(/[^\d.,]/g, "");
  const normal = digits.includes(",") ? digits.replaceAll(".", "").replace(",", ".") : digits;
  return normal === "" || Number.isNaN(Number(normal)) ? undefined : Number(normal);
}

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value : [value]).map(String).filter((each) => each.trim() !== "");

const COUNTS: Record<string, number> = {
  um: 1, uma: 1, dois: 2, duas: 2, tres: 3, quatro: 4, cinco: 5, seis: 6, sete: 7, oito: 8, nove: 9, dez: 10, meia: 6,
  a: 1, an: 1, one: 1, two: 2, three: 3, four: 4, five: 5, six: 6, seven: 7, eight: 8, nine: 9, ten: 10,
};
const SMALL = new Set(["o", "a", "os", "as", "the", "de", "do", "da", "of", "mais", "another", "some", "x"]);
const singular = (word: string): string =>
  word.length < 4 ? word : word.replace(/ns$/, "m").replace(/([aeiou]l|[rz])es$/, "$1").replace(/s$/, "");

/** "duas caipirinhas" is 2 of "caipirinha" */
function readLine(said: string): { count: number; words: string[] } {
  const words = plain(said).split(" ").filter((word) => word !== "");
  let count = 1;
  while (words.length > 1) {
    const [first = ""] = words;
    if (/^\d{1,3}x?$/.test(first)) count = Number.parseInt(first, 10);
    else if (Object.hasOwn(COUNTS, first)) count = COUNTS[first] ?? 1;
    else if (!SMALL.has(first)) break;
    words.shift();
  }
  return { count, words: words.filter((word) => !SMALL.has(word)).map(singular) };
}

/** The dishes that the words may mean: the one of that very name, or all whose names hold the words. */
function dishesFor(said: string): Dish[] {
  const { words } = readLine(said);
  const names = (dish: Dish) => [dish.pt, dish.en].map((name) => readLine(name).words);
  const exact = dishes.filter((dish) => names(dish).some((name) => name.join(" ") === words.join(" ")));
  if (exact.length > 0) return exact;
  return words.length === 0 ? [] : dishes.filter((dish) => names(dish).some((name) => words.every((word) => name.includes(word))));
}

const nameOf = (dish: Dish, locale: string): string => say(locale, dish.pt, dish.en);
const noDish = (said: string, locale: string) =>
  failure({ code: "NOT_FOUND", explanation: say(locale, `Não temos "${said}" no cardápio.`, `"${said}" is not on the menu.`) });

/** The one dish of each of the words, or the answer that says why not. `param` is what a choice fills. */
function resolveAll(said: string[], param: string, locale: string, several: boolean) {
  const found: Dish[] = [];
  for (const [at, words] of said.entries()) {
    const fits = dishesFor(words);
    const [first] = fits;
    if (first === undefined) return { answer: noDish(words, locale) };
    if (fits.length > 1) {
      const { count } = readLine(words);
      const candidates = fits.map((dish) => {
        const name = count > 1 ? `${count} ${dish.pt}` : dish.pt;
        return { label: nameOf(dish, locale), [param]: several ? said.map((each, place) => (place === at ? name : each)) : name };
      });
      return { answer: ask({ explanation: say(locale, "Qual deles?", "Which one?"), candidates }) };
    }
    found.push(first);
  }
  return { found };
}

const bookingLabel = (each: Booking, locale: string): string =>
  say(
    locale,
    `${each.guest}, ${each.people} pessoas, ${dayWords(each.day, locale)} às ${each.hour}`,
    `${each.guest}, ${each.people} people, ${dayWords(each.day, locale)} at ${each.hour}`,
  );

const within = (day: string, period: unknown): boolean => {
  const range = daysOf(period);
  return range === undefined || ((range.from === null || day >= range.from) && (range.to === null || day <= range.to));
};

function setAvailable(params: Record<string, unknown>, locale: string, out: boolean, capability: string) {
  const { found, answer } = resolveAll(listOf(params.dish_text), "dish_text", locale, true);
  if (found === undefined) return answer;
  const changed = found.filter((dish) => dish.out !== out);
  const all = found.map((dish) => nameOf(dish, locale)).join(", ");
  if (changed.length === 0)
    return success({
      result: { dishes: [] },
      explanation: out ? say(locale, `Já estava fora: ${all}.`, `Already off the menu: ${all}.`) : say(locale, `Já estava no cardápio: ${all}.`, `Already on the menu: ${all}.`),
    });
  for (const dish of changed) dish.out = out;
  effects.push({ capability, params });
  return success({
    result: { dishes: changed.map((dish) => dish.pt) },
    explanation: out ? say(locale, `Fora do cardápio: ${all}.`, `Off the menu: ${all}.`) : say(locale, `De volta no cardápio: ${all}.`, `Back on the menu: ${all}.`),
  });
}

export const domain = defineDomain(loadManifest(new URL(".", import.meta.url)), {
  async book_table(params, { locale, context }) {
    const range = daysOf(params.day);
    if (range === undefined || range.from === null || range.to === null)
      return failure({ code: "WHICH_DAY", explanation: say(locale, "Não entendi o dia da reserva.", "I did not get the day of the booking.") });
    if (range.from !== range.to) {
      const days = Array.from({ length: 7 }, (_, at) => addDays(String(range.from), at)).filter((day) => day <= String(range.to));
      return ask({
        explanation: say(locale, "Em qual desses dias?", "On which of these days?"),
        candidates: days.map((day) => ({ label: dayWords(day, locale), day })),
      });
    }
    if (range.from < dayFromNow(0, context.timezone))
      return failure({ code: "PAST", explanation: say(locale, "Esse dia já passou.", "That day is over.") });
    const hour = hourOf(params.hour);
    if (hour === undefined) return failure({ code: "WHICH_HOUR", explanation: say(locale, "Não entendi a hora.", "I did not get the time.") });
    const booking: Booking = {
      id: nextId++,
      guest: String(params.guest_text),
      people: Number(params.party_size),
      day: range.from,
      hour,
      area: String(params.area ?? "INSIDE"),
    };
    bookings.push(booking);
    effects.push({ capability: "book_table", params });
    const where = params.area === undefined ? "" : areaWords(booking.area, locale);
    return success({ result: { ...booking }, explanation: say(locale, `Reservado${where}: ${bookingLabel(booking, locale)}.`, `Booked${where}: ${bookingLabel(booking, locale)}.`) });
  },

  async cancel_booking(params, { locale }) {
    const guest = plain(params.guest_text);
    const found = bookings.filter(
      (each) =>
        (params.booking_id === undefined || each.id === params.booking_id) &&
        (params.booking_id !== undefined || guest === "" || plain(each.guest).includes(guest) || guest.includes(plain(each.guest))) &&
        (params.booking_id !== undefined || within(each.day, params.day)),
    );
    const [booking] = found;
    if (booking === undefined) return failure({ code: "NOT_FOUND", explanation: say(locale, "Não achei essa reserva.", "I cannot find that booking.") });
    // Nothing that names one: the user chooses, even where there is only one.
    const named = params.booking_id !== undefined || guest !== "";
    if (found.length > 1 || !named)
      return ask({
        explanation: say(locale, "Qual reserva?", "Which booking?"),
        candidates: found.map((each) => ({ label: bookingLabel(each, locale), booking_id: each.id })),
      });
    bookings = bookings.filter((each) => each !== booking);
    cancelled.push(booking);
    effects.push({ capability: "cancel_booking", params });
    return success({
      result: { id: booking.id, guest: booking.guest },
      explanation: say(locale, `Cancelei: ${bookingLabel(booking, locale)}.`, `Cancelled: ${bookingLabel(booking, locale)}.`),
    });
  },

  async restore_booking(params, { locale }) {
    const booking = cancelled.find((each) => each.id === params.booking_id);
    if (booking === undefined)
      return failure({ code: "NOT_FOUND", explanation: say(locale, "Essa reserva não foi cancelada.", "That booking was not cancelled.") });
    cancelled = cancelled.filter((each) => each !== booking);
    bookings.push(booking);
    effects.push({ capability: "restore_booking", params });
    return success({
      result: { id: booking.id, guest: booking.guest },
      explanation: say(locale, `De volta: ${bookingLabel(booking, locale)}.`, `Back on the book: ${bookingLabel(booking, locale)}.`),
    });
  },

  async list_bookings(params, { locale }) {
    const found = bookings
      .filter((each) => within(each.day, params.day) && (params.area === undefined || each.area === params.area))
      .sort((a, b) => `${a.day} ${a.hour}`.localeCompare(`${b.day} ${b.hour}`))
      .map((each) => ({ ...each, label: bookingLabel(each, locale) }));
    const lines = found.map((each, at) => `${at + 1}. ${each.label}${areaWords(each.area, locale)}`).join("\n");
    return success({
      result: { bookings: found },
      explanation: found.length === 0 ? say(locale, "Nenhuma reserva.", "No bookings.") : say(locale, `${found.length} reserva(s):\n${lines}`, `${found.length} booking(s):\n${lines}`),
    });
  },

  async send_kitchen_order(params, { locale }) {
    const said = listOf(params.item_text);
    const { found, answer } = resolveAll(said, "item_text", locale, true);
    if (found === undefined) return answer;
    const out = found.find((dish) => dish.out);
    if (out !== undefined)
      return failure({ code: "SOLD_OUT", explanation: say(locale, `Acabou: ${out.pt}. Não mandei o pedido.`, `Sold out: ${out.en}. I did not send the order.`) });
    const lines = found.map((dish, at) => ({ dish: dish.pt, count: readLine(said[at] ?? "").count }));
    const total = found.reduce((sum, dish, at) => sum + dish.price * (lines[at]?.count ?? 1), 0);
    const order: Order = { id: nextId++, table: Number(params.table_number), lines, note: String(params.note_text ?? ""), total };
    orders.push(order);
    effects.push({ capability: "send_kitchen_order", params });
    const shown = found.map((dish, at) => `${lines[at]?.count ?? 1}x ${nameOf(dish, locale)}`).join(", ");
    const note = order.note === "" ? "" : ` (${order.note})`;
    return success({
      result: { id: order.id, table: order.table, lines, total },
      explanation: say(locale, `Mesa ${order.table}: ${shown}${note}. ${money(total, locale)}.`, `Table ${order.table}: ${shown}${note}. ${money(total, locale)}.`),
    });
  },

  async cancel_kitchen_order(params, { locale }) {
    const order = orders.find((each) => each.id === params.order_id);
    if (order === undefined) return failure({ code: "NOT_FOUND", explanation: say(locale, "Não achei esse pedido.", "I cannot find that order.") });
    orders = orders.filter((each) => each !== order);
    effects.push({ capability: "cancel_kitchen_order", params });
    return success({ result: { id: order.id }, explanation: say(locale, `Cancelei o pedido da mesa ${order.table}.`, `Cancelled table ${order.table}'s order.`) });
  },

  async show_menu(params, { locale }) {
    const named = params.dish_text === undefined ? dishes : dishesFor(String(params.dish_text));
    if (named.length === 0) return noDish(String(params.dish_text), locale);
    const found = named.filter(
      (dish) => (params.course === undefined || dish.course === params.course) && (params.diet === undefined || dish.diets.includes(String(params.diet))),
    );
    const shown = found.map((dish) => ({
      name: nameOf(dish, locale),
      label: `${nameOf(dish, locale)}, ${money(dish.price, locale)}`,
      price: dish.price,
      available: !dish.out,
    }));
    const lines = shown.map((dish, at) => `${at + 1}. ${dish.label}${dish.available ? "" : say(locale, " (acabou)", " (sold out)")}`).join("\n");
    return success({
      result: { dishes: shown, sold_out: dishes.filter((dish) => dish.out).map((dish) => dish.pt) },
      explanation: shown.length === 0 ? say(locale, "Não temos nada assim.", "We have nothing like that.") : lines,
    });
  },

  async change_dish_price(params, { locale }) {
    const price = amountOf(params.price);
    if (price === undefined || price <= 0) return failure({ code: "WHICH_PRICE", explanation: say(locale, "Não entendi o preço.", "I did not get the price.") });
    const { found, answer } = resolveAll([String(params.dish_text)], "dish_text", locale, false);
    const dish = found?.[0];
    if (dish === undefined) return answer;
    const old = dish.price;
    dish.price = price;
    effects.push({ capability: "change_dish_price", params });
    return success({
      result: { dish: dish.pt, price, old_price: old },
      explanation: say(locale, `${dish.pt}: de ${money(old, locale)} para ${money(price, locale)}.`, `${dish.en}: from ${money(old, locale)} to ${money(price, locale)}.`),
    });
  },

  async mark_sold_out(params, { locale }) {
    return setAvailable(params, locale, true, "mark_sold_out");
  },

  async mark_available(params, { locale }) {
    return setAvailable(params, locale, false, "mark_available");
  },

  async join_waitlist(params, { locale }) {
    const entry: Waiting = { id: nextId++, guest: String(params.guest_text), people: Number(params.party_size), area: String(params.area ?? "") };
    waiting.push(entry);
    effects.push({ capability: "join_waitlist", params });
    const where = areaWords(entry.area, locale);
    return success({
      result: { id: entry.id, guest: entry.guest, people: entry.people, place: waiting.length },
      explanation: say(
        locale,
        `${entry.guest} na espera, ${entry.people} pessoas${where}: ${waiting.length}º da fila.`,
        `${entry.guest} is on the waiting list, ${entry.people} people${where}: number ${waiting.length} in line.`,
      ),
    });
  },

  async leave_waitlist(params, { locale }) {
    const entry = waiting.find((each) => each.id === params.waiting_id);
    if (entry === undefined) return failure({ code: "NOT_FOUND", explanation: say(locale, "Não está na espera.", "Not on the waiting list.") });
    waiting = waiting.filter((each) => each !== entry);
    effects.push({ capability: "leave_waitlist", params });
    return success({ result: { id: entry.id }, explanation: say(locale, `Tirei ${entry.guest} da espera.`, `Took ${entry.guest} off the waiting list.`) });
  },

  async receive_stock(params, { locale }) {
    const entry: Entry = { id: nextId++, ingredient: String(params.ingredient_text), quantity: Number(params.quantity), unit: String(params.unit) };
    stock.push(entry);
    effects.push({ capability: "receive_stock", params });
    const total = stock
      .filter((each) => plain(each.ingredient) === plain(entry.ingredient) && each.unit === entry.unit)
      .reduce((sum, each) => sum + each.quantity, 0);
    const unit = UNITS[entry.unit];
    const words = say(locale, unit?.pt ?? entry.unit, unit?.en ?? entry.unit);
    const number = (value: number) => new Intl.NumberFormat(locale).format(value);
    return success({
      result: { ...entry, in_stock: total },
      explanation: say(
        locale,
        `Entrou: ${number(entry.quantity)} ${words} de ${entry.ingredient}. No estoque: ${number(total)}.`,
        `Taken in: ${number(entry.quantity)} ${words} of ${entry.ingredient}. In stock: ${number(total)}.`,
      ),
    });
  },

  async take_back_stock(params, { locale }) {
    const entry = stock.find((each) => each.id === params.entry_id);
    if (entry === undefined) return failure({ code: "NOT_FOUND", explanation: say(locale, "Não achei essa entrada.", "I cannot find that entry.") });
    stock = stock.filter((each) => each !== entry);
    effects.push({ capability: "take_back_stock", params });
    return success({ result: { id: entry.id }, explanation: say(locale, `Tirei do estoque: ${entry.ingredient}.`, `Taken out of the stock again: ${entry.ingredient}.`) });
  },
});

if (import.meta.main) await domain.serve();
