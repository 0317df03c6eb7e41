import { NAMED_DAYS, WEEKDAYS } from "#shared/calendar/names.ts";
import { wordSet } from "#shared/language/words.ts";
import { SMALL_NUMBERS } from "#shared/recognisers/number-words.ts";
import { isCommonWord } from "../../understanding/lexicons/common-words.ts";
import { actionOf, deedOf } from "../../understanding/lexicons/deeds.ts";
import { after, endOf } from "./phrases.ts";
import { type ClockPiece, type PieceOf, pauseBefore, type Said, wordAt } from "./piece.ts";

type Read = ClockPiece & { readonly to: number };

/** Number words that are articles as well. */
const ARTICLES = wordSet("numbers.one-of-clock");

/** "às 9", "9h30", "18:30", "3pm", "meio-dia e meia", "quinze para as nove", "half past three". */
export function clockAt(said: Said, at: number): PieceOf<"clock"> | undefined {
  if (countsThings(said, at)) return undefined;
  const led = endOf(said.lexicon.at, said.words, at);
  const read =
    (led === undefined ? undefined : timeAt(said, led, true, at)) ?? timeAt(said, at, false, at);
  return read && { is: "clock", ...read, from: at };
}

/** "compara *as duas*": so many things, and no hour. "Às duas", "as 2" and "as duas da tarde" are one. */
function countsThings({ lexicon, words, text }: Said, at: number): boolean {
  const [verb, article, number, next] = [words[at - 1], words[at], words[at + 1], words[at + 2]];
  if (verb === undefined || article === undefined || number === undefined) return false;
  if (text.slice(article.start, article.end).toLowerCase() !== "as") return false;
  if (/^\d/.test(number.word) || !SMALL_NUMBERS.has(number.word)) return false;
  const deed = deedOf(verb.word);
  const isMarked = after(lexicon.hourMarks, words, at + 2) > at + 2 || next?.word === "da";
  return deed !== undefined && deed !== "remind" && deed !== "tell" && !isMarked;
}

/** The same where something before it says that it is a time: "das *9* às *18*". */
export const bareClockAt = (said: Said, at: number): Read | undefined =>
  timeAt(said, after(said.lexicon.at, said.words, at), true, at);

function timeAt(said: Said, at: number, isLed: boolean, from: number): Read | undefined {
  const { lexicon, words } = said;
  const noon = endOf(lexicon.noon, words, at);
  const named = noon ?? endOf(lexicon.midnight, words, at);
  if (named !== undefined) {
    const half = endOf(lexicon.andHalf, words, named);
    const past = half === undefined ? minutesAfter(said, named, true) : { minute: 30, to: half };
    return {
      hour: noon === undefined ? 0 : 12,
      minute: past?.minute ?? 0,
      isExact: true,
      to: after(lexicon.hourMarks, words, past?.to ?? named),
    };
  }
  return minutesBefore(said, at) ?? hourAt(said, at, isLed, from);
}

/** "half past three", "quinze para as nove", "ten to eight". */
function minutesBefore(said: Said, at: number): Read | undefined {
  const { lexicon, words } = said;
  for (const [minutes, phrases] of lexicon.minutesBefore) {
    const to = endOf(phrases, words, at);
    const named = to === undefined ? undefined : namedHour(said, to);
    if (named !== undefined) return aroundNamed(named, minutes);
    const hour = to === undefined ? undefined : numberAt(said, to, 12);
    if (hour !== undefined && !(minutes === 30 && wordAt(said, hour.to) === "hours"))
      return placed(said, shifted(hour.value, minutes), hour.to);
  }
  const minutes = numberAt(said, at, 59);
  if (minutes === undefined) return undefined;
  const to = endOf(lexicon.to, words, minutes.to);
  const named = to === undefined ? undefined : namedHour(said, to);
  if (named !== undefined && minutes.value >= 1 && minutes.value % 5 === 0)
    return aroundNamed(named, -minutes.value);
  const hour = to === undefined ? undefined : numberAt(said, to, 12);
  if (hour === undefined || minutes.value < 1 || minutes.value % 5 !== 0) return undefined;
  return placed(said, shifted(hour.value, -minutes.value), hour.to);
}

