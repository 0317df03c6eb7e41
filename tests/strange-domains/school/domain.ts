import { ask, failure, success } from "#shared/domain-kit/answers.ts";
import { defineDomain } from "#shared/domain-kit/define-domain.ts";
import { loadManifest } from "#shared/domain-kit/load-manifest.ts";

// One school: homework, grades, absences and clubs are the school's. Which homework is done is each user's own.

type Homework = { id: number; class_name: string; subject: string; text: string; due: string };
type Student = { id: number; name: string; class_name: string; clubs: string[] };
type Grade = { student_id: number; subject: string; term: string; grade: number };
type Absence = { id: number; student_id: number; from: string; to: string; reason: string };
type Message = { id: number; classes: string[]; message: string };
type Payment = { id: number; student_id: number; outing: string; amount: number };
type Outing = { pt: string; en: string; price: number; day: string };

export const effects: { capability: string; params: unknown }[] = [];

let homework: Homework[] = [];
let students: Student[] = [];
let grades: Grade[] = [];
let absences: Absence[] = [];
let messages: Message[] = [];
let outings: Outing[] = [];
let payments: Payment[] = [];
let doneBy = new Map<string, Set<number>>();
let nextId = 100;

const DAY_MS = 86_400_000;
/** The calendar day, some days from today: 2026-11-18 */
const dayFromNow = (days: number): string =>
  new Intl.DateTimeFormat("en-CA", { year: "numeric", month: "2-digit", day: "2-digit" }).format(Date.now() + days * DAY_MS);

export function reset(): void {
  effects.length = 0;
  nextId = 100;
  doneBy = new Map();
  absences = [];
  messages = [];
  payments = [];
  homework = [
    { id: 1, class_name: "5A", subject: "MATH", text: "exercícios da página 30", due: dayFromNow(1) },
    { id: 2, class_name: "5A", subject: "PORTUGUESE", text: "redação sobre as férias", due: dayFromNow(2) },
    { id: 3, class_name: "5B", subject: "SCIENCE", text: "desenhar o ciclo da água", due: dayFromNow(1) },
    { id: 4, class_name: "6A", subject: "HISTORY", text: "ler o capítulo 2", due: dayFromNow(4) },
    { id: 5, class_name: "6B", subject: "GEOGRAPHY", text: "mapa da América do Sul", due: dayFromNow(3) },
  ];
  students = [
    { id: 1, name: "Ana Souza", class_name: "5A", clubs: ["CHESS"] },
    { id: 2, name: "Bruno Lima", class_name: "5A", clubs: ["FOOTBALL"] },
    { id: 3, name: "Clara Nunes", class_name: "5B", clubs: ["THEATRE"] },
    { id: 4, name: "Davi Rocha", class_name: "6A", clubs: [] },
    { id: 5, name: "Elisa Prado", class_name: "6B", clubs: ["CHOIR", "THEATRE"] },
    { id: 6, name: "Lucas Prado", class_name: "5A", clubs: ["ROBOTICS"] },
    { id: 7, name: "Lucas Moreira", class_name: "6A", clubs: [] },
  ];
  grades = [
    { student_id: 1, subject: "MATH", term: "T1", grade: 8.5 },
    { student_id: 1, subject: "PORTUGUESE", term: "T1", grade: 9 },
    { student_id: 1, subject: "HISTORY", term: "T2", grade: 7.5 },
    { student_id: 2, subject: "MATH", term: "T1", grade: 6 },
    { student_id: 2, subject: "MATH", term: "T2", grade: 7 },
    { student_id: 3, subject: "PORTUGUESE", term: "T1", grade: 9.5 },
    { student_id: 3, subject: "SCIENCE", term: "T2", grade: 8 },
    { student_id: 4, subject: "ENGLISH", term: "T1", grade: 5.5 },
    { student_id: 5, subject: "ENGLISH", term: "T1", grade: 10 },
    { student_id: 6, subject: "GEOGRAPHY", term: "T1", grade: 7 },
    { student_id: 7, subject: "HISTORY", term: "T1", grade: 6.5 },
  ];
  outings = [
    { pt: "zoológico", en: "zoo", price: 45, day: dayFromNow(9) },
    { pt: "museu de ciências", en: "science museum", price: 30, day: dayFromNow(16) },
    { pt: "parque aquático", en: "water park", price: 80, day: dayFromNow(30) },
  ];
}
reset();

