import { z } from "zod";

/** Names that would reach an object's prototype; refused wherever an outsider chooses a key. */
const PROTOTYPE_KEYS = new Set(["__proto__", "constructor", "prototype"]);

/** True for a key that may be written onto a plain object. */
export const isSafeKey = (key: string): boolean => !PROTOTYPE_KEYS.has(key);

/** As `because` of `shared/messages/reason.ts`; everything else stands on this file, which stands on nothing. */
const because = (code: string, values = {}) => ({ params: { reason: { code, values } } });

const MOST_OF_NAME = 64;
const name = (pattern: RegExp, shape: string) =>
  z
    .string()
    .max(MOST_OF_NAME)
    .regex(pattern, { error: shape })
    .refine(isSafeKey, because("reserved_name"));
/** The same as a bare question, at a tenth of the cost. */
const isNameOf =
  (pattern: RegExp) =>
  (value: unknown): value is string =>
    typeof value === "string" &&
    value.length <= MOST_OF_NAME &&
    pattern.test(value) &&
    isSafeKey(value);

const DOMAIN = /^[a-z][a-z0-9_-]*$/;
const CAPABILITY = /^[a-z][a-z0-9_]*$/;
const FIELD = /^[A-Za-z_][A-Za-z0-9_-]*$/;
/** `finance`, `bank_support` */
export const domainName = name(DOMAIN, '"my_domain"');
export const isDomainName = isNameOf(DOMAIN);
/** `get_stock_price` */
export const capabilityName = name(CAPABILITY, '"my_capability"');
export const isCapabilityName = isNameOf(CAPABILITY);
/** `get_stock_price` of the same domain, or `finance.get_stock_price` of any. */
export const capabilityAddress = z
  .string()
  .max(129)
  .regex(/^(?:[a-z][a-z0-9_-]*\.)?[a-z][a-z0-9_]*$/, {
    error: '"my_capability"|"my_domain.my_capability"',
  });
/** `finance.get_stock_price`: a capability of another domain. */
export const providedAddress = z
  .string()
  .max(129)
  .regex(/^[a-z][a-z0-9_-]*\.[a-z][a-z0-9_]*$/, {
    error: '"other_domain.its_capability"',
  });
/** `GET_QUOTE` */
export const goalName = name(/^[A-Za-z][A-Za-z0-9_.-]*$/, '"MY_GOAL"');
/** `symbol_text`; also parameters, lists and rules */
export const fieldName = name(FIELD, '"my_field"');
export const isFieldName = isNameOf(FIELD);

/** The languages that people are answered in. */
export const locales = ["pt-BR", "en"] as const;
export const localeSchema = z.enum(locales);
export type Locale = z.infer<typeof localeSchema>;
/** Where nothing says which language is spoken. */
export const DEFAULT_LOCALE: Locale = "pt-BR";

/** What there is of something in each language. */
export const inEach = <T>(make: (locale: Locale) => T): Record<Locale, T> =>
  Object.fromEntries(locales.map((locale) => [locale, make(locale)])) as Record<Locale, T>;

const NAMES_OF_LOCALES = locales.map((locale) => `"${locale}"`);

/** "pt_BR.UTF-8" gives "pt". */
const languageOf = (code: string): string => code.toLowerCase().split(/[-_.]/)[0] ?? "";

/** The locale whose language a program's code names: `pt`, `pt_BR.UTF-8`, `en-US`. */
export const localeOfCode = (code: string): Locale | undefined =>
  locales.find((locale) => languageOf(locale) === languageOf(code));

/** The other languages, in which a text is looked for where it has none in `locale`. */
export const otherLocales = (locale: Locale): Locale[] =>
  locales.filter((other) => other !== locale);

/** A language as programs name it: the locale that its people are answered in. */
export const localeFromCode = z
  .string()
  .max(35)
  .transform((code, report): Locale => {
    const locale = localeOfCode(code);
    if (locale !== undefined) return locale;
    report.addIssue({
      code: "custom",
      ...because("none_of_locales", { options: NAMES_OF_LOCALES }),
    });
    return z.NEVER;
  });

const inSomeLanguage = <T extends z.ZodType>(value: T) =>
  z
    .strictObject({
      "pt-BR": value.optional().describe("In Brazilian Portuguese."),
      en: value.optional().describe("In English."),
    })
    .refine(
      (text) => locales.some((locale) => text[locale] !== undefined),
      because("needs_locale", { options: NAMES_OF_LOCALES }),
    );

/** One text in each language: `{pt-BR: "De qual mercado?", en: "Which market?"}` */
export const localizedText = inSomeLanguage(z.string().min(1).max(2000));
export type LocalizedText = z.infer<typeof localizedText>;

/** Instructions for a model in each language; the one of the answer's language is used. */
export const localizedPrompt = inSomeLanguage(z.string().min(1).max(8000));

/** Several texts in each language: `{pt-BR: ["maiores altas"], en: ["top gainers"]}` */
export const localizedList = inSomeLanguage(z.array(z.string().min(1).max(1000)).max(2000));

/** The text in `locale`, else in another language that has one. */
export function inLocale<T>(
  value: Readonly<Partial<Record<Locale, T | undefined>>>,
  locale: Locale,
): T | undefined {
  const held = [locale, ...otherLocales(locale)].find((each) => value[each] !== undefined);
  return held === undefined ? undefined : value[held];
}

/** True for the name of a time zone that this system's own table has: "America/Sao_Paulo", "UTC". */
export function isZone(name: unknown): name is string {
  try {
    return (
      typeof name === "string" && new Intl.DateTimeFormat("en", { timeZone: name }) !== undefined
    );
  } catch {
    return false;
  }
}

type Conventions = {
  /** What separates the thousands of a number. */
  grouping: "." | ",";
  /** "03/04" is the 3rd of April, not March 4th. */
  isDayFirst: boolean;
  /** "9:30" is in the morning: hours count to 24. */
  counts24: boolean;
  /** Language code of the catalogue of films and series, and of other services that want a region. */
  regional: string;
};

/** How numbers and dates are written where a language is spoken. */
export const CONVENTIONS: Readonly<Record<Locale, Conventions>> = {
  "pt-BR": { grouping: ".", isDayFirst: true, counts24: true, regional: "pt-BR" },
  en: { grouping: ",", isDayFirst: false, counts24: false, regional: "en-US" },
};

/**
 * How a period is written on the wire, ISO 8601: 2026-10-10, 2026-10, 2026, 2026-03-01/2026-05-01 (`..` for an open end,
 * as in EDTF), P6M, P6M/2026-11-18, 2026-11-18/P3M. Nothing in it repeats without an end.
 */
export const PERIOD_FORM =
  /^(?:[12]\d{3}(?:-\d\d(?:-\d\d)?)?|(?:[12]\d{3}-\d\d-\d\d\/)?P(?:[1-9]\d{0,3}[DWM]|[1-9]\d{0,2}Y|T[1-9]\d{0,3}H)|P(?:[1-9]\d{0,3}[DWM]|[1-9]\d{0,2}Y|T[1-9]\d{0,3}H)\/[12]\d{3}-\d\d-\d\d|(?:[12]\d{3}-\d\d-\d\d|\.\.)\/(?:[12]\d{3}-\d\d-\d\d|\.\.))$/;

/** An ISO 4217 code. */
export const CURRENCY_FORM = /^[A-Z]{3}$/;
