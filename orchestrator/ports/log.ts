type Write = (fields: object, message: string) => void;

/** A structured log: a fixed sentence, and what varies in fields. pino's Logger is one. */
export type Log = { info: Write; warn: Write; error: Write };

/** For whoever needs one where no one listens. */
export const SILENT: Log = { info() {}, warn() {}, error() {} };
