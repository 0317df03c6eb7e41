import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { pino } from "pino";
import { expect, it } from "vitest";
import { trainingIn } from "../../understanding/classifier/training.ts";
import { learnCatalogue } from "./learn-catalogue.ts";
import { folderOf, manifestOf } from "./tools.fixture.ts";

const log = pino({ level: "silent" });
const tides = manifestOf("tides", ["how high is the tide"], ["is the tide high", "tide table"]);
const bootstrap = { domains: [{ name: "tides", manifest: "tides.json" }] };

const learn = (folder: string) =>
  learnCatalogue(join(folder, "domains.json"), {}, join(folder, "learnt"), log);

it("leaves what a start needs to be as sure as later, and learns nothing twice", async () => {
  const folder = folderOf({ "domains.json": bootstrap, "tides.json": tides });
  await learn(folder);
  const [name = ""] = readdirSync(join(folder, "learnt"));
  const file = join(folder, "learnt", name);
  expect(trainingIn(readFileSync(file))).toBeDefined();
  const { mtimeMs } = statSync(file);
  await learn(folder);
  expect(statSync(file).mtimeMs).toBe(mtimeMs);
});

it("learns nothing where a manifest is missing", async () => {
  const folder = folderOf({ "domains.json": bootstrap });
  await learn(folder);
  expect(readdirSync(folder)).toEqual(["domains.json"]);
});
