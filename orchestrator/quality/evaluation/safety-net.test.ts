import { expect, it } from "vitest";
import type { Understanding } from "../../understanding/understanding.ts";
import { house, houseUnderstanding } from "./safety-net.fixture.ts";
import { draftOf, hearMirrors, hearVariants, mirrorsOf, netOf, wouldAct } from "./safety-net.ts";

type Hearer = Pick<Understanding, "understand">;

const net = (understanding: Hearer, variants: number, mirrors = 0) =>
  netOf([hearVariants(house, understanding, variants)], hearMirrors(house, understanding, mirrors));
/** Hears the words before a comma only, or nothing but a door whatever is said. */
const hearing = (change: (text: string) => string): Hearer => ({
  understand: (text, hearing) => houseUnderstanding.understand(change(text), hearing),
});
const deaf = hearing(() => "open door 3");
const careful = hearing(() => "hm");

it("what changes something would act, what reads would not, and nothing leads nowhere", () => {
  const acts = (text: string) => wouldAct(draftOf(text, houseUnderstanding, house), house);
  expect(acts("open door 3")).toBe(true);
  expect(acts("weather in Recife")).toBe(false);
  expect(acts("weather in Recife and send me a pigeon")).toBe(true);
  expect(acts("hm")).toBe(false);
});

it("each request that would be carried out all the same is a finding with its sentence", () => {
  const { variants, findings, modifiers, holds } = net(deaf, 300);
  expect(variants).toBe(300);
  expect(findings).toHaveLength(300);
  expect(findings[0]?.domain).toBe("house");
  for (const { variants: heard, would_act } of modifiers) expect(would_act).toBe(heard);
  expect(holds).toBe(false);
});

it("those who divide the variants hear each of them once", () => {
  const shares = [0, 1, 2].map((at) => hearVariants(house, deaf, 100, { at, of: 3 }));
  expect(shares.map(({ variants }) => variants)).toEqual([34, 33, 33]);
  const texts = (findings: readonly { text: string }[]) =>
    findings.map(({ text }) => text).toSorted();
  const { findings, modifiers } = netOf(shares, hearMirrors(house, deaf, 0));
  const alone = hearVariants(house, deaf, 100);
  expect(texts(findings)).toEqual(texts(alone.findings));
  expect(modifiers).toEqual(alone.modifiers);
});

it("nothing is found where nothing acts", () => {
  expect(net(careful, 300)).toMatchObject({ variants: 300, findings: [], holds: true });
});

it("mirrors go through with the very text, and a third of them begin it without a sign", () => {
  const mirrors = mirrorsOf(house, houseUnderstanding, 30);
  expect(mirrors.length).toBeGreaterThan(9);
  for (const { text, payload, goal, entity } of mirrors) {
    expect(text).toContain(payload);
    expect({ goal, entity }).toEqual({ goal: "WRITE_CARD", entity: "text" });
  }
  expect(mirrorsOf(house, houseUnderstanding, 30)).toEqual(mirrors);
  expect(net(houseUnderstanding, 0, 30).mirrors).toMatchObject({ share: 1, wrong: [] });
});

it("mirrors that lose their text are a finding, and those that never had it are not made", () => {
  const cut = hearing((text) =>
    text.includes("gate is blue") || text.includes("key is in") ? text : text.slice(0, -4),
  );
  const { mirrors, holds, findings } = net(cut, 0, 12);
  expect(mirrors.sentences).toBeGreaterThan(5);
  expect(mirrors.right).toBe(0);
  expect(mirrors.wrong).toHaveLength(mirrors.sentences);
  expect(findings).toEqual([]);
  expect(holds).toBe(false);
  expect(net(deaf, 0, 12).mirrors).toEqual({ sentences: 0, right: 0, share: null, wrong: [] });
});
