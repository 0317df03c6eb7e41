// A gym: classes, a training log, the membership, lockers and messages to trainers. Each user has a state of their own, in memory.
import { ask, failure, success } from "#shared/domain-kit/answers.ts";
import { defineDomain } from "#shared/domain-kit/define-domain.ts";
import { loadManifest } from "#shared/domain-kit/load-manifest.ts";

type Call = { locale: string; context: { user_id: string }; today(): unknown };
type GymClass = { id: number; class_type: string; day: string; at: string; trainer: string; free: number };
type Booking = { booking_id: number; class_id: number; cancelled: boolean };
type Entry = {
  entry_id: number;
  exercise: string;
  day: string;
  sets: number;
  reps: number;
  weight: number | null;
  unit: string;
  deleted: boolean;
};
type Locker = { locker: string; size: string; area: string; rented: boolean };
type State = {
  classes: GymClass[];
  bookings: Booking[];
  entries: Entry[];
  frozen: { months: number; until: string } | null;
  lockers: Locker[];
};

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

function plusMonths(day: string, months: number): string {
  const [year = 0, month = 1, dayOfMonth = 1] = day.split("-").map(Number);
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(dayOfMonth, last), 12)).toISOString().slice(0, 10);
}

function shift(day: string, duration: string, sign: 1 | -1): string {
  const [, years = "0", months = "0", weeks = "0", days = "0"] =
    /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?/.exec(duration) ?? [];
  return plusDays(plusMonths(day, sign * (Number(years) * 12 + Number(months))), sign * (Number(weeks) * 7 + Number(days)));
}

const firstOf = (part: string) => (part.length === 4 ? `${part}-01-01` : part.length === 7 ? `${part}-01` : part);
const lastOf = (part: string) =>
  part.length === 4 ? `${part}-12-31` : part.length === 7 ? plusDays(plusMonths(`${part}-01`, 1), -1) : part;

/** The first and the last day of an ISO 8601 period, as the manifest's `period` entities have them. */
function daysOf(period: string, now: string): [string, string] {
  const [from = "", to] = period.split("/");
  if (to === undefined) return from.startsWith("P") ? [shift(now, from, -1), now] : [firstOf(from), lastOf(from)];
  if (from.startsWith("P")) return [shift(to, from, -1), to];
  const start = from === ".." ? "0000-01-01" : firstOf(from);
  if (to.startsWith("P")) return [start, shift(start, to, 1)];
  return [start, to === ".." ? "9999-12-31" : lastOf(to)];
}

/** "7:00", "07:00" and "07:00:00" are the same time. */
const clock = (at: unknown) => {
  const [, hour = "", minute = "00"] = /(\d{1,2})(?::(\d{2}))?/.exec(String(at)) ?? [];
  return `${hour.padStart(2, "0")}:${minute}`;
};

// Words

const CLASS_NAMES: Record<string, [string, string]> = {
  spinning: ["spinning", "spinning"],
  yoga: ["yoga", "yoga"],
  pilates: ["pilates", "pilates"],
  hiit: ["funcional", "HIIT"],
  boxing: ["boxe", "boxing"],
  swimming: ["natação", "swimming"],
};
const EXERCISES: Record<string, { pt: string; words: string[] }> = {
  "bench press": { pt: "supino", words: ["bench press", "bench", "supino", "supino reto"] },
  squat: { pt: "agachamento", words: ["squat", "squats", "back squat", "agachamento", "agachamento livre"] },
  deadlift: { pt: "levantamento terra", words: ["deadlift", "deadlifts", "levantamento terra", "terra"] },
  "shoulder press": {
    pt: "desenvolvimento",
    words: ["shoulder press", "overhead press", "desenvolvimento", "desenvolvimento de ombro"],
  },
  row: { pt: "remada", words: ["row", "rows", "barbell row", "remada", "remada curvada"] },
  "biceps curl": { pt: "rosca direta", words: ["biceps curl", "curls", "rosca", "rosca direta"] },
  "leg press": { pt: "leg press", words: ["leg press"] },
};
const TRAINERS = ["Bia", "Rafael", "Carla", "Diego"];
const PRICES: Record<string, number> = { small: 20, medium: 30, large: 45 };

