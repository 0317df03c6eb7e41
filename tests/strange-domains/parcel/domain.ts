// A parcel service: tracking, prices, pick-ups, redirecting, holding and claims. Each user has parcels of their own, in memory.
import { ask, failure, success } from "#shared/domain-kit/answers.ts";
import { defineDomain } from "#shared/domain-kit/define-domain.ts";
import { loadManifest } from "#shared/domain-kit/load-manifest.ts";

type Call = { locale: string; context: { user_id: string }; today(): unknown };
type Parcel = {
  code: string;
  contents: [pt: string, en: string];
  words: string[];
  status: "posted" | "in_transit" | "out_for_delivery" | "held" | "delivered";
  place: string;
  address: string;
  expected: string;
  heldDays: number;
};
type Pickup = { pickup_id: number; day: string; at: string; count: number; address: string; cancelled: boolean };
type Claim = { claim_id: number; code: string; withdrawn: boolean };
type Note = { note_id: number; code: string; note: string };
type State = { parcels: Parcel[]; pickups: Pickup[]; claims: Claim[]; notes: Note[] };

/** Every effect that happened, in order. */
export const effects: { capability: string; params: unknown }[] = [];

const states = new Map<string, State>();
const FIRST_NEW_ID = 100;
let nextId = FIRST_NEW_ID;

export function reset(): void {
  states.clear();
  effects.length = 0;
  nextId = FIRST_NEW_ID;
}

/** An effect, once it has happened. A call that only tries out never comes here: the kit answers it. */
const happened = (capability: string, params: unknown) => effects.push({ capability, params });

// Dates

function today(call: Call): string {
  const day = call.today();
  return day instanceof Date ? day.toISOString().slice(0, 10) : String(day).slice(0, 10);
}

