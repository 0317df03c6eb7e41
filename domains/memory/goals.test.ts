import { describe, expect, it } from "vitest";
import { parseExample } from "#shared/contracts/annotated-example.ts";
import { locales } from "#shared/contracts/names.ts";
import { webAddress } from "#shared/safe-fetch/web-address.ts";
import { examplesOf, goalFilesContract, readGoalFiles } from "#shared/testing/goal-files.ts";

const folder = new URL("goals/", import.meta.url);

describe("memory goals", () => {
  goalFilesContract(folder);

  it.each(locales)("mark as addresses only what the domain can keep, in %s", (locale) => {
    const addresses = readGoalFiles(folder)
      .flatMap((goal) => examplesOf(goal, locale))
      .flatMap((example) => parseExample(example).entities)
      .filter(({ name }) => name === "url")
      .map(({ value }) => value);
    expect(addresses).not.toEqual([]);
    expect(addresses.filter((address) => webAddress(address) === undefined)).toEqual([]);
  });
});
