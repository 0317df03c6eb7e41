import { expect, it } from "vitest";
import { memoryEngine } from "../adapters/store/memory-engine.fixture.ts";
import { storeOver } from "../adapters/store/open-store.ts";
import { systemClock } from "../adapters/time/system-clock.ts";
import { someTick } from "../ports/schedules.contract.ts";
import { bringerOn } from "./open-channels.ts";

const link = (user_id: string, address: string, self: boolean, channel = "letters") => ({
  ...{ user_id, address, self, channel, id: `rcp_${address}`, name: "Ana", title: "" },
  ...{ shared: true, created_at: 1 },
});

it("what is told on a channel goes to the own chat that is linked there, else where its person last spoke", async () => {
  const { recipients } = storeOver(await memoryEngine(), { clock: systemClock });
  const posted: string[] = [];
  const door = {
    facts: { title: "Letters" },
    mayPost: async (address: string) => address !== "closed",
    post: async (address: string) => {
      posted.push(address);
      return { status: "sent" as const };
    },
  };
  const letters = bringerOn("letters", door, { recipients });
  const ana = { user_id: "ana" };
  const tick = someTick({ ...ana, tell: { channel: "letters", session_id: "s" } });
  await recipients.put(link("bia", "of-bia", true));
  await recipients.put(link("ana", "friend", false));
  await recipients.put(link("ana", "elsewhere", true, "pigeons"));
  expect(await letters.reaches(ana)).toBe(false);
  expect(await letters.bring(undefined, tick, false)).toBe(false);

  await recipients.reached(ana, { channel: "letters", address: "spoken" });
  await letters.bring(undefined, tick, false);
  await recipients.put(link("ana", "own", true));
  expect(await letters.reaches(ana)).toBe(true);
  await letters.bring(undefined, tick, false);
  const asked = { ...tick, tell: { ...tick.tell, place: "asked" } };
  await letters.bring(undefined, asked, false);
  expect(posted).toEqual(["spoken", "own", "asked"]);

  const closed = { ...tick, tell: { ...tick.tell, place: "closed" } };
  expect([await letters.mayBring(tick), await letters.mayBring(closed)]).toEqual([true, false]);
});
