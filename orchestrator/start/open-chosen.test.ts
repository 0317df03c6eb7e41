import { expect, it } from "vitest";
import { readConfig } from "../config/config.ts";
import { loadPackage, openChosen, PackageMissingError } from "./open-chosen.ts";

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const chosenBy = (env: Record<string, string>) =>
  openChosen(readConfig({ REGENTE_DOMAIN_SECRET: "long-enough-for-a-test", ...env }), log);

it("without a setting nothing is chosen", async () => {
  expect(await chosenBy({})).toEqual({ openHost: undefined, a2a: undefined });
});

it("what a setting chooses is there", async () => {
  const restate = {
    REGENTE_RUN_HOST: "restate",
    DATABASE_URL: "postgres://nobody@127.0.0.1/none",
    REGENTE_RESTATE_KEYS: `publickeyv1_${"1".repeat(44)}`,
  };
  const { openHost, a2a } = await chosenBy({ ...restate, REGENTE_A2A: "true" });
  expect([typeof openHost, typeof a2a?.card, typeof a2a?.serve]).toEqual(Array(3).fill("function"));
});

it("a package that is not installed is named, with the setting and the way out", async () => {
  const missing = loadPackage("@regente/none", "REGENTE_NONE=true");
  await expect(missing).rejects.toThrow(PackageMissingError);
  await expect(missing).rejects.toThrow(
    /^REGENTE_NONE=true needs the package @regente\/none, .* Install it .* leave REGENTE_NONE=true out/,
  );
});
