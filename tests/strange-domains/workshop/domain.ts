/** A car workshop. The calendar, the jobs and the stock are the workshop's: whoever works there sees the same. */
import { ask, failure, success } from "#shared/domain-kit/answers.ts";
import { defineDomain } from "#shared/domain-kit/define-domain.ts";
import { loadManifest } from "#shared/domain-kit/load-manifest.ts";

type Words = { pt: string; en: string };
type Car = { id: number; model: string; owner: string; plate: string };
type Appointment = { appointment_number: number; car: string; service: string; day: string; at_time: string };
/** before: what a closed job was, so that reopening it puts that back. */
type Job = { job_number: number; car: string; work: Words; status: string; before?: string };
type Part = { id: number; name: Words; called: string[]; unit: string; stock: number };
type Quote = { quote_number: number; car: string; work: string; amount: number; currency: string };
type Entry = { entry_number: number; job_number: number; minutes: number; mechanic?: string };

const SERVICES: Record<string, Words> = {
  OIL_CHANGE: { pt: "troca de óleo", en: "oil change" },
  BRAKES: { pt: "freios", en: "brakes" },
  INSPECTION: { pt: "revisão", en: "inspection" },
  ALIGNMENT: { pt: "alinhamento", en: "alignment" },
  TYRES: { pt: "pneus", en: "tyres" },
  DIAGNOSIS: { pt: "diagnóstico", en: "diagnosis" },
};
const STATES: Record<string, Words> = {
  OPEN: { pt: "aberta", en: "open" },
  WAITING_PARTS: { pt: "esperando peça", en: "waiting for parts" },
  CLOSED: { pt: "fechada", en: "closed" },
};
const UNITS: Record<string, Words> = {
  PIECE: { pt: "un.", en: "pcs" },
  SET: { pt: "jogo(s)", en: "set(s)" },
  LITRE: { pt: "l", en: "l" },
  METRE: { pt: "m", en: "m" },
};

const CARS: Car[] = [
  { id: 1, model: "Gol", owner: "Marcos Lima", plate: "ABC1D23" },
  { id: 2, model: "Corolla", owner: "Célia Prado", plate: "FGH2J45" },
  { id: 3, model: "HB20", owner: "Renata Alves", plate: "KLM3N67" },
  { id: 4, model: "Strada", owner: "Padaria Central", plate: "QRS4T89" },
  { id: 5, model: "Gol", owner: "Otávio Reis", plate: "UVX5Y01" },
];
const nameOf = (car: Car) => `${car.model} (${car.owner})`;

const iso = (date: Date) =>
  `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, "0")}-${String(date.getDate()).padStart(2, "0")}`;
const inDays = (days: number) => {
  const now = new Date();
  return iso(new Date(now.getFullYear(), now.getMonth(), now.getDate() + days));
};

export const effects: { capability: string; params: unknown }[] = [];
const done = (capability: string, params: unknown) => effects.push({ capability, params: structuredClone(params) });

let appointments: Appointment[] = [];
let jobs: Job[] = [];
let parts: Part[] = [];
let quotes: Quote[] = [];
let entries: Entry[] = [];
let lastAppointment = 0;
let lastQuote = 0;
let lastEntry = 0;

