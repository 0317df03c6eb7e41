/** What belongs to this run of the tests (vitest.config.ts), for a process with an environment of its own. */
export function runEnvironment(): Record<string, string> {
  const { NODE_COMPILE_CACHE, TMPDIR } = process.env;
  return { ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), ...(TMPDIR && { TMPDIR }) };
}