const say = (locale: string, pt: string, en: string): string => (locale === "pt-BR" ? pt : en);

const WORDS: Record<string, { pt: string; en: string }> = {
  MATH: { pt: "matemática", en: "math" },
  PORTUGUESE: { pt: "português", en: "Portuguese" },
  SCIENCE: { pt: "ciências", en: "science" },
  HISTORY: { pt: "história", en: "history" },
  GEOGRAPHY: { pt: "geografia", en: "geography" },
  ENGLISH: { pt: "inglês", en: "English" },
  T1: { pt: "1º bimestre", en: "term 1" },
  T2: { pt: "2º bimestre", en: "term 2" },
  T3: { pt: "3º bimestre", en: "term 3" },
  T4: { pt: "4º bimestre", en: "term 4" },
  CHESS: { pt: "xadrez", en: "chess" },
  FOOTBALL: { pt: "futebol", en: "football" },
  THEATRE: { pt: "teatro", en: "theatre" },
  ROBOTICS: { pt: "robótica", en: "robotics" },
  CHOIR: { pt: "coral", en: "choir" },
  ILLNESS: { pt: "doença", en: "illness" },
  APPOINTMENT: { pt: "consulta", en: "an appointment" },
  TRAVEL: { pt: "viagem", en: "travel" },
  FAMILY: { pt: "motivo de família", en: "family reasons" },
};
const wordsOf = (value: string, locale: string): string => {
  const words = WORDS[value];
  return words === undefined ? value : say(locale, words.pt, words.en);
};

const dayWords = (day: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { timeZone: "UTC", weekday: "short", day: "numeric", month: "short" }).format(new Date(`${day}T12:00:00Z`)).replaceAll(".", "");
const money = (amount: number, locale: string): string => new Intl.NumberFormat(locale, { style: "currency", currency: "BRL" }).format(amount);
const number = (value: number, locale: string): string => new Intl.NumberFormat(locale).format(value);

const wordsIn = (text: unknown): string[] =>
  String(text ?? "")
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");

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

const within = (day: string, period: unknown): boolean => {
  const range = daysOf(period);
  return range === undefined || ((range.from === null || day >= range.from) && (range.to === null || day <= range.to));
};

/** The one pupil of a call, or the answer that asks or says why not. */
function pupilOf(params: Record<string, unknown>, locale: string) {
  const said = wordsIn(params.student_text);
  const found = students.filter((each) =>
    params.student_id === undefined ? said.length > 0 && said.every((word) => wordsIn(each.name).includes(word)) : each.id === params.student_id,
  );
  const [student] = found;
  if (student === undefined)
    return { answer: failure({ code: "NOT_FOUND", explanation: say(locale, "Não conheço esse aluno.", "I do not know that pupil.") }) };
  if (found.length > 1)
    return {
      answer: ask({
        explanation: say(locale, "Qual aluno?", "Which pupil?"),
        candidates: found.map((each) => ({ label: `${each.name} (${each.class_name})`, student_id: each.id })),
      }),
    };
  return { student };
}

const labelOf = (each: Homework, locale: string): string =>
  say(
    locale,
    `${wordsOf(each.subject, locale)} (${each.class_name}): ${each.text}, para ${dayWords(each.due, locale)}`,
    `${wordsOf(each.subject, locale)} (${each.class_name}): ${each.text}, due ${dayWords(each.due, locale)}`,
  );

const doneOf = (user: string): Set<number> => {
  const known = doneBy.get(user) ?? new Set<number>();
  doneBy.set(user, known);
  return known;
};

