/** A property manager and its tenants. Every tenant has a flat of their own; the common rooms are everyone's. */
import { ask, failure, success } from "#shared/domain-kit/answers.ts";
import { defineDomain } from "#shared/domain-kit/define-domain.ts";
import { loadManifest } from "#shared/domain-kit/load-manifest.ts";

type Words = { pt: string; en: string };
type Defect = { defect_number: number; problem: Words; place: string; status: string };
type Booking = { booking_number: number; room: string; day: string; start_time: string; seeded: boolean };
type Charge = { charge: string; month: string; due: string; amount: number };
type Payment = { payment_number: number; charge: string; amount: number; currency: string; method?: string };
type Visit = { visit_number: number; visitors: string[]; day: string; start_time?: string };
type Flat = { defects: Defect[]; bookings: Booking[]; charges: Charge[]; payments: Payment[]; visits: Visit[]; warm: Set<string> };

const PLACES: Record<string, Words> = {
  KITCHEN: { pt: "cozinha", en: "kitchen" },
  BATHROOM: { pt: "banheiro", en: "bathroom" },
  LIVING_ROOM: { pt: "sala", en: "living room" },
  BEDROOM: { pt: "quarto", en: "bedroom" },
  STAIRWELL: { pt: "escada", en: "stairwell" },
  GARAGE: { pt: "garagem", en: "garage" },
};
const HEATED = ["KITCHEN", "BATHROOM", "LIVING_ROOM", "BEDROOM"];
const ROOMS: Record<string, Words & { hours: number }> = {
  LAUNDRY: { pt: "lavanderia", en: "laundry", hours: 2 },
  PARTY_ROOM: { pt: "salão de festas", en: "party room", hours: 5 },
  BARBECUE: { pt: "churrasqueira", en: "barbecue", hours: 4 },
  GUEST_ROOM: { pt: "quarto de hóspedes", en: "guest room", hours: 20 },
};
const CHARGES: Record<string, Words> = {
  RENT: { pt: "aluguel", en: "rent" },
  CONDO_FEE: { pt: "condomínio", en: "service charge" },
  WATER: { pt: "água", en: "water" },
  PARKING: { pt: "vaga", en: "parking" },
};
const STATES: Record<string, Words> = {
  OPEN: { pt: "aberto", en: "open" },
  IN_PROGRESS: { pt: "em andamento", en: "in progress" },
  DONE: { pt: "resolvido", en: "done" },
};

const iso = (date: Date) =>
  `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, "0")}-${String(date.getDate()).padStart(2, "0")}`;
const inDays = (days: number) => {
  const now = new Date();
  return iso(new Date(now.getFullYear(), now.getMonth(), now.getDate() + days));
};
const monthBack = (months: number) => {
  const now = new Date();
  return iso(new Date(now.getFullYear(), now.getMonth() - months, 1)).slice(0, 7);
};

export const effects: { capability: string; params: unknown }[] = [];
const done = (capability: string, params: unknown) => effects.push({ capability, params: structuredClone(params) });

let flats = new Map<string, Flat>();
let neighbours: Omit<Booking, "booking_number">[] = [];
let lastBooking = 0;
let lastPayment = 0;
let lastVisit = 0;

export function reset(): void {
  effects.length = 0;
  flats = new Map();
  neighbours = [
    { room: "LAUNDRY", day: inDays(1), start_time: "08:00", seeded: true },
    { room: "PARTY_ROOM", day: inDays(4), start_time: "18:00", seeded: true },
  ];
  lastBooking = 23;
  lastPayment = 40;
  lastVisit = 60;
}
reset();

