/** What belongs to this run of the tests (vitest.config.ts), for a process with an environment of its own. */
export function runEnvironment(): Record<string, string> {
  const { NODE_COMPILE_CACHE, TMPDIR } = process.env;
  return { ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), ...(TMPDIR && { TMPDIR }) };
}

/** Where the file of `regente` is that this run of the tests has built, if it has built one. */
export const BUILT_TERMINAL = "REGENTE_TESTS_TERMINAL";
