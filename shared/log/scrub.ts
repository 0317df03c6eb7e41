/** What is a key by how it is written: bearer and bot tokens, logins in addresses, `token=...`, providers' prefixes. */
const NAMED =
  /Bearer\s+\S+|\b\d{5,}:[\w-]{20,}|\/\/[^\s/]+@|\b[\w-]*(?:key|token|secret|password)=[^\s&"']+|\b(?:sk|pk|xox[a-z]|gh[a-z])[-_][\w-]{8,}/gi;
/** What is one by how long and how random it is; a path has capitals and digits in it less often than base64. */
const RANDOM = /[\w+-]{32,}={0,2}|(?=[\w+/-]*\d)(?=[\w+/-]*[A-Z])[\w+/-]{40,}={0,2}/g;

const REMOVED = "[removed]";
const MOST_CHARS = 2000;
/** Shorter values of settings are words that stand in texts anyway. */
const LEAST_SECRET_CHARS = 6;

/** A text without what looks like a secret. */
export const scrub = (text: string): string =>
  text.slice(0, MOST_CHARS).replace(NAMED, REMOVED).replace(RANDOM, REMOVED);

/** `scrub`, and before it the very values that must not get out, however they look. */
export function scrubberFor(secrets: readonly string[]): (text: string) => string {
  const known = [...new Set(secrets)]
    .filter((secret) => secret.length >= LEAST_SECRET_CHARS)
    .flatMap((secret) => [secret, encodeURIComponent(secret)])
    // A secret that holds another one goes first.
    .sort((a, b) => b.length - a.length);
  return (text) => scrub(known.reduce((left, secret) => left.replaceAll(secret, REMOVED), text));
}

/** What was thrown and where, and nothing else that it carries. */
export function describeError(
  error: unknown,
  clean: (text: string) => string = scrub,
): Record<string, unknown> {
  if (!(error instanceof Error)) return { name: typeof error };
  // Only the frames: the stack's first lines repeat the message.
  const at = error.stack?.split("\n").filter((line) => /^\s+at /.test(line));
  return {
    name: error.name,
    message: clean(error.message),
    at: at?.slice(0, 8).map((line) => clean(line.trim())),
  };
}
