import { expect, it } from "vitest";
import { memoryEngine } from "../adapters/store/memory-engine.fixture.ts";
import { storeOver } from "../adapters/store/open-store.ts";
import { systemClock } from "../adapters/time/system-clock.ts";
import { someSchedule } from "../ports/schedules.contract.ts";
import { rightsNowOf } from "./open-access.ts";

it("what was asked for on a channel is gone once its chat is not on the operator's list", async () => {
  const store = storeOver(await memoryEngine(), { clock: systemClock });
  const access = {
    ...{ authentication: undefined, telegram: undefined },
    allowed: { whatsapp: undefined, slack: ["U0ANA", "C0HOME"] },
  };
  const rightsNow = rightsNowOf(access, { store }, systemClock);
  const on = (channel: string, place: string | null) =>
    rightsNow(someSchedule({ tell: { channel, session_id: "s", place } }));
  const may = { mayUse: undefined };
  expect(await on("slack", "C0HOME")).toEqual(may);
  expect(await on("slack", "U0BIA")).toBe("gone");
  expect(await on("whatsapp", "5511987654321")).toEqual(may);
  expect(await on("slack", null)).toEqual(may);
});