export function reset(): void {
  effects.length = 0;
  const [marcos, celia, renata, bakery, otavio] = CARS.map(nameOf) as [string, string, string, string, string];
  appointments = [
    { appointment_number: 31, car: marcos, service: "INSPECTION", day: inDays(1), at_time: "09:00" },
    { appointment_number: 32, car: renata, service: "OIL_CHANGE", day: inDays(1), at_time: "14:00" },
    { appointment_number: 33, car: bakery, service: "BRAKES", day: inDays(3), at_time: "10:00" },
    { appointment_number: 34, car: otavio, service: "TYRES", day: inDays(6), at_time: "08:30" },
  ];
  jobs = [
    { job_number: 100, car: celia, work: { pt: "bateria nova", en: "new battery" }, status: "CLOSED" },
    { job_number: 101, car: marcos, work: { pt: "freio dianteiro", en: "front brakes" }, status: "OPEN" },
    { job_number: 102, car: celia, work: { pt: "troca de óleo", en: "oil change" }, status: "OPEN" },
    { job_number: 103, car: bakery, work: { pt: "embreagem", en: "clutch" }, status: "WAITING_PARTS" },
    { job_number: 104, car: renata, work: { pt: "alinhamento", en: "alignment" }, status: "CLOSED" },
    { job_number: 105, car: otavio, work: { pt: "barulho na suspensão", en: "suspension noise" }, status: "OPEN" },
  ];
  parts = [
    { id: 1, name: { pt: "óleo 5W30", en: "5W30 engine oil" }, called: ["oleo", "oil", "5w30"], unit: "LITRE", stock: 24 },
    { id: 2, name: { pt: "pastilhas de freio", en: "brake pads" }, called: ["pastilha", "pad"], unit: "SET", stock: 6 },
    { id: 3, name: { pt: "fluido de freio", en: "brake fluid" }, called: ["fluido", "fluid"], unit: "LITRE", stock: 3 },
    { id: 4, name: { pt: "filtro de óleo", en: "oil filter" }, called: ["filtro", "filter"], unit: "PIECE", stock: 11 },
    { id: 5, name: { pt: "velas", en: "spark plugs" }, called: ["vela", "plug"], unit: "PIECE", stock: 16 },
    { id: 6, name: { pt: "bateria", en: "battery" }, called: ["bateria", "batter"], unit: "PIECE", stock: 0 },
    { id: 7, name: { pt: "mangueira", en: "hose" }, called: ["mangueira", "hose"], unit: "METRE", stock: 12 },
  ];
  quotes = [];
  entries = [
    { entry_number: 1, job_number: 101, minutes: 90, mechanic: "Beto" },
    { entry_number: 2, job_number: 103, minutes: 120, mechanic: "Sandro" },
  ];
  lastAppointment = 34;
  lastQuote = 200;
  lastEntry = 2;
}
reset();

const isPortuguese = (locale: string) => locale === "pt-BR";
const say = (locale: string, pt: string, en: string) => (isPortuguese(locale) ? pt : en);
const word = (locale: string, words: Words | undefined, otherwise: string) => (words ? say(locale, words.pt, words.en) : otherwise);
const number = (locale: string, value: number) => value.toLocaleString(isPortuguese(locale) ? "pt-BR" : "en-US", { maximumFractionDigits: 2 });
const cash = (locale: string, amount: number, currency: string) =>
  amount.toLocaleString(isPortuguese(locale) ? "pt-BR" : "en-US", { style: "currency", currency });
const dayWord = (locale: string, day: string) => {
  const [year, month, date] = day.split("-").map(Number);
  return new Date(year!, month! - 1, date!).toLocaleDateString(isPortuguese(locale) ? "pt-BR" : "en-GB", {
    weekday: "short",
    day: "2-digit",
    month: "2-digit",
  });
};
const fold = (text: string) =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase();

const SMALL = new Set(["o", "a", "do", "da", "de", "dona", "seu", "the", "of", "mr", "mrs", "car", "carro", "s"]);
const wordsOf = (text: string) => (fold(text).match(/[a-z0-9]+/g) ?? []).filter((each) => !SMALL.has(each));
/** Whether a car's name holds all that was said of it; "padaria" and "bakery" are the same customer. */
const isCalled = (name: string, said: string) => {
  const known = wordsOf(name);
  const wanted = wordsOf(said).map((each) => (each === "bakery" ? "padaria" : each));
  return wanted.length > 0 && wanted.every((each) => known.includes(each));
};
const carsCalled = (said: string) => CARS.filter((car) => isCalled(`${car.model} ${car.owner} ${car.plate}`, said));

/** A car of ours, a new one by the words for it, or null where several may be meant. */
function carFor(parameters: Record<string, unknown>): string | null {
  const said = String(parameters.car_text);
  const found = parameters.car_id === undefined ? carsCalled(said) : CARS.filter((car) => car.id === parameters.car_id);
  if (found.length > 1) return null;
  return found[0] ? nameOf(found[0]) : said;
}
const whichCar = (locale: string, said: string) =>
  ask({
    explanation: say(locale, "Qual carro?", "Which car?"),
    candidates: carsCalled(said).map((car) => ({ label: `${nameOf(car)}, ${car.plate}`, car_id: car.id })),
  });

