import type { Locale } from "#shared/contracts/names.ts";
import { sayIn } from "#shared/messages/say.ts";
import { readingOf } from "../language/reading.ts";
import { intentWithout } from "../planning/frames.ts";
import { type Outcome, words } from "./outcome.ts";
import { inLanguage, type Turn } from "./turn.ts";

/**
 * A sentence about the user's time zone, or the clock: the zone is set, told, or forgotten. undefined: it is something else,
 * or the words of an open question's answer.
 * Errors: StoreError
 */
export async function obeyZone(turn: Turn): Promise<Outcome | undefined> {
  const { deps, key, entry, pending, startedAt, instruction } = turn;
  const said = readingOf(entry.input_text).zoneSentence;
  if (said === undefined) return undefined;
  const locale = entry.locale ?? said.locale;
  const { settings } = deps.store;
  const say = sayIn("replies", locale);
  const intent = intentWithout(entry.input_text, "control", "time zone");
  const told = (status: "success" | "clarification", ...lines: string[]): Outcome => ({
    ...words(status, lines.join(" "), intent),
    locale,
  });
  const time = (zone: string) => timeIn(zone, startedAt, locale);
  const { timezone, timezone_from: from } = inLanguage(turn, locale);
  if (said.does === "tell_time")
    return told("success", say("zone.now", { time: time(timezone), zone: timezone }));
  if (said.does === "ask")
    return told("success", say(`zone.${from}`, { zone: timezone, time: time(timezone) }));
  // What may be a text that was asked for, or another's words, sets nothing.
  if ((pending !== undefined && !pending.parked) || instruction?.isTrusted === false)
    return undefined;
  const stays = from === "client" ? [say("zone.is_clients", { zone: timezone })] : [];
  if (said.does !== "set") {
    await settings.put(key, { timezone: null });
    return told(
      "success",
      say("zone.forgotten", { zone: from === "client" ? timezone : deps.timezone }),
    );
  }
  const zone = readingOf(said.place).naming.zone;
  if (zone === undefined) return told("clarification", say("zone.unknown", { place: said.place }));
  await settings.put(key, { timezone: zone });
  return told("success", say("zone.set", { zone, time: time(zone) }), ...stays);
}

const timeIn = (timeZone: string, at: number, locale: Locale): string =>
  new Intl.DateTimeFormat(locale, {
    ...{ timeZone, weekday: "short", day: "2-digit", month: "2-digit" },
    ...{ hour: "2-digit", minute: "2-digit" },
  }).format(at);
