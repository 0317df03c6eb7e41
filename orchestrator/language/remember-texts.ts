/** What `read` gives for an object, kept for as long as the object lives. */
export function rememberOf<K extends object, V>(read: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, V>();
  return (key) => {
    if (!known.has(key)) known.set(key, read(key));
    return known.get(key) as V;
  };
}

type Readers = Readonly<Record<string, (...said: never[]) => unknown>>;
type OfText = Readonly<Record<string, (text: string, ...more: never[]) => unknown>>;
/** A reader that has its text already. */
type Bound<R> = R extends (text: string, ...more: infer M) => infer V ? (...more: M) => V : never;

/**
 * A class of what readers say, as fields of their names: each is read when it is first asked for, and once. What `asked` says
 * also goes by something else than the text, and is a method.
 */
export function readBy<F extends Readers, A extends OfText = Record<never, never>>(
  readers: F,
  asked?: A,
) {
  class Read {
    readonly #said: never[];
    constructor(...said: never[]) {
      this.#said = said;
    }
    static {
      for (const [name, read] of Object.entries(readers))
        Object.defineProperty(Read.prototype, name, {
          get(this: Read) {
            const value = read(...this.#said);
            Object.defineProperty(this, name, { value });
            return value;
          },
        });
      for (const [name, read] of Object.entries(asked ?? {})) {
        const value = function (this: Read, ...more: never[]) {
          return read(this.#said[0] ?? "", ...more);
        };
        Object.defineProperty(Read.prototype, name, { value });
      }
    }
  }
  return Read as unknown as new (
    ...said: Parameters<F[keyof F]>
  ) => { readonly [K in keyof F]: ReturnType<F[K]> } & { readonly [K in keyof A]: Bound<A[K]> };
}

/** What `read` gives for a text, kept for the last texts, at most so many. */
export function rememberTexts<V>(most: number, read: (text: string) => V): (text: string) => V {
  const known = new Map<string, V>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const value = read(text);
    if (known.size >= most) known.clear();
    known.set(text, value);
    return value;
  };
}