/** Of several names in the words, that of the part itself: "filtro de óleo" is a filter. */
function partCalled(said: string): Part | undefined {
  const words = wordsOf(said);
  const found = parts.filter((each) => each.called.some((name) => words.some((one) => one.startsWith(name))));
  return found.find((each) => each.id !== 1) ?? found[0];
}

/** The docs do not say what money looks like, so a number, {amount, currency} and "850.00" are all taken. */
function moneyOf(value: unknown): { amount: number; currency: string } | null {
  if (typeof value === "number") return { amount: value, currency: "BRL" };
  if (typeof value === "string") {
    const amount = Number(value.replace(/[^\d.]/g, ""));
    return amount > 0 ? { amount, currency: "BRL" } : null;
  }
  const { amount, value: other, currency } = (value ?? {}) as Record<string, unknown>;
  const found = Number(amount ?? other);
  return Number.isFinite(found) ? { amount: found, currency: typeof currency === "string" ? currency : "BRL" } : null;
}

/** Minutes of an ISO 8601 duration: PT2H30M, PT1.5H, P1D. */
function minutesOf(duration: string): number | null {
  const parts = /^P(?:([\d.]+)D)?(?:T(?:([\d.]+)H)?(?:([\d.]+)M)?(?:([\d.]+)S)?)?$/.exec(duration);
  if (!parts) return null;
  const [, days = "0", hours = "0", minutes = "0", seconds = "0"] = parts;
  const total = Number(days) * 24 * 60 + Number(hours) * 60 + Number(minutes) + Number(seconds) / 60;
  return total > 0 ? Math.round(total) : null;
}

/** First and last day of an ISO period; a length alone begins today, for a calendar looks ahead. */
function daysOf(period: string): [string, string] {
  const [from = "", to] = period.split("/");
  const first = (part: string) => (part === ".." ? "0000-01-01" : `${part}-01-01`.slice(0, 10));
  const last = (part: string) => (part === ".." ? "9999-12-31" : part.length === 4 ? `${part}-12-31` : part.length === 7 ? `${part}-31` : part);
  const moved = (day: string, length: string, sign: number) => {
    const count = (unit: string) => Number(new RegExp(`(\\d+)${unit}`).exec(length)?.[1] ?? 0) * sign;
    const [year, month, date] = day.split("-").map(Number);
    return iso(new Date(year! + count("Y"), month! - 1 + count("M"), date! + count("W") * 7 + count("D")));
  };
  if (from.startsWith("P")) return to === undefined ? [inDays(0), moved(inDays(0), from, 1)] : [moved(to, from, -1), to];
  if (to?.startsWith("P")) return [from, moved(from, to, 1)];
  return [first(from), last(to ?? from)];
}

const hoursOf = (job: number) =>
  Math.round((entries.filter((each) => each.job_number === job).reduce((total, each) => total + each.minutes, 0) / 60) * 100) / 100;
const appointmentLabel = (each: Appointment, locale: string) =>
  `${each.appointment_number}: ${each.car}, ${word(locale, SERVICES[each.service], each.service)}, ${dayWord(locale, each.day)} ${each.at_time}`;
const jobLabel = (each: Job, locale: string) => `${each.job_number}: ${each.car}, ${word(locale, each.work, "")}`;

function move(job: Job, to: "CLOSED" | "OPEN"): void {
  if (to === "CLOSED") job.before = job.status;
  job.status = to === "CLOSED" ? to : (job.before ?? "OPEN");
}