function flatOf(user: string): Flat {
  const known = flats.get(user);
  if (known) return known;
  const charges = [2, 1, 0].flatMap((back) => {
    const month = monthBack(back);
    return [
      { charge: "RENT", month, due: `${month}-05`, amount: 1850 },
      { charge: "CONDO_FEE", month, due: `${month}-10`, amount: 420 },
      { charge: "WATER", month, due: `${month}-15`, amount: 95.4 },
      { charge: "PARKING", month, due: `${month}-05`, amount: 180 },
    ];
  });
  const flat: Flat = {
    defects: [
      { defect_number: 9, problem: { pt: "a janela não fecha", en: "the window does not close" }, place: "LIVING_ROOM", status: "DONE" },
      { defect_number: 11, problem: { pt: "a torneira está pingando", en: "the tap is dripping" }, place: "KITCHEN", status: "OPEN" },
      { defect_number: 12, problem: { pt: "a lâmpada queimou", en: "the light is out" }, place: "STAIRWELL", status: "IN_PROGRESS" },
      { defect_number: 13, problem: { pt: "a porta do armário está solta", en: "the wardrobe door is loose" }, place: "BEDROOM", status: "OPEN" },
    ],
    bookings: [
      { booking_number: 21, room: "LAUNDRY", day: inDays(2), start_time: "19:00", seeded: true },
      { booking_number: 22, room: "BARBECUE", day: inDays(5), start_time: "12:00", seeded: true },
      { booking_number: 23, room: "LAUNDRY", day: inDays(9), start_time: "19:00", seeded: true },
    ],
    charges,
    // Everything of the months before is paid, and of this month the parking.
    payments: charges
      .filter((each) => each.month !== monthBack(0) || each.charge === "PARKING")
      .map((each, at) => ({ payment_number: at + 1, charge: each.charge, amount: each.amount, currency: "BRL" })),
    visits: [],
    warm: new Set(["LIVING_ROOM"]),
  };
  flats.set(user, flat);
  return flat;
}

const isPortuguese = (locale: string) => locale === "pt-BR";
const say = (locale: string, pt: string, en: string) => (isPortuguese(locale) ? pt : en);
const word = (locale: string, words: Words | undefined, otherwise: string) => (words ? say(locale, words.pt, words.en) : otherwise);
const dayWord = (locale: string, day: string) => {
  const [year, month, date] = day.split("-").map(Number);
  return new Date(year!, month! - 1, date!).toLocaleDateString(isPortuguese(locale) ? "pt-BR" : "en-GB", {
    weekday: "short",
    day: "2-digit",
    month: "2-digit",
  });
};
const cash = (locale: string, amount: number, currency = "BRL") =>
  amount.toLocaleString(isPortuguese(locale) ? "pt-BR" : "en-US", { style: "currency", currency });

const clock = (time: unknown) => String(time).slice(0, 5);
const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

/** The docs do not say what money looks like, so a number, {amount, currency} and "1850.00" are all taken. */
function moneyOf(value: unknown): { amount: number; currency: string } | null {
  if (typeof value === "number") return { amount: value, currency: "BRL" };
  if (typeof value === "string") {
    const amount = Number(value.replace(/[^\d.]/g, ""));
    return amount > 0 ? { amount, currency: "BRL" } : null;
  }
  const { amount, value: other, currency } = (value ?? {}) as Record<string, unknown>;
  const number = Number(amount ?? other);
  return Number.isFinite(number) ? { amount: number, currency: typeof currency === "string" ? currency : "BRL" } : null;
}

/** First and last day of an ISO period; a length alone ends today. */
function daysOf(period: string): [string, string] {
  const [from = "", to] = period.split("/");
  const first = (part: string) => (part === ".." ? "0000-01-01" : `${part}-01-01`.slice(0, 10));
  const last = (part: string) => (part === ".." ? "9999-12-31" : part.length === 4 ? `${part}-12-31` : part.length === 7 ? `${part}-31` : part);
  const moved = (day: string, length: string, sign: number) => {
    const count = (unit: string) => Number(new RegExp(`(\\d+)${unit}`).exec(length)?.[1] ?? 0) * sign;
    const [year, month, date] = day.split("-").map(Number);
    return iso(new Date(year! + count("Y"), month! - 1 + count("M"), date! + count("W") * 7 + count("D")));
  };
  if (from.startsWith("P")) return [moved(to ?? inDays(0), from, -1), to ?? inDays(0)];
  if (to?.startsWith("P")) return [from, moved(from, to, 1)];
  return [first(from), last(to ?? from)];
}

function openOf(flat: Flat, charge?: string): number {
  const sum = (amounts: number[]) => amounts.reduce((total, each) => total + each, 0);
  const due = sum(flat.charges.filter((each) => !charge || each.charge === charge).map((each) => each.amount));
  const paid = sum(flat.payments.filter((each) => !charge || each.charge === charge).map((each) => each.amount));
  return Math.round((due - paid) * 100) / 100;
}

/** The oldest charge is paid first. */
function paidOf(flat: Flat, charge: Charge): number {
  let left = flat.payments.filter((each) => each.charge === charge.charge).reduce((total, each) => total + each.amount, 0);
  for (const each of flat.charges.filter((other) => other.charge === charge.charge)) {
    const paid = Math.max(0, Math.min(each.amount, left));
    if (each === charge) return Math.round(paid * 100) / 100;
    left -= paid;
  }
  return 0;
}

