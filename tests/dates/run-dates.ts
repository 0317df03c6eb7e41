/**
 * `npm run test:dates`: what depends on the day, tried on other days and in other zones. Each run of the tests has its own
 * clock, and so has every service that they start; time goes on in it, from before midnight to after it.
 * `npm run test:dates -- 2027-11-27T12:00:00Z [zone] [files...]` tries one moment, with all tests where no files are named.
 */
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const ROOMS = [
  "domains/finance",
  "domains/support",
  "shared/calendar",
  "shared/domain-kit",
  "shared/recognisers",
  "orchestrator/standing",
  "orchestrator/turn",
  "orchestrator/language",
  "tests/standing",
  "tests/understanding-of-shipped-domains",
  ...["composition", "promised-sentences", "remarks", "sentences", "shown", "telegram"].map(
    (name) => `tests/e2e/${name}.test.ts`,
  ),
  "tests/e2e/standing",
  "tests/e2e/originals",
];

const DAY_MS = 24 * 60 * 60 * 1000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

type Moment = { readonly at: string; readonly zone: string };
const MOMENTS: readonly Moment[] = [
  { at: inDays(40), zone: "UTC" },
  { at: "2027-02-28T12:00:00Z", zone: "UTC" },
  { at: "2027-03-31T23:50:00Z", zone: "UTC" },
  { at: "2027-12-31T23:59:00Z", zone: "UTC" },
  { at: "2028-02-29T12:00:00Z", zone: "UTC" },
  { at: inDays(0), zone: "Asia/Tokyo" },
  { at: inDays(0), zone: "America/Los_Angeles" },
];

const VITEST = resolve("node_modules/vitest/vitest.mjs");
const CLOCK = pathToFileURL(resolve("tests/standing/moved-clock.mjs")).href;

function passes({ at, zone }: Moment, files: readonly string[]): boolean {
  const started = Date.now();
  const given = process.env["NODE_OPTIONS"] ?? "";
  const { status } = spawnSync(process.execPath, [VITEST, "run", "--reporter=dot", ...files], {
    stdio: "inherit",
    env: {
      ...process.env,
      NODE_OPTIONS: `${given} --import=${CLOCK}?by=${Date.parse(at) - started}`.trim(),
      TZ: zone,
    },
  });
  return status === 0;
}

const [at, zone = "UTC", ...files] = process.argv.slice(2);
if (at !== undefined && Number.isNaN(Date.parse(at))) {
  console.error(`"${at}" is no moment; write one as 2027-12-31T23:59:00Z`);
  process.exit(2);
}
const moments = at === undefined ? MOMENTS : [{ at, zone }];
const told = moments.map((moment) => ({
  ...moment,
  isGreen: passes(moment, at === undefined ? ROOMS : files),
}));
console.log();
for (const { isGreen, ...moment } of told)
  console.log(`${isGreen ? "passed" : "FAILED"}  ${moment.at}  ${moment.zone}`);
process.exitCode = told.every(({ isGreen }) => isGreen) ? 0 : 1;
