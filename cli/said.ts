import type { Locale } from "#shared/contracts/names.ts";
import { localeOf } from "./words.ts";

/** A text of our own in the language of this process: for help pages, which are made before a Terminal is open. */
export const said = (text: Readonly<Record<Locale, string>>): string => text[localeOf(process.env)];
