/** Where its build, its temporary files, its clock (tests/dates/run-dates.ts) and its zone are. */
const OF_THE_RUN = ["NODE_COMPILE_CACHE", "TMPDIR", "NODE_OPTIONS", "TZ"];

/** What belongs to this run of the tests (vitest.config.ts), for a process with an environment of its own. */
export const runEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    OF_THE_RUN.flatMap((name) => {
      const value = process.env[name];
      return value === undefined || value === "" ? [] : [[name, value]];
    }),
  );

/** Where the file of `regente` is that this run of the tests has built, if it has built one. */
export const BUILT_TERMINAL = "REGENTE_TESTS_TERMINAL";
