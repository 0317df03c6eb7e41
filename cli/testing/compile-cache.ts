/** Where this run of the tests keeps what Node compiled (vitest.config.ts), for a process with an environment of its own. */
export function compileCache(): Record<string, string> {
  const folder = process.env["NODE_COMPILE_CACHE"];
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };
}
