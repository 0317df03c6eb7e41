import { expect, it } from "vitest";
import { aRegistry, aService, draft } from "./registry.fixture.ts";

/** Two manifests clash where their authors have noted the same call. */
const clashOf: NonNullable<Parameters<typeof aRegistry>[1]>["clashOf"] = (manifest, others) => {
  const call = manifest.metadata["call"];
  const other = others.find(({ metadata }) => call !== undefined && metadata["call"] === call);
  return other && `its call "${String(call)}" already belongs to "${other.domain}"`;
};
const calls = (domain: string, version: string, call: string) =>
  draft(domain, { version, metadata: { call } });

async function twoBirds(ofOwl: string, ofCrow: string) {
  const owl = await aService(calls("owl", "1.0.0", ofOwl));
  const crow = await aService(calls("crow", "1.0.0", ofCrow));
  const entries = [
    { name: "owl", url: owl.url },
    { name: "crow", url: crow.url },
  ];
  const opened = await aRegistry(entries, { clashOf });
  await opened.registry.ready;
  const domains = async () =>
    (await opened.registry.reload()).domains.map(({ version, problem }) => [version, problem]);
  return { ...opened, owl, crow, entries, domains };
}

it("of two that clash from the beginning, the first in the bootstrap file is there", async () => {
  const { domains } = await twoBirds("hoo", "hoo");
  expect(await domains()).toEqual([
    ["1.0.0", null],
    [null, 'the manifest of crow 1.0.0 was refused: its call "hoo" already belongs to "owl"'],
  ]);
});

it("whoever changes does not drive out who is there, wherever it stands", async () => {
  const { domains, owl, crow } = await twoBirds("hoo", "caw");
  owl.manifest = calls("owl", "1.1.0", "caw");
  expect(await domains()).toEqual([
    [
      "1.0.0",
      'the manifest of owl 1.1.0 was refused: its call "caw" already belongs to "crow"; version 1.0.0 stays active',
    ],
    ["1.0.0", null],
  ]);
  owl.manifest = calls("owl", "1.2.0", "hoo");
  crow.manifest = calls("crow", "1.1.0", "hoo");
  expect(await domains()).toEqual([
    ["1.2.0", null],
    [
      "1.0.0",
      'the manifest of crow 1.1.0 was refused: its call "hoo" already belongs to "owl"; version 1.0.0 stays active',
    ],
  ]);
});

it("what was refused comes in when the other one has left", async () => {
  const { domains, list, entries } = await twoBirds("hoo", "hoo");
  list(entries.slice(1));
  expect(await domains()).toEqual([["1.0.0", null]]);
});
