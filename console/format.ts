import { signal } from "@preact/signals";
import { me } from "./live.ts";
import { locale } from "./settings.ts";

// How numbers and times are written, in the language that is chosen.

export const number = (value: number, digits = 0): string =>
  value.toLocaleString(locale.value, { maximumFractionDigits: digits });

export const percent = (share: number, digits = 0): string =>
  share.toLocaleString(locale.value, { style: "percent", maximumFractionDigits: digits });

/** An amount of a currency by its ISO code; small ones keep what they are. */
export const money = (amount: number, currency: string): string =>
  amount.toLocaleString(locale.value, {
    style: "currency",
    currency,
    maximumFractionDigits: amount < 1 ? 4 : 2,
  });

/** 0.42 ms, 512 ms, 1.2 s, 2 min 5 s */
export function duration(ms: number, digits = 1): string {
  if (ms < 10) return `${number(ms, 1)} ms`;
  if (ms < 1000) return `${number(ms)} ms`;
  if (ms < 60_000) return `${number(ms / 1000, digits)} s`;
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 60) return `${minutes} min ${Math.round((ms % 60_000) / 1000)} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1000],
];

const looks = signal(0);
const LOOK_MS = 20_000;

/** Lets what is told by `ago` grow old while it is shown. Gives what ends it. */
export function followTime(): () => void {
  const timer = setInterval(() => {
    looks.value += 1;
  }, LOOK_MS);
  return () => clearInterval(timer);
}

/** "5 minutes ago", "in 2 days" */
export function ago(at: number): string {
  void looks.value;
  const passed = at - Date.now();
  const [unit, size] = STEPS.find(([, each]) => Math.abs(passed) >= each) ?? ["second", 1000];
  const format = new Intl.RelativeTimeFormat(locale.value, { numeric: "auto", style: "short" });
  return format.format(Math.round(passed / size), unit);
}

/** The zone of whoever is signed in; until it is known, that of the browser. */
const ownZone = () => me.value?.timezone;

/** Where the user is, or in another time zone. */
export const dateTime = (at: number, timeZone?: string): string =>
  new Date(at).toLocaleString(locale.value, {
    dateStyle: "short",
    timeStyle: timeZone === undefined ? "medium" : "short",
    timeZone: timeZone ?? ownZone(),
  });

export const clockTime = (at: number): string =>
  new Date(at).toLocaleTimeString(locale.value, { timeStyle: "short", timeZone: ownZone() });

/** The beginning of a long text. */
export const shortened = (text: string, most = 120): string =>
  text.length > most ? `${text.slice(0, most - 1)}…` : text;

/** As people name a time that is near: "Mon, 11/30, 08:30" */
export function dayAndTime(at: number, timeZone?: string): string {
  const [when, how] = [new Date(at), { timeZone }];
  const day = { ...how, weekday: "short", day: "2-digit", month: "2-digit" } as const;
  const time = { ...how, timeStyle: "short" } as const;
  return `${when.toLocaleDateString(locale.value, day)}, ${when.toLocaleTimeString(locale.value, time)}`;
}

/** What is said in the language that is chosen; in another one where it is said in that only. */
export const told = (text: Partial<Record<string, string>> | null | undefined): string =>
  text?.[locale.value] ?? Object.values(text ?? {})[0] ?? "";

export const hexOf = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Works where a page has no secure context, too. */
export const randomName = (): string => hexOf(crypto.getRandomValues(new Uint8Array(12)));
