import type { Locale } from "#shared/contracts/names.ts";

type OfText = Readonly<Record<string, (text: string) => unknown>>;
type InLanguage = Readonly<Record<string, (text: string, locale: Locale) => unknown>>;

/** A text with what its readers say as fields of their names, and in a language as methods. */
type TextReading<F extends OfText, M extends InLanguage> = { readonly text: string } & {
  readonly [K in keyof F]: ReturnType<F[K]>;
} & { readonly [K in keyof M]: (locale: Locale) => ReturnType<M[K]> };

/** A class of texts that are read by these, each part when it is first asked for, and once. */
export function textReadBy<F extends OfText, M extends InLanguage>(readers: F, inLanguage: M) {
  class Read {
    readonly text: string;
    readonly #known = new Map<string, unknown>();
    constructor(text: string) {
      this.text = text;
    }
    once(part: string, read: (text: string) => unknown): unknown {
      if (!this.#known.has(part)) this.#known.set(part, read(this.text));
      return this.#known.get(part);
    }
  }
  const add = (name: string, property: PropertyDescriptor & ThisType<Read>) =>
    Object.defineProperty(Read.prototype, name, property);
  for (const [name, read] of Object.entries(readers))
    add(name, {
      get() {
        return this.once(name, read);
      },
    });
  for (const [name, read] of Object.entries(inLanguage))
    add(name, {
      value(locale: Locale) {
        return this.once(`${name} ${locale}`, (text) => read(text, locale));
      },
    });
  return Read as unknown as new (
    text: string,
  ) => TextReading<F, M>;
}
