import { expect, it } from "vitest";
import { aRegistry, aService, draft } from "./registry.fixture.ts";

type Shown = { manifest: unknown };

/** A start over two domains, with what was kept by the starts before it, and what it looked at. */
async function twoDomains(kept: Set<string>, refused = "") {
  const owl = await aService(draft("owl"));
  const crow = await aService(draft("crow"));
  const begin = async () => {
    const looked = new Set<string>();
    const { registry } = await aRegistry(
      [
        { name: "owl", url: owl.url },
        { name: "crow", url: crow.url },
      ],
      {
        admitted: {
          has: async (digest) => kept.has(digest),
          keep: async (digest) => void kept.add(digest),
        },
        objectionTo: ({ domain, version }) => {
          looked.add(`${domain} ${version}`);
          return domain === refused ? "it is refused" : undefined;
        },
        clashOf: ({ domain }) => void looked.add(`${domain} beside others`),
      },
    );
    await registry.ready;
    return { registry, looked };
  };
  const change = (service: Shown, domain: string, version: string) => {
    service.manifest = draft(domain, { version });
  };
  return { begin, owl, crow, change };
}

const BOTH = ["owl 1.0.0", "owl beside others", "crow 1.0.0", "crow beside others"];

it("manifests that came in together are not looked at again by the next start", async () => {
  const { begin } = await twoDomains(new Set());
  expect((await begin()).looked).toEqual(new Set(BOTH));
  const again = await begin();
  expect(again.looked).toEqual(new Set());
  expect(again.registry.status().domains).toMatchObject([
    { state: "up", version: "1.0.0", problem: null },
    { state: "up", version: "1.0.0", problem: null },
  ]);
});

it("a start with one other manifest looks at them all", async () => {
  const { begin, crow, change } = await twoDomains(new Set());
  await begin();
  change(crow, "crow", "2.0.0");
  const { looked } = await begin();
  expect(looked).toEqual(
    new Set(["owl 1.0.0", "owl beside others", "crow 2.0.0", "crow beside others"]),
  );
});

it("what changes after such a start is looked at", async () => {
  const { begin, owl, change } = await twoDomains(new Set());
  await begin();
  const { registry, looked } = await begin();
  change(owl, "owl", "2.0.0");
  await registry.reload();
  expect([...looked]).toEqual(expect.arrayContaining(["owl 2.0.0", "owl beside others"]));
});

it("where one was refused, the next start looks again, and refuses it again", async () => {
  const kept = new Set<string>();
  const { begin } = await twoDomains(kept, "crow");
  await begin();
  expect(kept).toEqual(new Set());
  const { registry, looked } = await begin();
  expect(looked).toContain("crow 1.0.0");
  expect(registry.status().domains[1]).toMatchObject({
    problem: "the manifest of crow 1.0.0 was refused: it is refused",
  });
});

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
