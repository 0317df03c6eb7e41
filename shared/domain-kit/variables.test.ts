import { expect, it } from "vitest";
import { z } from "zod";
import { address, dataFolder, hosts, readVariables } from "./variables.ts";

const schema = z.object({
  GARDEN_ROOT: address("https:", "http:").optional(),
  GARDEN_HOSTS: hosts.default(["*"]),
  REGENTE_DATA: dataFolder("garden"),
});
const read = (env: Record<string, string>) => readVariables("garden", env, schema);

it("takes empty variables for none, and blanks around a value away", () => {
  expect(read({ GARDEN_ROOT: " ", GARDEN_HOSTS: "", REGENTE_DATA: " /data " })).toEqual({
    GARDEN_ROOT: undefined,
    GARDEN_HOSTS: ["*"],
    REGENTE_DATA: "/data/garden",
  });
});

it("reads hosts between commas and blanks", () => {
  expect(read({ GARDEN_HOSTS: "a.example, b.example" }).GARDEN_HOSTS).toEqual([
    "a.example",
    "b.example",
  ]);
});

it("names each wrong variable, and never says its value", () => {
  expect(() => read({ GARDEN_ROOT: "s3cret" })).toThrow(
    /^settings of garden: GARDEN_ROOT: must be an address that begins with https:\/\/ or http:\/\/$/,
  );
});
