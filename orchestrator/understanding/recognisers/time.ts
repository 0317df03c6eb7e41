import { phraseWords, wordMap, wordSet } from "#shared/language/words.ts";
import { recogniseNumber } from "./number.ts";
import { type Recognised, type Sentence, saysAt, wordAt } from "./recogniser.ts";

const NAMED = namedHours();
const MORNING = phraseWords("time.before-noon");
const EVENING = phraseWords("time.after-noon");
const HOUR_WORDS = wordSet("nouns.hour-words");
const AT = wordSet("words.at-an-hour");

/**
 * A time of day, as "HH:MM".
 * Shape: "10h30", "10:30", "3pm", "às 10", "8 e meia da noite", "half past three", "meio-dia"
 */
export function recogniseTime(sentence: Sentence, at: number): Recognised<string> | undefined {
  const introduced = AT.has(wordAt(sentence, at));
  const from = introduced ? at + 1 : at;
  const named = NAMED.find(([phrase]) => saysAt(sentence, from, phrase));
  if (named !== undefined) return { to: from + named[0].length, value: named[1] };
  const past = halfPast(sentence, from);
  if (past !== undefined) return past;
  const clock = /^(\d{1,2}):(\d{2})(?::\d{2})?$/.exec(wordAt(sentence, from));
  if (clock !== null) return withPartOfDay(sentence, from + 1, Number(clock[1]), Number(clock[2]));
  const hour = recogniseNumber(sentence, from);
  if (hour === undefined || !isHour(hour.value)) return undefined;
  return hourAndMinutes(sentence, hour.to, hour.value, introduced);
}

const isHour = (value: number): boolean => Number.isInteger(value) && value >= 0 && value <= 24;

function hourAndMinutes(
  sentence: Sentence,
  after: number,
  hour: number,
  introduced: boolean,
): Recognised<string> | undefined {
  const word = wordAt(sentence, after);
  // "10h30" is the tokens 10 and h30.
  const glued = /^h(\d{2})$/.exec(word);
  if (glued !== null) return withPartOfDay(sentence, after + 1, hour, Number(glued[1]));
  let to = after;
  let minute = 0;
  let certain = introduced;
  if (HOUR_WORDS.has(word) || saysAt(sentence, after, ["o", "clock"])) {
    certain = certain || word !== "horas";
    to = word === "o" ? after + 2 : after + 1;
  }
  if (wordAt(sentence, to) === "e") {
    const minutes =
      wordAt(sentence, to + 1) === "meia"
        ? { to: to + 2, value: 30 }
        : recogniseNumber(sentence, to + 1);
    if (
      minutes !== undefined &&
      minutes.value > 0 &&
      minutes.value < 60 &&
      (certain || minutes.value === 30)
    ) {
      minute = minutes.value;
      to = minutes.to;
      certain = true;
    }
  }
  const placed = withPartOfDay(sentence, to, hour, minute);
  return certain || (placed !== undefined && placed.to > to) ? placed : undefined;
}

function halfPast(sentence: Sentence, at: number): Recognised<string> | undefined {
  if (!saysAt(sentence, at, ["half", "past"])) return undefined;
  const hour = recogniseNumber(sentence, at + 2);
  return hour !== undefined && isHour(hour.value)
    ? withPartOfDay(sentence, hour.to, hour.value, 30)
    : undefined;
}

function withPartOfDay(
  sentence: Sentence,
  at: number,
  hour: number,
  minute: number,
): Recognised<string> | undefined {
  const morning = MORNING.find((phrase) => saysAt(sentence, at, phrase));
  const evening = EVENING.find((phrase) => saysAt(sentence, at, phrase));
  let exact = hour;
  if (evening !== undefined && hour < 12) exact = hour + 12;
  if (morning !== undefined && hour === 12) exact = 0;
  if (exact === 24 && minute === 0) exact = 0;
  if (exact > 23 || minute > 59) return undefined;
  const two = (value: number) => String(value).padStart(2, "0");
  return { to: at + (morning ?? evening ?? []).length, value: `${two(exact)}:${two(minute)}` };
}

function namedHours(): readonly (readonly [phrase: readonly string[], hour: string])[] {
  return [...wordMap("time.named-hours")].flatMap(([hour, phrases]) =>
    phrases.map((phrase) => [phrase.split(" "), hour] as const),
  );
}