function switchHeating(capability: string, parameters: Record<string, unknown>, locale: string, flat: Flat, on: boolean) {
  const { place, places } = parameters as { place?: string; places?: string[] };
  const wanted = places ?? (place ? [place] : HEATED);
  const changed = wanted.filter((each) => flat.warm.has(each) !== on);
  const names = wanted.length === HEATED.length ? say(locale, "apartamento todo", "whole flat") : wanted.map((each) => word(locale, PLACES[each], each)).join(", ");
  // Nothing was done, so there is nothing to take back either.
  if (changed.length === 0)
    return failure({
      code: "ALREADY_SO",
      explanation: on
        ? say(locale, `O aquecimento já está ligado: ${names}.`, `The heating is on already: ${names}.`)
        : say(locale, `O aquecimento já está desligado: ${names}.`, `The heating is off already: ${names}.`),
    });
  for (const each of changed)
    if (on) flat.warm.add(each);
    else flat.warm.delete(each);
  done(capability, parameters);
  return success({
    result: { places: changed },
    explanation: on
      ? say(locale, `Liguei o aquecimento: ${names}.`, `The heating is on: ${names}.`)
      : say(locale, `Desliguei o aquecimento: ${names}.`, `The heating is off: ${names}.`),
  });
}

export const domain = defineDomain(loadManifest(new URL(".", import.meta.url)), {
  async report_defect(parameters, { locale, context }) {
    const { defects } = flatOf(context.user_id);
    const problem = String(parameters.problem_text);
    const place = String(parameters.place);
    const defect_number = Math.max(...defects.map((each) => each.defect_number)) + 1;
    defects.push({ defect_number, problem: { pt: problem, en: problem }, place, status: "OPEN" });
    done("report_defect", parameters);
    return success({
      result: { defect_number, problem, place, status: "OPEN" },
      explanation: say(
        locale,
        `Abri o chamado ${defect_number}: ${problem} (${word(locale, PLACES[place], place)}).`,
        `I opened report ${defect_number}: ${problem} (${word(locale, PLACES[place], place)}).`,
      ),
    });
  },

  async withdraw_defect(parameters, { locale, context }) {
    const number = Number(parameters.defect_number);
    const found = flatOf(context.user_id).defects.find((each) => each.defect_number === number && each.status !== "WITHDRAWN");
    if (!found)
      return failure({ code: "NOT_FOUND", explanation: say(locale, `Não há chamado ${number}.`, `There is no report ${number}.`) });
    if (found.status === "DONE")
      return failure({
        code: "ALREADY_DONE",
        explanation: say(locale, `O chamado ${number} já foi resolvido.`, `Report ${number} has been dealt with already.`),
      });
    const status_before = found.status;
    found.status = "WITHDRAWN";
    done("withdraw_defect", parameters);
    return success({
      result: { defect_number: number, status_before },
      explanation: say(locale, `Retirei o chamado ${number}.`, `I withdrew report ${number}.`),
    });
  },

  async reopen_defect(parameters, { locale, context }) {
    const number = Number(parameters.defect_number);
    const found = flatOf(context.user_id).defects.find((each) => each.defect_number === number && each.status === "WITHDRAWN");
    if (!found)
      return failure({
        code: "NOT_FOUND",
        explanation: say(locale, `O chamado ${number} não foi retirado.`, `Report ${number} was not withdrawn.`),
      });
    found.status = String(parameters.status ?? "OPEN");
    done("reopen_defect", parameters);
    return success({
      result: { defect_number: number },
      explanation: say(locale, `O chamado ${number} está de volta.`, `Report ${number} is back.`),
    });
  },

  async list_defects({ status }, { locale, context }) {
    const defects = flatOf(context.user_id)
      .defects.filter((each) => (status ? each.status === status : each.status !== "WITHDRAWN"))
      .map((each) => ({
        defect_number: each.defect_number,
        label: `${each.defect_number}: ${word(locale, each.problem, "")} (${word(locale, PLACES[each.place], each.place)})`,
        place: each.place,
        status: each.status,
      }));
    return success({
      result: { defects },
      explanation:
        defects.length === 0
          ? say(locale, "Não há chamados assim.", "There are no such reports.")
          : say(locale, "Chamados:\n", "Reports:\n") +
            defects.map((each) => `${each.label}, ${word(locale, STATES[each.status], each.status)}`).join("\n"),
    });
  },

  async book_common_room(parameters, { locale, context }) {
    const flat = flatOf(context.user_id);
    const room = String(parameters.room);
    const day = String(parameters.day);
    const start_time = clock(parameters.start_time);
    const hours = ROOMS[room]?.hours ?? 1;
    const others = [...flats].filter(([user]) => user !== context.user_id).flatMap(([, each]) => each.bookings.filter((one) => !one.seeded));
    const isTaken = [...neighbours, ...others, ...flat.bookings].some(
      (each) => each.room === room && each.day === day && Math.abs(minutes(each.start_time) - minutes(start_time)) < hours * 60,
    );
    const name = word(locale, ROOMS[room], room);
    if (isTaken)
      return failure({
        code: "TAKEN",
        explanation: say(
          locale,
          `Já está ocupado: ${name}, ${dayWord(locale, day)} às ${start_time}.`,
          `That is taken: ${name}, ${dayWord(locale, day)} at ${start_time}.`,
        ),
      });
    lastBooking += 1;
    flat.bookings.push({ booking_number: lastBooking, room, day, start_time, seeded: false });
    done("book_common_room", parameters);
    return success({
      result: { booking_number: lastBooking, room, day, start_time },
      explanation: say(
        locale,
        `Reservado (nº ${lastBooking}): ${name}, ${dayWord(locale, day)} às ${start_time}.`,
        `Booked (no. ${lastBooking}): ${name}, ${dayWord(locale, day)} at ${start_time}.`,
      ),
    });
  },

  async list_room_bookings({ room }, { locale, context }) {
    const bookings = flatOf(context.user_id)
      .bookings.filter((each) => !room || each.room === room)
      .sort((a, b) => `${a.day} ${a.start_time}`.localeCompare(`${b.day} ${b.start_time}`))
      .map((each) => ({
        booking_number: each.booking_number,
        label: bookingLabel(each, locale),
        room: each.room,
        day: each.day,
        start_time: each.start_time,
      }));
    return success({
      result: { bookings },
      explanation:
        bookings.length === 0
          ? say(locale, "Você não tem reservas.", "You have no bookings.")
          : say(locale, "Suas reservas:\n", "Your bookings:\n") + bookings.map((each) => each.label).join("\n"),
    });
  },

  async cancel_room_booking(parameters, { locale, context }) {
    const { booking_number, room, day } = parameters;
    const flat = flatOf(context.user_id);
    const found = flat.bookings.filter((each) =>
      booking_number !== undefined ? each.booking_number === booking_number : (!room || each.room === room) && (!day || each.day === day),
    );
    const [booking] = found;
    if (booking === undefined)
      return failure({ code: "NOT_FOUND", explanation: say(locale, "Essa reserva você não tem.", "You have no such booking.") });
    if (found.length > 1)
      return ask({
        explanation: say(locale, "Qual reserva?", "Which booking?"),
        candidates: found.map((each) => ({ label: bookingLabel(each, locale), booking_number: each.booking_number })),
      });
    flat.bookings = flat.bookings.filter((each) => each !== booking);
    done("cancel_room_booking", parameters);
    return success({
      result: { booking_number: booking.booking_number },
      explanation: say(locale, `Cancelei a reserva ${bookingLabel(booking, locale)}.`, `I cancelled booking ${bookingLabel(booking, locale)}.`),
    });
  },

  async show_charges({ charge, period }, { locale, context }) {
    const flat = flatOf(context.user_id);
    const [from, to] = period ? daysOf(String(period)) : ["0000-01-01", "9999-12-31"];
    const charges = flat.charges
      .filter((each) => (!charge || each.charge === charge) && `${each.month}-31` >= from && `${each.month}-01` <= to)
      .map((each) => ({
        label: `${word(locale, CHARGES[each.charge], each.charge)} ${each.month.slice(5)}/${each.month.slice(0, 4)}`,
        charge: each.charge,
        month: each.month,
        due: each.due,
        amount: each.amount,
        paid: paidOf(flat, each),
      }))
      // Without a period only what is still open is of interest.
      .filter((each) => period || each.paid < each.amount);
    const open_total = Math.round(charges.reduce((total, each) => total + each.amount - each.paid, 0) * 100) / 100;
    const lines = charges.map((each) => {
      const left = each.amount - each.paid;
      const state =
        left <= 0
          ? say(locale, "pago", "paid")
          : say(locale, `faltam ${cash(locale, left)}, vence ${dayWord(locale, each.due)}`, `${cash(locale, left)} open, due ${dayWord(locale, each.due)}`);
      return `${each.label}: ${cash(locale, each.amount)} (${state})`;
    });
    return success({
      result: { open_total, currency: "BRL", charges: charges.map(({ due: _due, ...each }) => each) },
      explanation:
        lines.length === 0
          ? say(locale, "Não há nada a pagar.", "There is nothing to pay.")
          : `${lines.join("\n")}\n${say(locale, `Em aberto: ${cash(locale, open_total)}.`, `Open: ${cash(locale, open_total)}.`)}`,
    });
  },

  async record_payment(parameters, { locale, context }) {
    const flat = flatOf(context.user_id);
    const money = moneyOf(parameters.amount);
    const charge = String(parameters.charge);
    if (money === null || money.amount <= 0)
      return failure({ code: "INVALID_AMOUNT", explanation: say(locale, "Esse valor não entendi.", "I did not understand that amount.") });
    if (money.currency !== "BRL")
      return failure({ code: "CURRENCY", explanation: say(locale, "Só recebemos em reais.", "We only take reais.") });
    lastPayment += 1;
    const method = parameters.method === undefined ? undefined : String(parameters.method);
    flat.payments.push({ payment_number: lastPayment, charge, ...money, ...(method ? { method } : {}) });
    done("record_payment", parameters);
    const open_after = openOf(flat, charge);
    const name = word(locale, CHARGES[charge], charge);
    const rest =
      open_after > 0
        ? say(locale, `Faltam ${cash(locale, open_after)}.`, `${cash(locale, open_after)} are still open.`)
        : say(locale, "Está tudo pago.", "All is paid.");
    return success({
      result: { payment_number: lastPayment, ...money, charge, open_after },
      explanation: `${say(locale, `Registrei ${cash(locale, money.amount)} de ${name}.`, `I recorded ${cash(locale, money.amount)} for ${name}.`)} ${rest}`,
    });
  },

  async remove_payment(parameters, { locale, context }) {
    const flat = flatOf(context.user_id);
    const found = flat.payments.find((each) => each.payment_number === parameters.payment_number);
    if (!found)
      return failure({ code: "NOT_FOUND", explanation: say(locale, "Esse pagamento não existe.", "There is no such payment.") });
    flat.payments = flat.payments.filter((each) => each !== found);
    done("remove_payment", parameters);
    return success({
      result: { payment_number: found.payment_number },
      explanation: say(locale, `Tirei o pagamento de ${cash(locale, found.amount)}.`, `I took back the payment of ${cash(locale, found.amount)}.`),
    });
  },

  async announce_visitors(parameters, { locale, context }) {
    const visitors = (parameters.visitor_text as unknown[]).map(String);
    const day = String(parameters.day);
    const start_time = parameters.start_time === undefined ? undefined : clock(parameters.start_time);
    lastVisit += 1;
    flatOf(context.user_id).visits.push({ visit_number: lastVisit, visitors, day, ...(start_time ? { start_time } : {}) });
    done("announce_visitors", parameters);
    const names = visitors.join(", ");
    const when = `${dayWord(locale, day)}${start_time ? say(locale, ` às ${start_time}`, ` at ${start_time}`) : ""}`;
    return success({
      result: { visit_number: lastVisit, visitors, day },
      explanation: say(locale, `A portaria espera ${names}, ${when}.`, `The concierge expects ${names}, ${when}.`),
    });
  },

  async revoke_visitors(parameters, { locale, context }) {
    const flat = flatOf(context.user_id);
    const found = flat.visits.find((each) => each.visit_number === parameters.visit_number);
    if (!found) return failure({ code: "NOT_FOUND", explanation: say(locale, "Essa visita não existe.", "There is no such visit.") });
    flat.visits = flat.visits.filter((each) => each !== found);
    done("revoke_visitors", parameters);
    return success({
      result: { visit_number: found.visit_number },
      explanation: say(locale, "A portaria foi avisada de que não vêm mais.", "The concierge knows that they are not coming."),
    });
  },

  async heating_on(parameters, { locale, context }) {
    return switchHeating("heating_on", parameters, locale, flatOf(context.user_id), true);
  },

  async heating_off(parameters, { locale, context }) {
    return switchHeating("heating_off", parameters, locale, flatOf(context.user_id), false);
  },
});

function bookingLabel(booking: Booking, locale: string): string {
  return `${booking.booking_number}: ${word(locale, ROOMS[booking.room], booking.room)}, ${dayWord(locale, booking.day)} ${booking.start_time}`;
}

if (import.meta.main) await domain.serve();