/** "dez para o *meio-dia*", "half past *noon*". */
function namedHour({ lexicon, words }: Said, at: number): { hour: number; to: number } | undefined {
  const noon = endOf(lexicon.noon, words, at);
  if (noon !== undefined) return { hour: 12, to: noon };
  const midnight = endOf(lexicon.midnight, words, at);
  return midnight === undefined ? undefined : { hour: 24, to: midnight };
}
const aroundNamed = ({ hour, to }: { hour: number; to: number }, minutes: number): Read => {
  const at = hour * 60 + minutes;
  return { hour: Math.floor(at / 60) % 24, minute: at % 60, isExact: true, to };
};

const shifted = (hour: number, minutes: number) =>
  minutes < 0
    ? { hour: hour === 1 ? 12 : hour - 1, minute: 60 + minutes }
    : { hour, minute: minutes };

/** A small whole number in digits or one word. */
function numberAt(said: Said, at: number, most: number): { value: number; to: number } | undefined {
  const word = wordAt(said, at);
  const value = /^\d{1,2}$/.test(word)
    ? Number(word)
    : word === "meia"
      ? undefined
      : SMALL_NUMBERS.get(word);
  if (value === undefined || value > most) return undefined;
  // "vinte e uma", "quarenta e cinco"
  const tens = value >= 20 && value % 10 === 0 && !/^\d/.test(word) && wordAt(said, at + 1) === "e";
  const ones = tens ? SMALL_NUMBERS.get(wordAt(said, at + 2)) : undefined;
  return ones !== undefined && ones > 0 && ones < 10 && value + ones <= most
    ? { value: value + ones, to: at + 3 }
    : { value, to: at + 1 };
}

function hourAt(said: Said, at: number, isLed: boolean, from: number): Read | undefined {
  if (hasColon(said, at, isLed)) return colonAt(said, at);
  const four = isLed ? fourFigures(said, at) : undefined;
  if (four !== undefined) return four;
  const hour = numberAt(said, at, 24);
  if (hour === undefined) return undefined;
  const [, glued] = /^h(\d{2})$/.exec(wordAt(said, hour.to)) ?? [];
  if (glued === undefined || !/^\d/.test(wordAt(said, at)))
    return plainHour(said, at, hour, isLed, from);
  const to = after(said.lexicon.hourMarks, said.words, hour.to + 1);
  const clock = { hour: hour.value, minute: Number(glued) };
  return clock.minute > 59 ? undefined : placed(said, clock, to, said.lexicon.counts24);
}

const COLON = /^(\d{1,2})[:.](\d{2})$/;

/** "9:30"; "9.30" where something says that it is a time. */
function hasColon(said: Said, at: number, isLed: boolean): boolean {
  const { lexicon, words } = said;
  const isHalved =
    (endOf(lexicon.am, words, at + 1) ?? endOf(lexicon.pm, words, at + 1)) !== undefined;
  const word = wordAt(said, at);
  return COLON.test(word) && (word.includes(":") || isLed || isHalved);
}

function colonAt(said: Said, at: number): Read | undefined {
  const [, hour = "", minute = ""] = COLON.exec(wordAt(said, at)) ?? [];
  if (Number(hour) > 24 || Number(minute) > 59) return undefined;
  const says24 = hour.length === 2 && (hour.startsWith("0") || Number(hour) > 12);
  const clock = { hour: Number(hour), minute: Number(minute) };
  return placed(said, clock, afterMarks(said, at + 1), said.lexicon.counts24 || says24);
}

