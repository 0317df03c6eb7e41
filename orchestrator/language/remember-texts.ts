/** What `read` gives for an object, kept for as long as the object lives. */
export function rememberOf<K extends object, V>(read: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, V>();
  return (key) => {
    if (!known.has(key)) known.set(key, read(key));
    return known.get(key) as V;
  };
}

/** A class of what readers say, as fields of their names: each is read when it is first asked for, and once. */
export function readBy<F extends Readonly<Record<string, (...said: never[]) => unknown>>>(
  readers: F,
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
    }
  }
  return Read as unknown as new (
    ...said: Parameters<F[keyof F]>
  ) => { readonly [K in keyof F]: ReturnType<F[K]> };
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