function plusDays(day: string, days: number): string {
  const date = new Date(`${day}T12:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

const isDay = (period: unknown): period is string => /^\d{4}-\d{2}-\d{2}$/.test(String(period));

/** "7:00", "07:00" and "07:00:00" are the same time. */
const clock = (at: unknown) => {
  const [, hour = "", minute = "00"] = /(\d{1,2})(?::(\d{2}))?/.exec(String(at)) ?? [];
  return `${hour.padStart(2, "0")}:${minute}`;
};

// Words

const HOME = "Rua das Flores, 120, São Paulo";
const STATUS: Record<Parcel["status"], [string, string]> = {
  posted: ["postada", "posted"],
  in_transit: ["a caminho", "on its way"],
  out_for_delivery: ["saiu para entrega", "out for delivery"],
  held: ["retida", "on hold"],
  delivered: ["entregue", "delivered"],
};

const isPt = (call: Call) => call.locale === "pt-BR";
const say = (call: Call, pt: string, en: string) => (isPt(call) ? pt : en);
const plain = (text: unknown) =>
  String(text ?? "")
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .trim();

function dayName(call: Call, day: string): string {
  const [year = 0, month = 1, dayOfMonth = 1] = day.split("-").map(Number);
  if (isPt(call)) return `${String(dayOfMonth).padStart(2, "0")}/${String(month).padStart(2, "0")}`;
  return new Date(Date.UTC(year, month - 1, dayOfMonth, 12)).toLocaleDateString("en-US", {
    month: "short",
    day: "numeric",
    timeZone: "UTC",
  });
}
const money = (call: Call, amount: number, currency = "BRL") =>
  new Intl.NumberFormat(isPt(call) ? "pt-BR" : "en", { style: "currency", currency }).format(amount);
const named = (call: Call, parcel: Parcel) => `${parcel.code} (${parcel.contents[isPt(call) ? 0 : 1]})`;
const pickupLabel = (call: Call, each: Pickup) =>
  say(call, `${dayName(call, each.day)} às ${each.at}, ${each.address}`, `${dayName(call, each.day)} at ${each.at}, ${each.address}`);

/** What a parcel looks like in an answer. */
const shown = (call: Call, parcel: Parcel) => ({
  code: parcel.code,
  contents: parcel.contents[isPt(call) ? 0 : 1],
  status: parcel.status,
  place: parcel.place,
  expected: parcel.expected,
});

// Data

/** What is there at the start, counted from today. */
function firstState(now: string): State {
  const parcel = (
    code: string,
    contents: [string, string],
    words: string[],
    status: Parcel["status"],
    place: string,
    expectedIn: number,
  ): Parcel => ({ code, contents, words, status, place, address: HOME, expected: plusDays(now, expectedIn), heldDays: status === "held" ? 7 : 0 });
  return {
    // The newest first.
    parcels: [
      parcel("BR9001", ["livro de poemas", "poetry book"], ["livro", "livros", "poemas", "book", "books", "poetry", "poems"], "in_transit", "Recife", 3),
      parcel("BR4118", ["contrato", "contract"], ["contrato", "documento", "documentos", "contract", "document", "documents"], "posted", "São Paulo", 5),
      parcel("BR3305", ["cafeteira", "coffee maker"], ["cafeteira", "coffee", "maker"], "delivered", "São Paulo", -1),
      parcel("BR2210", ["tênis", "shoes"], ["tenis", "sapato", "sapatos", "shoes", "sneakers", "trainers"], "held", "Agência Centro", 4),
      parcel("BR1077", ["livro de receitas", "cookbook"], ["livro", "livros", "receitas", "book", "books", "cookbook"], "out_for_delivery", "São Paulo", 0),
      parcel("BR1042", ["fones de ouvido", "headphones"], ["fone", "fones", "headphones", "headphone", "earphones"], "in_transit", "Curitiba", 2),
    ],
    pickups: [
      { pickup_id: 1, day: plusDays(now, 1), at: "10:00", count: 2, address: HOME, cancelled: false },
      { pickup_id: 2, day: plusDays(now, 3), at: "15:00", count: 1, address: HOME, cancelled: false },
    ],
    claims: [],
    notes: [],
  };
}

function stateOf(call: Call): State {
  const { user_id } = call.context;
  const known = states.get(user_id);
  if (known !== undefined) return known;
  const made = firstState(today(call));
  states.set(user_id, made);
  return made;
}

type Found = { parcel: Parcel } | { answer: ReturnType<typeof ask> | ReturnType<typeof failure> };

/** The parcel that is meant, by its code or by what is in it; a question where it could be several. */
function parcelOf(call: Call, params: Record<string, unknown>): Found {
  const { parcels } = stateOf(call);
  const said = plain(params.code ?? params.parcel_text);
  const compact = said.replace(/[^a-z0-9]/g, "");
  const byCode = parcels.find((each) => compact.includes(each.code.toLowerCase()));
  if (byCode !== undefined) return { parcel: byCode };
  const words = said.split(/[^a-z0-9]+/);
  const found = said === "" ? parcels : parcels.filter((each) => each.words.some((word) => words.includes(word)));
  // "livro de poemas" names one of two books: who shares the most words is meant.
  const shared = (each: Parcel) => each.words.filter((word) => words.includes(word)).length;
  const most = Math.max(0, ...found.map(shared));
  const best = found.filter((each) => shared(each) === most);
  const [only] = best;
  if (only === undefined)
    return { answer: failure({ code: "NOT_FOUND", explanation: say(call, "Não conheço essa encomenda.", "I do not know that parcel.") }) };
  if (best.length === 1) return { parcel: only };
  return {
    answer: ask({
      explanation: say(call, "Qual encomenda?", "Which parcel?"),
      candidates: best.map((each) => ({ label: named(call, each), code: each.code })),
    }),
  };
}

function stateLine(call: Call, parcel: Parcel): string {
  const status = STATUS[parcel.status][isPt(call) ? 0 : 1];
  const expected =
    parcel.status === "delivered" || parcel.status === "held"
      ? ""
      : say(call, `, chega em ${dayName(call, parcel.expected)}`, `, due ${dayName(call, parcel.expected)}`);
  return `${named(call, parcel)}: ${status}, ${parcel.place}${expected}`;
}

const KG: Record<string, number> = { kg: 1, g: 0.001, lb: 0.4536 };
const SIZES: Record<string, { base: number; most: number }> = {
  envelope: { base: 8, most: 1 },
  small: { base: 14, most: 5 },
  medium: { base: 22, most: 15 },
  large: { base: 38, most: 30 },
};
const SPEEDS: Record<string, { factor: number; days: number }> = {
  economy: { factor: 0.8, days: 8 },
  standard: { factor: 1, days: 5 },
  express: { factor: 1.7, days: 2 },
  same_day: { factor: 3, days: 0 },
};

/** An amount as a number, as text ("250 BRL") or as an object with its currency. */
function amountOf(value: unknown): { amount: number; currency: string } {
  if (typeof value === "number") return { amount: value, currency: "BRL" };
  if (value !== null && typeof value === "object") {
    const { amount, value: inner, currency } = value as Record<string, unknown>;
    return { amount: Number(amount ?? inner), currency: typeof currency === "string" ? currency : "BRL" };
  }
  const text = String(value);
  const number = Number((/\d+(?:[.,]\d+)?/.exec(text)?.[0] ?? "").replace(",", "."));
  return { amount: number, currency: /\b[A-Z]{3}\b/.exec(text)?.[0] ?? "BRL" };
}

export const domain = defineDomain(loadManifest(new URL(".", import.meta.url)), {
  async parcel_track(params, call) {
    const found = parcelOf(call, params);
    if ("answer" in found) return found.answer;
    return success({ result: shown(call, found.parcel), explanation: `${stateLine(call, found.parcel)}.` });
  },

  async parcel_list({ status, limit }, call) {
    const found = stateOf(call)
      .parcels.filter((each) => status === undefined || each.status === status)
      .slice(0, limit === undefined ? undefined : Number(limit));
    const parcels = found.map((each) => shown(call, each));
    if (found.length === 0)
      return success({ result: { parcels }, explanation: say(call, "Nenhuma encomenda assim.", "There are no such parcels.") });
    const lines = found.map((each, index) => `${index + 1}. ${stateLine(call, each)}`);
    return success({ result: { parcels }, explanation: `${say(call, "Encomendas:", "Parcels:")}\n${lines.join("\n")}` });
  },

  async parcel_quote({ weight, weight_unit, size, speed, city_text }, call) {
    const kilos = Number(weight) * (KG[String(weight_unit ?? "kg")] ?? 1);
    const { base, most } = SIZES[String(size)] ?? { base: 14, most: 5 };
    const { factor, days } = SPEEDS[String(speed ?? "standard")] ?? { factor: 1, days: 5 };
    if (kilos > most)
      return failure({
        code: "TOO_HEAVY",
        explanation: say(call, `Nesse tamanho vão no máximo ${most} kg.`, `That size takes ${most} kg at most.`),
      });
    const local = city_text !== undefined && /^s(ao|\.) paulo/.test(plain(city_text));
    const price = Math.round((base + kilos * 3) * factor * (local ? 0.7 : 1) * 100) / 100;
    const to = city_text === undefined ? "" : say(call, ` para ${city_text}`, ` to ${city_text}`);
    const time =
      days === 0 ? say(call, "no mesmo dia", "the same day") : say(call, `em ${days} dias úteis`, `in ${days} working days`);
    return success({ result: { price, currency: "BRL", days }, explanation: `${money(call, price)}${to}, ${time}.` });
  },

  async parcel_book_pickup(params, call) {
    const { day, at, count, address_text } = params;
    const now = today(call);
    if (!isDay(day))
      return ask({
        explanation: say(call, "Em qual destes dias?", "On which of these days?"),
        candidates: [0, 1, 2, 3, 4].map((ahead) => {
          const each = plusDays(now, ahead);
          return { label: dayName(call, each), day: each };
        }),
      });
    if (day < now) return failure({ code: "PAST", explanation: say(call, "Esse dia já passou.", "That day is over.") });
    const pickup: Pickup = {
      pickup_id: nextId++,
      day,
      at: clock(at),
      count: Number(count ?? 1),
      address: address_text === undefined ? HOME : String(address_text),
      cancelled: false,
    };
    stateOf(call).pickups.push(pickup);
    happened("parcel_book_pickup", params);
    return success({
      result: { pickup_id: pickup.pickup_id, day: pickup.day, at: pickup.at },
      explanation: say(call, `Coleta marcada: ${pickupLabel(call, pickup)}.`, `Pick-up booked: ${pickupLabel(call, pickup)}.`),
    });
  },

  async parcel_cancel_pickup(params, call) {
    const { day, day_text, pickup_id } = params;
    const found = stateOf(call).pickups.filter(
      (each) =>
        !each.cancelled &&
        (pickup_id !== undefined ? each.pickup_id === pickup_id : (day === undefined && day_text === undefined) || !isDay(day) || each.day === day),
    );
    const [pickup] = found;
    if (pickup === undefined)
      return failure({ code: "NOT_FOUND", explanation: say(call, "Não há essa coleta.", "There is no such pick-up.") });
    const unclear = pickup_id === undefined && day_text !== undefined && !isDay(day);
    if (found.length > 1 || unclear)
      return ask({
        explanation: say(call, "Qual coleta?", "Which pick-up?"),
        candidates: found.map((each) => ({ label: pickupLabel(call, each), pickup_id: each.pickup_id })),
      });
    pickup.cancelled = true;
    happened("parcel_cancel_pickup", params);
    return success({
      result: { pickup_id: pickup.pickup_id },
      explanation: say(call, `Coleta cancelada: ${pickupLabel(call, pickup)}.`, `Pick-up cancelled: ${pickupLabel(call, pickup)}.`),
    });
  },

  async parcel_restore_pickup(params, call) {
    const pickup = stateOf(call).pickups.find((each) => each.pickup_id === params.pickup_id && each.cancelled);
    if (pickup === undefined)
      return failure({ code: "NOT_FOUND", explanation: say(call, "Essa coleta não foi cancelada.", "That pick-up was not cancelled.") });
    pickup.cancelled = false;
    happened("parcel_restore_pickup", params);
    return success({
      result: { pickup_id: pickup.pickup_id },
      explanation: say(call, `A coleta voltou: ${pickupLabel(call, pickup)}.`, `The pick-up is back: ${pickupLabel(call, pickup)}.`),
    });
  },

  async parcel_redirect(params, call) {
    const found = parcelOf(call, params);
    if ("answer" in found) return found.answer;
    const { parcel } = found;
    if (parcel.status === "delivered")
      return failure({ code: "DELIVERED", explanation: say(call, `${named(call, parcel)} já foi entregue.`, `${named(call, parcel)} was already delivered.`) });
    const previous_address = parcel.address;
    parcel.address = String(params.address_text);
    happened("parcel_redirect", params);
    return success({
      result: { code: parcel.code, address: parcel.address, previous_address },
      explanation: say(call, `${named(call, parcel)} vai para ${parcel.address}.`, `${named(call, parcel)} goes to ${parcel.address}.`),
    });
  },

  async parcel_hold(params, call) {
    const found = parcelOf(call, params);
    if ("answer" in found) return found.answer;
    const { parcel } = found;
    if (parcel.status === "delivered")
      return failure({ code: "DELIVERED", explanation: say(call, `${named(call, parcel)} já foi entregue.`, `${named(call, parcel)} was already delivered.`) });
    if (parcel.status === "held")
      return failure({ code: "ALREADY_HELD", explanation: say(call, `${named(call, parcel)} já está retida.`, `${named(call, parcel)} is already on hold.`) });
    const days = Number(params.days ?? 7);
    parcel.status = "held";
    parcel.heldDays = days;
    happened("parcel_hold", params);
    return success({
      result: { code: parcel.code, days },
      explanation: say(
        call,
        `${named(call, parcel)} fica retida por ${days} ${days === 1 ? "dia" : "dias"}.`,
        `${named(call, parcel)} is on hold for ${days} ${days === 1 ? "day" : "days"}.`,
      ),
    });
  },

  async parcel_release(params, call) {
    const found = parcelOf(call, params);
    if ("answer" in found) return found.answer;
    const { parcel } = found;
    if (parcel.status !== "held")
      return failure({ code: "NOT_HELD", explanation: say(call, `${named(call, parcel)} não está retida.`, `${named(call, parcel)} is not on hold.`) });
    const days = parcel.heldDays;
    parcel.status = "in_transit";
    parcel.heldDays = 0;
    happened("parcel_release", params);
    return success({
      result: { code: parcel.code, days },
      explanation: say(call, `${named(call, parcel)} foi liberada.`, `${named(call, parcel)} is released.`),
    });
  },

  async parcel_report_damage(params, call) {
    const found = parcelOf(call, params);
    if ("answer" in found) return found.answer;
    const { parcel } = found;
    const { amount, currency } = amountOf(params.amount);
    if (!(amount > 0)) return failure({ code: "NO_AMOUNT", explanation: say(call, "Não entendi o valor.", "I did not understand the amount.") });
    if (parcel.status !== "delivered")
      return failure({
        code: "NOT_DELIVERED",
        explanation: say(call, `${named(call, parcel)} ainda não foi entregue.`, `${named(call, parcel)} has not been delivered yet.`),
      });
    const claim: Claim = { claim_id: nextId++, code: parcel.code, withdrawn: false };
    stateOf(call).claims.push(claim);
    happened("parcel_report_damage", params);
    return success({
      result: { claim_id: claim.claim_id, code: parcel.code, amount, currency },
      explanation: say(
        call,
        `Abri a reclamação ${claim.claim_id} de ${named(call, parcel)}: ${money(call, amount, currency)}.`,
        `I opened claim ${claim.claim_id} for ${named(call, parcel)}: ${money(call, amount, currency)}.`,
      ),
    });
  },

  async parcel_withdraw_claim(params, call) {
    const claim = stateOf(call).claims.find((each) => each.claim_id === params.claim_id && !each.withdrawn);
    if (claim === undefined)
      return failure({ code: "NOT_FOUND", explanation: say(call, "Não há essa reclamação.", "There is no such claim.") });
    claim.withdrawn = true;
    happened("parcel_withdraw_claim", params);
    return success({
      result: { claim_id: claim.claim_id },
      explanation: say(call, `Retirei a reclamação ${claim.claim_id}.`, `Claim ${claim.claim_id} is withdrawn.`),
    });
  },

  async parcel_leave_note(params, call) {
    const found = parcelOf(call, params);
    if ("answer" in found) return found.answer;
    const { parcel } = found;
    if (parcel.status === "delivered")
      return failure({ code: "DELIVERED", explanation: say(call, `${named(call, parcel)} já foi entregue.`, `${named(call, parcel)} was already delivered.`) });
    const note: Note = { note_id: nextId++, code: parcel.code, note: String(params.note_text) };
    stateOf(call).notes.push(note);
    happened("parcel_leave_note", params);
    return success({
      result: { note_id: note.note_id, code: parcel.code },
      explanation: say(call, `Recado deixado para ${named(call, parcel)}.`, `Note left for ${named(call, parcel)}.`),
    });
  },

  async parcel_list_notes(_params, call) {
    const notes = stateOf(call).notes.map((each) => ({ ...each }));
    const text = notes.map((each) => `${each.code}: ${each.note}`).join("; ");
    return success({
      result: { notes },
      explanation: notes.length === 0 ? say(call, "Não há recados.", "There are no notes.") : say(call, `Recados: ${text}.`, `Notes: ${text}.`),
    });
  },

  async parcel_remove_note(params, call) {
    const { notes } = stateOf(call);
    const index = notes.findIndex((each) => each.note_id === params.note_id);
    if (index < 0) return failure({ code: "NOT_FOUND", explanation: say(call, "Não há esse recado.", "There is no such note.") });
    notes.splice(index, 1);
    happened("parcel_remove_note", params);
    return success({ result: null, explanation: say(call, "Tirei o recado.", "The note is removed.") });
  },
});

if (import.meta.main) await domain.serve();