/** Closing and reopening choose their job in the same way: by its number, by its car, or by asking. */
function switchJob(capability: string, parameters: Record<string, unknown>, locale: string, to: "CLOSED" | "OPEN") {
  const { job_number, car_text } = parameters;
  const isRight = (job: Job) => (job.status === "CLOSED") === (to === "OPEN");
  if (job_number !== undefined) {
    const job = jobs.find((each) => each.job_number === job_number);
    if (!job)
      return failure({ code: "NOT_FOUND", explanation: say(locale, `Não há OS ${job_number}.`, `There is no job ${job_number}.`) });
    if (!isRight(job))
      return failure({
        code: "ALREADY_SO",
        explanation:
          to === "CLOSED"
            ? say(locale, `A OS ${job_number} já está fechada.`, `Job ${job_number} is closed already.`)
            : say(locale, `A OS ${job_number} já está aberta.`, `Job ${job_number} is open already.`),
      });
    move(job, to);
    done(capability, parameters);
    return success({
      result: { job_number: job.job_number, status: job.status },
      explanation:
        to === "CLOSED"
          ? say(locale, `Fechei a OS ${jobLabel(job, locale)}.`, `I closed job ${jobLabel(job, locale)}.`)
          : say(locale, `Reabri a OS ${jobLabel(job, locale)}.`, `I reopened job ${jobLabel(job, locale)}.`),
    });
  }
  const found = jobs.filter((job) => isRight(job) && (car_text === undefined || isCalled(job.car, String(car_text))));
  const [job] = found;
  if (job === undefined)
    return failure({
      code: "NOT_FOUND",
      explanation: say(locale, "Desse carro não há OS assim.", "There is no such job for that car."),
    });
  // One that was named by its car is clear; without any word of it, it is asked for even where there is only one.
  if (found.length > 1 || car_text === undefined)
    return ask({
      explanation: say(locale, "Qual OS?", "Which job?"),
      candidates: found.map((each) => ({ label: jobLabel(each, locale), job_number: each.job_number })),
    });
  move(job, to);
  done(capability, parameters);
  return success({
    result: { job_number: job.job_number, status: job.status },
    explanation:
      to === "CLOSED"
        ? say(locale, `Fechei a OS ${jobLabel(job, locale)}.`, `I closed job ${jobLabel(job, locale)}.`)
        : say(locale, `Reabri a OS ${jobLabel(job, locale)}.`, `I reopened job ${jobLabel(job, locale)}.`),
  });
}