/** "9", "9h", "9 e meia": a number that the words around it make an hour. */
function plainHour(
  said: Said,
  at: number,
  hour: { value: number; to: number },
  isLed: boolean,
  from: number,
): Read | undefined {
  const { lexicon, words } = said;
  const isDigits = /^\d/.test(wordAt(said, at));
  const mark = endOf(lexicon.hourMarks, words, hour.to);
  // "2 horas" alone is how long, "9h" and "9 o'clock" are when.
  const isMarked =
    mark !== undefined &&
    (isLed || isBehindDay(said, at) || !words[hour.to]?.word.startsWith("hora"));
  const afterHour = isMarked ? mark : hour.to;
  const past = minutesAfter(said, afterHour, isLed || isMarked);
  const to = past?.to ?? afterHour;
  const minute = past?.minute ?? 0;
  const isWord = ARTICLES.has(wordAt(said, at));
  const says24 = hour.value > 12 || wordAt(said, at).startsWith("0");
  const is24 =
    says24 || (isMarked && isDigits && lexicon.counts24 && (hour.value > 4 || past !== undefined));
  const read = placed(said, { hour: hour.value, minute }, to, is24);
  // Its half of the day was said.
  if (read.to > to) return read;
  if (isWord && !isMarked) return isLed && past !== undefined ? read : undefined;
  if (isMarked || (past !== undefined && isLed)) return read;
  return isLed && countsNothing(said, from, to) ? read : undefined;
}

/** "amanhã *14 horas*", "segunda-feira *9 horas*". */
const isBehindDay = (said: Said, at: number): boolean => {
  const before = wordAt(said, at - 1);
  return WEEKDAYS.has(before) || DAYS.has(before);
};
const DAYS = new Set(NAMED_DAYS.map(([phrase]) => phrase.at(-1) ?? "").concat("feira"));

/** "at *1730*", "às *0630*": no price and no year stands behind "at". */
function fourFigures(said: Said, at: number): Read | undefined {
  const [, hour, minute] = /^(\d{2})(\d{2})$/.exec(wordAt(said, at)) ?? [];
  if (hour === undefined || minute === undefined) return undefined;
  const to = afterMarks(said, at + 1);
  const isTime =
    Number(hour) <= 23 && Number(minute) <= 59 && (hour.startsWith("0") || Number(hour) > 12);
  return (isTime || to > at + 1) && Number(hour) <= 23 && Number(minute) <= 59
    ? { hour: Number(hour), minute: Number(minute), isExact: true, to }
    : undefined;
}

/** "17:00 *hours*", "9:30 *h*". */
function afterMarks({ lexicon, words }: Said, at: number): number {
  const marked = endOf(lexicon.hourMarks, words, at);
  return marked ?? (lexicon.units.get(words[at]?.word ?? "") === "hour" ? at + 1 : at);
}

/** "9 e meia", "9 e quinze", "nine thirty". */
function minutesAfter(
  said: Said,
  at: number,
  isSure: boolean,
): { minute: number; to: number } | undefined {
  const { lexicon, words } = said;
  if (!isSure) {
    // "oito e meia da noite": what stands behind it says that it is a time.
    const half = lexicon.counts24 ? endOf(lexicon.andHalf, words, at) : undefined;
    const isOfPart = (to: number) =>
      Object.values(lexicon.parts).some((part) => endOf(part, words, to) !== undefined);
    return half !== undefined && isOfPart(half) ? { minute: 30, to: half } : undefined;
  }
  const half = lexicon.counts24 ? endOf(lexicon.andHalf, words, at) : undefined;
  if (half !== undefined) return { minute: 30, to: half };
  const joined = lexicon.counts24 ? (wordAt(said, at) === "e" ? at + 1 : undefined) : at;
  if (joined === undefined) return undefined;
  const minute = numberAt(said, joined, 59);
  if (minute === undefined || minute.value < 5) return undefined;
  // "às 9 e 18" may name two hours, "às 9 e 43" names one.
  if (minute.value % 5 !== 0 && minute.value <= 24) return undefined;
  // "às 9 e 18h" names two hours.
  if (endOf(lexicon.hourMarks, words, minute.to) !== undefined) return undefined;
  if (!lexicon.counts24 && /^\d/.test(wordAt(said, joined))) return undefined;
  const tens = minute.value >= 20 && minute.value % 10 === 0 && !lexicon.counts24;
  const ones = tens ? numberAt(said, minute.to, 9) : undefined;
  const minutes = wordAt(said, ones?.to ?? minute.to);
  const to = ones?.to ?? minute.to;
  return {
    minute: minute.value + (ones?.value ?? 0),
    to: ["minutos", "minutes", "min", "mins"].includes(minutes) ? to + 1 : to,
  };
}