export const domain = defineDomain(loadManifest(new URL(".", import.meta.url)), {
  async list_homework(params, { locale, context }) {
    const done = doneOf(context.user_id);
    const found = homework
      .filter(
        (each) =>
          !done.has(each.id) &&
          within(each.due, params.due) &&
          (params.class_name === undefined || each.class_name === params.class_name) &&
          (params.subject === undefined || each.subject === params.subject),
      )
      .sort((a, b) => a.due.localeCompare(b.due))
      .map((each) => ({ ...each, label: labelOf(each, locale) }));
    const lines = found.map((each, at) => `${at + 1}. ${each.label}`).join("\n");
    return success({
      result: { homework: found, done: [...done], total: homework.length },
      explanation: found.length === 0 ? say(locale, "Nenhuma lição.", "No homework.") : lines,
    });
  },

  async add_homework(params, { locale }) {
    const range = daysOf(params.due);
    if (range === undefined || range.from === null || range.to === null)
      return failure({ code: "WHICH_DAY", explanation: say(locale, "Não entendi para quando é a lição.", "I did not get when the homework is due.") });
    if (range.from !== range.to) {
      const days = Array.from({ length: 7 }, (_, at) => addDays(String(range.from), at)).filter((day) => day <= String(range.to));
      return ask({
        explanation: say(locale, "Para qual desses dias?", "For which of these days?"),
        candidates: days.map((day) => ({ label: dayWords(day, locale), due: day })),
      });
    }
    const added: Homework = {
      id: nextId++,
      class_name: String(params.class_name),
      subject: String(params.subject),
      text: String(params.homework_text),
      due: range.from,
    };
    homework.push(added);
    effects.push({ capability: "add_homework", params });
    return success({ result: { ...added }, explanation: say(locale, `Lição passada: ${labelOf(added, locale)}.`, `Homework set: ${labelOf(added, locale)}.`) });
  },

  async delete_homework(params, { locale }) {
    const found = homework.find((each) => each.id === params.homework_id);
    if (found === undefined) return failure({ code: "NOT_FOUND", explanation: say(locale, "Não achei essa lição.", "I cannot find that homework.") });
    homework = homework.filter((each) => each !== found);
    effects.push({ capability: "delete_homework", params });
    return success({ result: { id: found.id }, explanation: say(locale, `Retirei: ${labelOf(found, locale)}.`, `Withdrawn: ${labelOf(found, locale)}.`) });
  },

  async finish_homework(params, { locale, context }) {
    const done = doneOf(context.user_id);
    const byId = params.homework_id !== undefined;
    const found = homework.filter((each) =>
      byId
        ? each.id === params.homework_id
        : !done.has(each.id) &&
          (params.subject === undefined || each.subject === params.subject) &&
          (params.class_name === undefined || each.class_name === params.class_name),
    );
    const [only] = found;
    if (only === undefined) return failure({ code: "NOT_FOUND", explanation: say(locale, "Não achei essa lição.", "I cannot find that homework.") });
    // Nothing that names one: the user chooses, even where there is only one.
    if (found.length > 1 || (!byId && params.subject === undefined))
      return ask({
        explanation: say(locale, "Qual lição?", "Which homework?"),
        candidates: found.map((each) => ({ label: labelOf(each, locale), homework_id: each.id })),
      });
    if (done.has(only.id))
      return success({ result: { id: only.id, subject: only.subject }, explanation: say(locale, "Essa lição já estava feita.", "That homework was done already.") });
    done.add(only.id);
    effects.push({ capability: "finish_homework", params });
    return success({ result: { id: only.id, subject: only.subject }, explanation: say(locale, `Feita: ${labelOf(only, locale)}.`, `Done: ${labelOf(only, locale)}.`) });
  },

  async reopen_homework(params, { locale, context }) {
    const found = homework.find((each) => each.id === params.homework_id);
    if (found === undefined) return failure({ code: "NOT_FOUND", explanation: say(locale, "Não achei essa lição.", "I cannot find that homework.") });
    if (!doneOf(context.user_id).delete(found.id))
      return success({ result: { id: found.id }, explanation: say(locale, "Essa lição não estava feita.", "That homework was not done.") });
    effects.push({ capability: "reopen_homework", params });
    return success({ result: { id: found.id }, explanation: say(locale, `De novo por fazer: ${labelOf(found, locale)}.`, `To do again: ${labelOf(found, locale)}.`) });
  },

  async get_grades(params, { locale }) {
    const { student, answer } = pupilOf(params, locale);
    if (student === undefined) return answer;
    const found = grades
      .filter(
        (each) =>
          each.student_id === student.id &&
          (params.subject === undefined || each.subject === params.subject) &&
          (params.term === undefined || each.term === params.term),
      )
      .map(({ subject, term, grade }) => ({ subject, term, grade }));
    const lines = found.map((each) => `${wordsOf(each.subject, locale)}, ${wordsOf(each.term, locale)}: ${number(each.grade, locale)}`).join("; ");
    return success({
      result: { student: student.name, grades: found },
      explanation: found.length === 0 ? say(locale, `${student.name}: nenhuma nota ainda.`, `${student.name}: no grades yet.`) : `${student.name}: ${lines}.`,
    });
  },

  async record_grade(params, { locale }) {
    const { student, answer } = pupilOf(params, locale);
    if (student === undefined) return answer;
    const subject = String(params.subject);
    const term = String(params.term ?? "T2");
    const grade = Number(params.grade);
    const known = grades.find((each) => each.student_id === student.id && each.subject === subject && each.term === term);
    const before = known?.grade ?? null;
    if (known === undefined) grades.push({ student_id: student.id, subject, term, grade });
    else known.grade = grade;
    effects.push({ capability: "record_grade", params });
    const was = before === null ? "" : say(locale, ` (era ${number(before, locale)})`, ` (was ${number(before, locale)})`);
    return success({
      result: { student_id: student.id, student: student.name, subject, term, grade, before },
      explanation: `${student.name}, ${wordsOf(subject, locale)}, ${wordsOf(term, locale)}: ${number(grade, locale)}${was}.`,
    });
  },

  async put_back_grade(params, { locale }) {
    const at = grades.findIndex((each) => each.student_id === params.student_id && each.subject === params.subject && each.term === params.term);
    const known = grades[at];
    if (known === undefined) return failure({ code: "NOT_FOUND", explanation: say(locale, "Essa nota não existe.", "There is no such grade.") });
    if (typeof params.before === "number") known.grade = params.before;
    else grades.splice(at, 1);
    effects.push({ capability: "put_back_grade", params });
    return success({ result: {}, explanation: say(locale, "A nota voltou ao que era.", "The grade is as it was.") });
  },

  async report_absence(params, { locale }) {
    const { student, answer } = pupilOf(params, locale);
    if (student === undefined) return answer;
    const range = daysOf(params.day);
    if (range === undefined || range.from === null || range.to === null)
      return failure({ code: "WHICH_DAY", explanation: say(locale, "Não entendi o dia da falta.", "I did not get the day of the absence.") });
    const absence: Absence = { id: nextId++, student_id: student.id, from: range.from, to: range.to, reason: String(params.reason ?? "") };
    absences.push(absence);
    effects.push({ capability: "report_absence", params });
    const when =
      range.from === range.to
        ? dayWords(range.from, locale)
        : say(locale, `de ${dayWords(range.from, locale)} a ${dayWords(range.to, locale)}`, `${dayWords(range.from, locale)} to ${dayWords(range.to, locale)}`);
    const why = absence.reason === "" ? "" : ` (${wordsOf(absence.reason, locale)})`;
    return success({
      result: { id: absence.id, student: student.name, from: absence.from, to: absence.to, reason: absence.reason },
      explanation: say(locale, `Falta anotada: ${student.name}, ${when}${why}.`, `Absence noted: ${student.name}, ${when}${why}.`),
    });
  },

  async withdraw_absence(params, { locale }) {
    const found = absences.find((each) => each.id === params.absence_id);
    if (found === undefined) return failure({ code: "NOT_FOUND", explanation: say(locale, "Não achei essa falta.", "I cannot find that absence.") });
    absences = absences.filter((each) => each !== found);
    effects.push({ capability: "withdraw_absence", params });
    return success({ result: { id: found.id }, explanation: say(locale, "Retirei o aviso de falta.", "I withdrew the absence.") });
  },

  async message_class(params, { locale }) {
    const classes = [...new Set((Array.isArray(params.class_name) ? params.class_name : [params.class_name]).map(String))];
    const message: Message = { id: nextId++, classes, message: String(params.message_text) };
    messages.push(message);
    effects.push({ capability: "message_class", params });
    return success({
      result: { id: message.id, classes, message: message.message },
      explanation: say(locale, `Recado enviado para ${classes.join(", ")}: “${message.message}”`, `Message sent to ${classes.join(", ")}: “${message.message}”`),
    });
  },

  async join_club(params, { locale }) {
    const { student, answer } = pupilOf(params, locale);
    if (student === undefined) return answer;
    const club = String(params.club);
    if (student.clubs.includes(club))
      return failure({
        code: "ALREADY_IN",
        explanation: say(locale, `${student.name} já está em ${wordsOf(club, locale)}.`, `${student.name} is in ${wordsOf(club, locale)} already.`),
      });
    student.clubs.push(club);
    effects.push({ capability: "join_club", params });
    return success({
      result: { student_id: student.id, student: student.name, club },
      explanation: say(locale, `${student.name} está em ${wordsOf(club, locale)}.`, `${student.name} is in ${wordsOf(club, locale)}.`),
    });
  },

  async leave_club(params, { locale }) {
    const { student, answer } = pupilOf(params, locale);
    if (student === undefined) return answer;
    const club = String(params.club);
    if (!student.clubs.includes(club))
      return failure({
        code: "NOT_IN",
        explanation: say(locale, `${student.name} não está em ${wordsOf(club, locale)}.`, `${student.name} is not in ${wordsOf(club, locale)}.`),
      });
    student.clubs = student.clubs.filter((each) => each !== club);
    effects.push({ capability: "leave_club", params });
    return success({
      result: { student_id: student.id, student: student.name, club },
      explanation: say(locale, `${student.name} saiu de ${wordsOf(club, locale)}.`, `${student.name} has left ${wordsOf(club, locale)}.`),
    });
  },

  async pay_outing(params, { locale }) {
    const { student, answer } = pupilOf(params, locale);
    if (student === undefined) return answer;
    const said = wordsIn(params.outing_text);
    // "passeio ao zoológico", "zoo trip": a word of the outing's own is enough.
    const found = outings.filter((each) => [...wordsIn(each.pt), ...wordsIn(each.en)].some((word) => word.length > 2 && said.includes(word)));
    const [outing] = found;
    if (outing === undefined) return failure({ code: "NOT_FOUND", explanation: say(locale, "Não conheço esse passeio.", "I do not know that outing.") });
    if (found.length > 1)
      return ask({
        explanation: say(locale, "Qual passeio?", "Which outing?"),
        candidates: found.map((each) => ({ label: say(locale, each.pt, each.en), outing_text: each.pt })),
      });
    const amount = amountOf(params.amount);
    if (amount === undefined || amount <= 0)
      return failure({ code: "WHICH_AMOUNT", explanation: say(locale, "Não entendi o valor.", "I did not get the amount.") });
    const paid = payments.filter((each) => each.student_id === student.id && each.outing === outing.pt).reduce((sum, each) => sum + each.amount, 0);
    const left = Math.round((outing.price - paid - amount) * 100) / 100;
    if (left < 0)
      return failure({
        code: "TOO_MUCH",
        explanation: say(locale, `É mais do que falta: ${money(outing.price - paid, locale)}.`, `That is more than is left to pay: ${money(outing.price - paid, locale)}.`),
      });
    const payment: Payment = { id: nextId++, student_id: student.id, outing: outing.pt, amount };
    payments.push(payment);
    effects.push({ capability: "pay_outing", params });
    const name = say(locale, outing.pt, outing.en);
    const rest = left === 0 ? say(locale, "Está quitado.", "It is paid in full.") : say(locale, `Faltam ${money(left, locale)}.`, `${money(left, locale)} left to pay.`);
    return success({
      result: { id: payment.id, student: student.name, outing: outing.pt, amount, still_to_pay: left },
      explanation: say(locale, `Pago: ${money(amount, locale)}, ${name}, ${student.name}. ${rest}`, `Paid: ${money(amount, locale)}, ${name}, ${student.name}. ${rest}`),
    });
  },

  async refund_outing(params, { locale }) {
    const found = payments.find((each) => each.id === params.payment_id);
    if (found === undefined) return failure({ code: "NOT_FOUND", explanation: say(locale, "Não achei esse pagamento.", "I cannot find that payment.") });
    payments = payments.filter((each) => each !== found);
    effects.push({ capability: "refund_outing", params });
    return success({ result: { id: found.id }, explanation: say(locale, `Devolvido: ${money(found.amount, locale)}.`, `Refunded: ${money(found.amount, locale)}.`) });
  },
});

if (import.meta.main) await domain.serve();