export const domain = defineDomain(loadManifest(new URL(".", import.meta.url)), {
  async book_appointment(parameters, { locale }) {
    const car = carFor(parameters);
    if (car === null) return whichCar(locale, String(parameters.car_text));
    const service = String(parameters.service);
    const day = String(parameters.day);
    const at_time = String(parameters.at_time).slice(0, 5);
    lastAppointment += 1;
    const made = { appointment_number: lastAppointment, car, service, day, at_time };
    appointments.push(made);
    done("book_appointment", parameters);
    return success({
      result: { ...made },
      explanation: say(locale, `Marcado, ${appointmentLabel(made, locale)}.`, `Booked in, ${appointmentLabel(made, locale)}.`),
    });
  },

  async list_appointments({ period }, { locale }) {
    const [from, to] = period ? daysOf(String(period)) : ["0000-01-01", "9999-12-31"];
    const found = appointments
      .filter((each) => each.day >= from && each.day <= to)
      .sort((a, b) => `${a.day} ${a.at_time}`.localeCompare(`${b.day} ${b.at_time}`))
      .map((each) => ({ ...each, label: appointmentLabel(each, locale) }));
    return success({
      result: { appointments: found },
      explanation:
        found.length === 0
          ? say(locale, "Não há carros marcados.", "No cars are booked in.")
          : say(locale, "Na agenda:\n", "In the calendar:\n") + found.map((each) => each.label).join("\n"),
    });
  },

  async cancel_appointment(parameters, { locale }) {
    const { appointment_number, car_text, day } = parameters;
    const found = appointments.filter((each) =>
      appointment_number !== undefined
        ? each.appointment_number === appointment_number
        : (car_text === undefined || isCalled(each.car, String(car_text))) && (day === undefined || each.day === day),
    );
    const [appointment] = found;
    if (appointment === undefined)
      return failure({ code: "NOT_FOUND", explanation: say(locale, "Isso não está na agenda.", "That is not in the calendar.") });
    if (found.length > 1)
      return ask({
        explanation: say(locale, "Qual agendamento?", "Which appointment?"),
        candidates: found.map((each) => ({ label: appointmentLabel(each, locale), appointment_number: each.appointment_number })),
      });
    appointments = appointments.filter((each) => each !== appointment);
    done("cancel_appointment", parameters);
    return success({
      result: { appointment_number: appointment.appointment_number },
      explanation: say(locale, `Desmarquei ${appointmentLabel(appointment, locale)}.`, `I cancelled ${appointmentLabel(appointment, locale)}.`),
    });
  },

  async make_quote(parameters, { locale }) {
    const money = moneyOf(parameters.amount);
    if (money === null || money.amount <= 0)
      return failure({ code: "INVALID_AMOUNT", explanation: say(locale, "Esse valor não entendi.", "I did not understand that amount.") });
    const car = carFor(parameters);
    if (car === null) return whichCar(locale, String(parameters.car_text));
    lastQuote += 1;
    const quote = { quote_number: lastQuote, car, work: String(parameters.work_text), ...money };
    quotes.push(quote);
    done("make_quote", parameters);
    const price = cash(locale, quote.amount, quote.currency);
    return success({
      result: { ...quote },
      explanation: say(
        locale,
        `Orçamento ${quote.quote_number}: ${car}, ${quote.work}, ${price}.`,
        `Quote ${quote.quote_number}: ${car}, ${quote.work}, ${price}.`,
      ),
    });
  },

  async withdraw_quote(parameters, { locale }) {
    const found = quotes.find((each) => each.quote_number === parameters.quote_number);
    if (!found) return failure({ code: "NOT_FOUND", explanation: say(locale, "Esse orçamento não existe.", "There is no such quote.") });
    quotes = quotes.filter((each) => each !== found);
    done("withdraw_quote", parameters);
    return success({
      result: { quote_number: found.quote_number },
      explanation: say(locale, `Retirei o orçamento ${found.quote_number}.`, `I withdrew quote ${found.quote_number}.`),
    });
  },

  async check_stock({ part_text }, { locale }) {
    const said = (part_text as unknown[]).map(String);
    const known = [...new Set(said.map(partCalled).filter((each) => each !== undefined))];
    const unknown = said.filter((each) => partCalled(each) === undefined);
    const lines = known.map((each) =>
      each.stock > 0
        ? `${word(locale, each.name, "")}: ${number(locale, each.stock)} ${word(locale, UNITS[each.unit], each.unit)}`
        : `${word(locale, each.name, "")}: ${say(locale, "em falta", "out of stock")}`,
    );
    lines.push(...unknown.map((each) => say(locale, `${each}: não trabalhamos com isso`, `${each}: we do not keep that`)));
    return success({
      result: { parts: known.map((each) => ({ part: word(locale, each.name, ""), stock: each.stock, unit: each.unit })) },
      explanation: lines.join("\n"),
    });
  },

  async take_part(parameters, { locale }) {
    const part = partCalled(String(parameters.part_text));
    const quantity = Number(parameters.quantity);
    const { unit, job_number } = parameters;
    if (!part) return failure({ code: "NOT_FOUND", explanation: say(locale, "Essa peça não temos.", "We do not keep that part.") });
    const name = word(locale, part.name, "");
    if (unit !== undefined && unit !== part.unit) {
      const counted = word(locale, UNITS[part.unit], part.unit);
      return failure({ code: "OTHER_UNIT", explanation: say(locale, `Contamos ${name} em ${counted}.`, `We count ${name} in ${counted}.`) });
    }
    if (job_number !== undefined && !jobs.some((each) => each.job_number === job_number))
      return failure({ code: "NO_SUCH_JOB", explanation: say(locale, `Não há OS ${job_number}.`, `There is no job ${job_number}.`) });
    const measure = word(locale, UNITS[part.unit], part.unit);
    if (part.stock < quantity)
      return failure({
        code: "NOT_ENOUGH",
        explanation: say(
          locale,
          `De ${name} só há ${number(locale, part.stock)} ${measure}.`,
          `There are only ${number(locale, part.stock)} ${measure} of ${name}.`,
        ),
      });
    part.stock = Math.round((part.stock - quantity) * 1000) / 1000;
    done("take_part", parameters);
    const job = job_number === undefined ? "" : say(locale, `, OS ${job_number}`, `, job ${job_number}`);
    return success({
      result: { part_id: part.id, part: name, quantity, left: part.stock },
      explanation: say(
        locale,
        `Baixa de ${number(locale, quantity)} ${measure} de ${name}${job}. Restam ${number(locale, part.stock)}.`,
        `Took ${number(locale, quantity)} ${measure} of ${name}${job}. ${number(locale, part.stock)} left.`,
      ),
    });
  },

  async return_part(parameters, { locale }) {
    const part = parts.find((each) => each.id === parameters.part_id);
    if (!part) return failure({ code: "NOT_FOUND", explanation: say(locale, "Essa peça não temos.", "We do not keep that part.") });
    part.stock = Math.round((part.stock + Number(parameters.quantity)) * 1000) / 1000;
    done("return_part", parameters);
    const name = word(locale, part.name, "");
    return success({
      result: { part_id: part.id, left: part.stock },
      explanation: say(locale, `Devolvi ao estoque: ${name}, agora ${number(locale, part.stock)}.`, `Back in stock: ${name}, now ${number(locale, part.stock)}.`),
    });
  },

  async list_jobs({ status }, { locale }) {
    const found = jobs
      .filter((each) => status === undefined || each.status === status)
      .map((each) => ({
        job_number: each.job_number,
        label: jobLabel(each, locale),
        car: each.car,
        status: each.status,
        hours: hoursOf(each.job_number),
      }));
    return success({
      result: { jobs: found },
      explanation:
        found.length === 0
          ? say(locale, "Não há OS assim.", "There are no such jobs.")
          : say(locale, "Ordens de serviço:\n", "Jobs:\n") +
            found.map((each) => `${each.label}, ${word(locale, STATES[each.status], each.status)}, ${number(locale, each.hours)} h`).join("\n"),
    });
  },

  async close_job(parameters, { locale }) {
    return switchJob("close_job", parameters, locale, "CLOSED");
  },

  async reopen_job(parameters, { locale }) {
    return switchJob("reopen_job", parameters, locale, "OPEN");
  },

  async log_hours(parameters, { locale }) {
    const job = jobs.find((each) => each.job_number === parameters.job_number);
    const worked = minutesOf(String(parameters.worked));
    if (worked === null)
      return failure({ code: "INVALID_DURATION", explanation: say(locale, "Esse tempo não entendi.", "I did not understand how long that was.") });
    if (!job)
      return failure({
        code: "NO_SUCH_JOB",
        explanation: say(locale, `Não há OS ${parameters.job_number}.`, `There is no job ${parameters.job_number}.`),
      });
    if (job.status === "CLOSED")
      return failure({
        code: "JOB_CLOSED",
        explanation: say(locale, `A OS ${job.job_number} está fechada.`, `Job ${job.job_number} is closed.`),
      });
    const mechanic = parameters.mechanic_text === undefined ? undefined : String(parameters.mechanic_text);
    lastEntry += 1;
    entries.push({ entry_number: lastEntry, job_number: job.job_number, minutes: worked, ...(mechanic ? { mechanic } : {}) });
    done("log_hours", parameters);
    const hours = Math.round((worked / 60) * 100) / 100;
    const total_hours = hoursOf(job.job_number);
    const who = mechanic ? ` (${mechanic})` : "";
    return success({
      result: { entry_number: lastEntry, job_number: job.job_number, hours, total_hours },
      explanation: say(
        locale,
        `Lancei ${number(locale, hours)} h na OS ${job.job_number}${who}; ao todo ${number(locale, total_hours)} h.`,
        `Put ${number(locale, hours)} h on job ${job.job_number}${who}; ${number(locale, total_hours)} h in all.`,
      ),
    });
  },

  async remove_hours(parameters, { locale }) {
    const found = entries.find((each) => each.entry_number === parameters.entry_number);
    if (!found) return failure({ code: "NOT_FOUND", explanation: say(locale, "Essas horas não foram lançadas.", "Those hours are not there.") });
    entries = entries.filter((each) => each !== found);
    done("remove_hours", parameters);
    return success({
      result: { entry_number: found.entry_number },
      explanation: say(locale, `Tirei as horas da OS ${found.job_number}.`, `Took the hours off job ${found.job_number}.`),
    });
  },
});

if (import.meta.main) await domain.serve();
