import { effect, signal } from "@preact/signals";
import type { Locale } from "#shared/contracts/names.ts";

const LOCALE = "regente.locale";
const THEME = "regente.theme";
const KEY = "regente.key";

/** The languages of browsers that we have words for. */
const spoken: Readonly<Record<string, Locale>> = { pt: "pt-BR", en: "en" };
const localeIn = (said: string | null | undefined): Locale | undefined =>
  spoken[(said ?? "").toLowerCase().slice(0, 2)];

/** Each as those who speak it call it. */
export const LANGUAGES = [
  ["pt-BR", "Português"],
  ["en", "English"],
] as const satisfies [Locale, string][];

export const languageName = (code: string): string =>
  LANGUAGES.find(([each]) => each === code)?.[1] ?? code;

export const THEMES = ["auto", "light", "dark"] as const;
const keptTheme = localStorage.getItem(THEME);
export const locale = signal<Locale>(
  localeIn(localStorage.getItem(LOCALE)) ??
    navigator.languages.map(localeIn).find((found) => found !== undefined) ??
    "pt-BR",
);
export const theme = signal(THEMES.find((each) => each === keptTheme) ?? "auto");
/** The caller's API key or token: for this tab only, and never in an address. */
export const key = signal(sessionStorage.getItem(KEY) ?? "");

effect(() => {
  localStorage.setItem(LOCALE, locale.value);
  document.documentElement.lang = locale.value;
});
effect(() => {
  localStorage.setItem(THEME, theme.value);
  document.documentElement.dataset["theme"] = theme.value;
});
effect(() => {
  if (key.value === "") sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, key.value);
});
