import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { TurnResponse } from "#shared/contracts/endpoints.ts";
import { type ShippedSystem, startShippedSystem } from "./shipped-system.ts";
import type { System } from "./system.ts";

let shipped: ShippedSystem;
let system: System;
let session = 0;
let say: (text: string) => Promise<TurnResponse>;

beforeAll(async () => {
  shipped = await startShippedSystem();
  ({ system } = shipped);
});
afterAll(() => shipped.close());
beforeEach(() => {
  session += 1;
  const [name, user] = [`spoken-${session}`, `user-${session}`];
  say = (text) => system.turn(text, name, user);
});

const ran = ({ trace }: TurnResponse) => trace.steps.map(({ capability }) => capability);

describe("what an answer showed", () => {
  it.each([
    ["procura óleo nas minhas notas", "apaga essa nota"],
    ["search my notes for óleo", "delete that note"],
  ])("is meant by what its domain calls it", async (search, remove) => {
    await say("anota: trocar o óleo do carro");
    await say(search);
    const told = await say(remove);
    expect(ran(told)).toEqual(["delete_memory"]);
    expect(told.answer).toContain("trocar o óleo do carro");
  });

  it.each(["lê essa página pra mim", "read that page"])(
    "and its address is read by another domain",
    async (read) => {
      await say("guarda o link https://docs.invalid/");
      await say("o que eu tenho guardado de docs?");
      const told = await say(read);
      expect(told.answer).toContain("docs.invalid");
      expect(told.pending).toBeNull();
    },
  );
});

describe("an address that was asked about, and that no answer showed", () => {
  it.each([
    ["lê https://hortas.invalid/tomate pra mim", "salva esse link", "hortas.invalid"],
    ["read https://hortas.invalid/tomate", "save that link", "hortas.invalid"],
  ])("is what is kept", async (read, save, shows) => {
    await say(read);
    const told = await say(save);
    expect(ran(told)).toEqual(["save_link"]);
    expect(told.answer).toContain(shows);
  });

  it("and is not deleted for having been spoken of", async () => {
    await say("lê https://hortas.invalid/tomate pra mim");
    const told = await say("apaga");
    expect(told.trace.receipts).toEqual([]);
  });
});

describe("a goal that is only offered", () => {
  it.each([
    ["is Merck a risky share to hold", "sorry, I meant Pfizer", "get_risk_metrics", "(PFE)"],
    ["is Intel a risky share to hold", "sorry, I meant AMD", "get_risk_metrics", "(AMD)"],
  ])("is done with the value that puts its own right", async (first, then, capability, shows) => {
    const offered = await say(first);
    expect(offered.pending?.kind).toBe("choose_goal");
    const told = await say(then);
    expect(ran(told)).toEqual([capability]);
    expect(told.answer).toContain(shows);
  });
});