const isPt = (call: Call) => call.locale === "pt-BR";
const say = (call: Call, pt: string, en: string) => (isPt(call) ? pt : en);
const className = (call: Call, type: string) => CLASS_NAMES[type]?.[isPt(call) ? 0 : 1] ?? type;
const plain = (text: unknown) =>
  String(text ?? "")
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .trim();

/** The exercise that the words mean; one that we do not know stays as it was said. */
function exerciseOf(words: unknown): string {
  const said = plain(words);
  for (const [name, { words: known }] of Object.entries(EXERCISES)) if (known.some((each) => plain(each) === said)) return name;
  return String(words).trim();
}
const exerciseName = (call: Call, exercise: string) => (isPt(call) ? (EXERCISES[exercise]?.pt ?? exercise) : exercise);

function dayName(call: Call, day: string): string {
  const [year = 0, month = 1, dayOfMonth = 1] = day.split("-").map(Number);
  const date = new Date(Date.UTC(year, month - 1, dayOfMonth, 12));
  return isPt(call)
    ? `${String(dayOfMonth).padStart(2, "0")}/${String(month).padStart(2, "0")}`
    : date.toLocaleDateString("en-US", { month: "short", day: "numeric", timeZone: "UTC" });
}
const classLabel = (call: Call, each: GymClass) =>
  say(
    call,
    `${className(call, each.class_type)}, ${dayName(call, each.day)} às ${each.at}`,
    `${className(call, each.class_type)}, ${dayName(call, each.day)} at ${each.at}`,
  );
function entryLabel(call: Call, entry: Entry): string {
  const weight = entry.weight === null ? "" : `, ${isPt(call) ? String(entry.weight).replace(".", ",") : entry.weight} ${entry.unit}`;
  return `${exerciseName(call, entry.exercise)} ${entry.sets}×${entry.reps}${weight} (${dayName(call, entry.day)})`;
}

// Data

