type Fields = Readonly<Record<string, string | number>>;

/** Where the store tells its operator what nobody waits for. Fields are counts, kinds and codes, never contents. */
export interface StoreLog {
  warn(fields: Fields, message: string): void;
  error(fields: Fields, message: string): void;
}

export const silentLog: StoreLog = { warn: () => undefined, error: () => undefined };