/** With its half of the day, where one follows: "9 *da noite*", "3 *pm*". */
function placed(
  said: Said,
  { hour, minute }: { hour: number; minute: number },
  to: number,
  is24 = false,
): Read {
  const { lexicon, words } = said;
  const am = endOf(lexicon.am, words, to);
  const pm = endOf(lexicon.pm, words, to);
  if ((am ?? pm) !== undefined) {
    if (hour > 12) return { hour, minute, isExact: true, to: am ?? pm ?? to };
    const first = hour % 12;
    return {
      hour: pm === undefined ? first : first + 12,
      minute,
      isExact: true,
      to: am ?? pm ?? to,
    };
  }
  for (const part of ["dawn", "morning", "afternoon", "evening"] as const) {
    const end = endOf(lexicon.parts[part], words, to);
    // "tomorrow at 9 *cedo*" says no half of its own.
    if (end === undefined) continue;
    const exact = inPart(hour, part);
    return exact === undefined
      ? { hour: hour % 24, minute, isExact: is24, to }
      : { hour: exact, minute, isExact: true, to: end };
  }
  return hour === 24 ? { hour: 0, minute, isExact: true, to } : { hour, minute, isExact: is24, to };
}

type DayPart = "dawn" | "morning" | "afternoon" | "evening";

/** The hours that are said of each part of the day, and what makes them hours of 24. */
const PART_HOURS: Readonly<
  Record<DayPart, readonly (readonly [from: number, to: number, more: number])[]>
> = {
  dawn: [
    [0, 7, 0],
    [12, 12, -12],
  ],
  morning: [[0, 12, 0]],
  afternoon: [
    [1, 7, 12],
    [12, 19, 0],
  ],
  evening: [
    [0, 4, 0],
    [5, 11, 12],
    [12, 12, -12],
    [17, 24, 0],
  ],
};

/** The hour of 24 that an hour of a part of the day is; undefined: the part has no such hour. */
export function inPart(hour: number, part: DayPart): number | undefined {
  const known = PART_HOURS[part].find(([from, to]) => from <= hour && hour <= to);
  return known === undefined ? undefined : hour + known[2];
}

/** "às 9" and not "as 3 primeiras": an accent tells, else what follows. */
function countsNothing(said: Said, from: number, to: number): boolean {
  const { text, words } = said;
  const lead = words[from];
  if (lead !== undefined && /[\u00c0-\u00ff]/.test(text.slice(lead.start, lead.end))) return true;
  if (!["as", "a", "ao", "aos"].includes(wordAt(said, from)) || to - from > 2) return true;
  const next = wordAt(said, to);
  return (
    next === "" ||
    pauseBefore(said, to) ||
    isCommonWord(next) ||
    actionOf(next) !== undefined ||
    startsTime(said, to)
  );
}

/** A day, or another word of time, follows. */
const startsTime = ({ lexicon, words }: Said, at: number): boolean =>
  [
    lexicon.every,
    lexicon.each,
    lexicon.weekdayBefore,
    lexicon.during,
    lexicon.until,
    lexicon.everyDay,
    lexicon.workingDays,
  ].some((phrases) => endOf(phrases, words, at) !== undefined);