/** What is there at the start, counted from today. */
function firstState(now: string): State {
  const timetable: [string, string, string][] = [
    ["swimming", "06:30", "Carla"],
    ["spinning", "07:00", "Rafael"],
    ["yoga", "08:00", "Bia"],
    ["hiit", "12:00", "Diego"],
    ["pilates", "18:00", "Bia"],
    ["spinning", "19:00", "Rafael"],
    ["boxing", "20:00", "Diego"],
  ];
  const classes: GymClass[] = [];
  for (let ahead = 0; ahead < 7; ahead++)
    for (const [class_type, at, trainer] of timetable) {
      const full = ahead === 1 && class_type === "hiit";
      classes.push({ id: classes.length + 1, class_type, day: plusDays(now, ahead), at, trainer, free: full ? 0 : 5 });
    }
  const idOf = (ahead: number, type: string, at: string) =>
    classes.find((each) => each.day === plusDays(now, ahead) && each.class_type === type && each.at === at)?.id ?? 0;
  const entry = (entry_id: number, exercise: string, ago: number, sets: number, reps: number, weight: number): Entry => ({
    entry_id,
    exercise,
    day: plusDays(now, -ago),
    sets,
    reps,
    weight,
    unit: "kg",
    deleted: false,
  });
  const locker = (name: string, size: string, area: string): Locker => ({ locker: name, size, area, rented: false });
  return {
    classes,
    bookings: [
      { booking_id: 1, class_id: idOf(1, "yoga", "08:00"), cancelled: false },
      { booking_id: 2, class_id: idOf(2, "spinning", "19:00"), cancelled: false },
    ],
    entries: [
      entry(1, "squat", 6, 4, 8, 80),
      entry(2, "bench press", 3, 3, 10, 60),
      entry(3, "deadlift", 3, 3, 5, 100),
      entry(4, "squat", 1, 4, 8, 85),
    ],
    frozen: null,
    lockers: [
      locker("M11", "small", "men"),
      locker("M12", "small", "men"),
      locker("M21", "medium", "men"),
      locker("M31", "large", "men"),
      locker("W11", "small", "women"),
      locker("W12", "small", "women"),
      locker("W21", "medium", "women"),
      locker("W31", "large", "women"),
      locker("F11", "small", "family"),
      locker("F21", "medium", "family"),
    ],
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

/** An effect, once it has happened. A call that only tries out never comes here: the kit answers it. */
const happened = (capability: string, params: unknown) => effects.push({ capability, params });

const classOf = (state: State, booking: Booking) => state.classes.find((each) => each.id === booking.class_id) as GymClass;

export const domain = defineDomain(loadManifest(new URL(".", import.meta.url)), {
  async gym_list_classes({ class_type, day }, call) {
    const state = stateOf(call);
    const now = today(call);
    const found = state.classes.filter(
      (each) =>
        (class_type === undefined || each.class_type === class_type) &&
        (day === undefined
          ? class_type !== undefined || each.day <= plusDays(now, 1)
          : each.day === day),
    );
    const classes = found.map((each) => ({ ...each, label: classLabel(call, each) }));
    if (found.length === 0)
      return success({ result: { classes }, explanation: say(call, "Não há aulas assim nesses dias.", "There are no such classes then.") });
    const lines = found.map((each, index) => {
      const free = each.free === 0 ? say(call, "lotada", "full") : say(call, `${each.free} vagas`, `${each.free} places`);
      return `${index + 1}. ${classLabel(call, each)}, ${each.trainer}, ${free}`;
    });
    return success({ result: { classes }, explanation: `${say(call, "Aulas:", "Classes:")}\n${lines.join("\n")}` });
  },

  async gym_book_class(params, call) {
    const { class_type, day, at, class_id } = params;
    const state = stateOf(call);
    const time = at === undefined ? undefined : clock(at);
    const matching = state.classes.filter((each) =>
      class_id !== undefined
        ? each.id === class_id
        : (class_type === undefined || each.class_type === class_type) && (day === undefined || each.day === day),
    );
    if (matching.length === 0)
      return failure({ code: "NOT_FOUND", explanation: say(call, "Essa aula não está na grade.", "That class is not in the timetable.") });
    const found = class_id !== undefined || time === undefined ? matching : matching.filter((each) => each.at === time);
    const choices = found.length === 0 ? matching : found;
    const [chosen] = choices;
    if (choices.length > 1 || found.length === 0 || chosen === undefined)
      return ask({
        explanation:
          found.length === 0
            ? say(call, "Nesse horário não tem. Serve outra?", "There is none at that time. Would another one do?")
            : say(call, "Qual delas?", "Which one?"),
        candidates: choices.slice(0, 10).map((each) => ({ label: classLabel(call, each), class_id: each.id })),
      });
    if (state.bookings.some((each) => each.class_id === chosen.id && !each.cancelled))
      return failure({ code: "ALREADY_BOOKED", explanation: say(call, "Essa aula você já reservou.", "You have already booked that class.") });
    if (chosen.free === 0)
      return failure({ code: "FULL", explanation: say(call, "Essa aula está lotada.", "That class is full.") });
    const booking = { booking_id: nextId++, class_id: chosen.id, cancelled: false };
    chosen.free -= 1;
    state.bookings.push(booking);
    happened("gym_book_class", params);
    return success({
      result: { booking_id: booking.booking_id, class_type: chosen.class_type, day: chosen.day, at: chosen.at },
      explanation: say(call, `Reservei: ${classLabel(call, chosen)}.`, `Booked: ${classLabel(call, chosen)}.`),
    });
  },

  async gym_cancel_booking(params, call) {
    const { class_type, day, booking_id } = params;
    const state = stateOf(call);
    const found = state.bookings.filter((each) => {
      if (each.cancelled) return false;
      if (booking_id !== undefined) return each.booking_id === booking_id;
      const booked = classOf(state, each);
      return (class_type === undefined || booked.class_type === class_type) && (day === undefined || booked.day === day);
    });
    const [booking] = found;
    if (booking === undefined)
      return failure({ code: "NOT_FOUND", explanation: say(call, "Você não tem essa reserva.", "You have no such booking.") });
    if (found.length > 1)
      return ask({
        explanation: say(call, "Qual reserva?", "Which booking?"),
        candidates: found.map((each) => ({ label: classLabel(call, classOf(state, each)), booking_id: each.booking_id })),
      });
    const booked = classOf(state, booking);
    booking.cancelled = true;
    booked.free += 1;
    happened("gym_cancel_booking", params);
    return success({
      result: { booking_id: booking.booking_id },
      explanation: say(call, `Cancelei: ${classLabel(call, booked)}.`, `Cancelled: ${classLabel(call, booked)}.`),
    });
  },

  async gym_restore_booking(params, call) {
    const state = stateOf(call);
    const booking = state.bookings.find((each) => each.booking_id === params.booking_id && each.cancelled);
    if (booking === undefined)
      return failure({ code: "NOT_FOUND", explanation: say(call, "Essa reserva não foi cancelada.", "That booking was not cancelled.") });
    const booked = classOf(state, booking);
    booking.cancelled = false;
    booked.free -= 1;
    happened("gym_restore_booking", params);
    return success({
      result: { booking_id: booking.booking_id },
      explanation: say(call, `A reserva voltou: ${classLabel(call, booked)}.`, `The booking is back: ${classLabel(call, booked)}.`),
    });
  },

  async gym_log_set(params, call) {
    const { exercise_text, weight, weight_unit, reps, sets } = params;
    const state = stateOf(call);
    const entry: Entry = {
      entry_id: nextId++,
      exercise: exerciseOf(exercise_text),
      day: today(call),
      sets: Number(sets ?? 1),
      reps: Number(reps),
      weight: weight === undefined ? null : Number(weight),
      unit: String(weight_unit ?? "kg"),
      deleted: false,
    };
    state.entries.push(entry);
    happened("gym_log_set", params);
    return success({
      result: { entry_id: entry.entry_id, exercise: entry.exercise, sets: entry.sets, reps: entry.reps },
      explanation: say(call, `Anotei: ${entryLabel(call, entry)}.`, `Logged: ${entryLabel(call, entry)}.`),
    });
  },

  async gym_show_log({ exercises_text, period_text, period }, call) {
    const state = stateOf(call);
    if (period_text !== undefined && period === undefined)
      return failure({ code: "UNCLEAR_PERIOD", explanation: say(call, "Não entendi de quando.", "I did not understand of when.") });
    const wanted = (Array.isArray(exercises_text) ? exercises_text : []).map(exerciseOf);
    const [from, to] = period === undefined ? ["", "9999-12-31"] : daysOf(String(period), today(call));
    const found = state.entries.filter(
      (each) => !each.deleted && (wanted.length === 0 || wanted.includes(each.exercise)) && each.day >= from && each.day <= to,
    );
    const entries = found.map((each) => ({
      entry_id: each.entry_id,
      label: entryLabel(call, each),
      exercise: each.exercise,
      day: each.day,
    }));
    if (found.length === 0)
      return success({ result: { entries }, explanation: say(call, "Não há treinos assim no diário.", "There are no such workouts in the log.") });
    const inKg = (each: Entry) => (each.weight ?? 0) * (each.unit === "lb" ? 0.4536 : 1);
    const heaviest = found.reduce((best, each) => (inKg(each) > inKg(best) ? each : best));
    const lines = entries.map((each, index) => `${index + 1}. ${each.label}`);
    return success({
      result: { entries },
      explanation: `${say(call, "Treinos:", "Workouts:")}\n${lines.join("\n")}\n${say(call, "Maior carga", "Heaviest")}: ${entryLabel(call, heaviest)}.`,
    });
  },

  async gym_delete_entry(params, call) {
    const { exercise_text, entry_id } = params;
    const state = stateOf(call);
    const exercise = exercise_text === undefined ? undefined : exerciseOf(exercise_text);
    const found = state.entries.filter(
      (each) =>
        !each.deleted &&
        (entry_id !== undefined ? each.entry_id === entry_id : exercise === undefined || each.exercise === exercise),
    );
    const [entry] = found;
    if (entry === undefined)
      return failure({ code: "NOT_FOUND", explanation: say(call, "Esse registro não está no diário.", "That entry is not in the log.") });
    if (found.length > 1)
      return ask({
        explanation: say(call, "Qual registro?", "Which entry?"),
        candidates: found.slice(-10).map((each) => ({ label: entryLabel(call, each), entry_id: each.entry_id })),
      });
    entry.deleted = true;
    happened("gym_delete_entry", params);
    return success({
      result: { entry_id: entry.entry_id },
      explanation: say(call, `Apaguei: ${entryLabel(call, entry)}.`, `Deleted: ${entryLabel(call, entry)}.`),
    });
  },

  async gym_restore_entry(params, call) {
    const entry = stateOf(call).entries.find((each) => each.entry_id === params.entry_id && each.deleted);
    if (entry === undefined)
      return failure({ code: "NOT_FOUND", explanation: say(call, "Esse registro não foi apagado.", "That entry was not deleted.") });
    entry.deleted = false;
    happened("gym_restore_entry", params);
    return success({
      result: { entry_id: entry.entry_id },
      explanation: say(call, `O registro voltou: ${entryLabel(call, entry)}.`, `The entry is back: ${entryLabel(call, entry)}.`),
    });
  },

  async gym_freeze_membership(params, call) {
    const state = stateOf(call);
    if (state.frozen !== null)
      return failure({
        code: "ALREADY_FROZEN",
        explanation: say(
          call,
          `A matrícula já está trancada até ${dayName(call, state.frozen.until)}.`,
          `The membership is already frozen until ${dayName(call, state.frozen.until)}.`,
        ),
      });
    const months = Number(params.months);
    const until = plusMonths(today(call), months);
    state.frozen = { months, until };
    happened("gym_freeze_membership", params);
    return success({
      result: { months, until },
      explanation: say(
        call,
        `Tranquei a matrícula por ${months} ${months === 1 ? "mês" : "meses"}, até ${dayName(call, until)}.`,
        `The membership is frozen for ${months} ${months === 1 ? "month" : "months"}, until ${dayName(call, until)}.`,
      ),
    });
  },

  async gym_unfreeze_membership(params, call) {
    const state = stateOf(call);
    if (state.frozen === null)
      return failure({ code: "NOT_FROZEN", explanation: say(call, "A matrícula não está trancada.", "The membership is not frozen.") });
    const { months } = state.frozen;
    state.frozen = null;
    happened("gym_unfreeze_membership", params);
    return success({ result: { months }, explanation: say(call, "Reativei a matrícula.", "The membership is active again.") });
  },

  async gym_rent_locker(params, call) {
    const { locker_size, area } = params;
    const free = stateOf(call).lockers.find((each) => each.size === locker_size && each.area === area && !each.rented);
    if (free === undefined)
      return failure({ code: "NONE_FREE", explanation: say(call, "Não há armário assim livre.", "No such locker is free.") });
    const price = PRICES[free.size] ?? 0;
    free.rented = true;
    happened("gym_rent_locker", params);
    return success({
      result: { locker: free.locker, price },
      explanation: say(
        call,
        `O armário ${free.locker} é seu, por R$ ${price} ao mês.`,
        `Locker ${free.locker} is yours, for R$ ${price} a month.`,
      ),
    });
  },

  async gym_return_locker(params, call) {
    const rented = stateOf(call).lockers.find((each) => each.locker === params.locker && each.rented);
    if (rented === undefined)
      return failure({ code: "NOT_FOUND", explanation: say(call, "Esse armário não é seu.", "That locker is not yours.") });
    rented.rented = false;
    happened("gym_return_locker", params);
    return success({
      result: { locker: rented.locker },
      explanation: say(call, `Devolvi o armário ${rented.locker}.`, `Locker ${rented.locker} is given back.`),
    });
  },

  async gym_message_trainer(params, call) {
    const said = plain(params.trainer_text);
    const trainer = TRAINERS.find((each) => said.split(/\s+/).includes(plain(each)));
    if (trainer === undefined)
      return failure({
        code: "NOT_FOUND",
        explanation: say(call, `Não temos esse professor; temos ${TRAINERS.join(", ")}.`, `We have no such trainer; there are ${TRAINERS.join(", ")}.`),
      });
    happened("gym_message_trainer", params);
    return success({
      result: { trainer },
      explanation: say(call, `Mandei o recado a ${trainer}.`, `I sent ${trainer} the message.`),
    });
  },
});

if (import.meta.main) await domain.serve();
