import { afterEach, describe, expect, it } from "vitest";
import type { ManifestSource } from "#shared/contracts/manifest.ts";
import { failure, success } from "#shared/domain-kit/answers.ts";
import { defineDomain } from "#shared/domain-kit/define-domain.ts";
import { silentLog } from "#shared/domain-kit/log.ts";
import { executePlan } from "../turn/execute-plan.ts";
import { openTurnDeps } from "../turn/turn-deps.fixture.ts";

const read = { effect: "read" as const, cache_ttl_s: 60 };
const params_schema = {
  type: "object" as const,
  properties: { shelf: { type: "string" as const } },
};
const library: ManifestSource = {
  manifest_version: "1",
  domain: "library",
  version: "1.0.0",
  description: { en: "Library" },
  capabilities: [
    { capability: "my_loans", ...read, params_schema },
    { capability: "opening_hours", ...read, cache_scope: "public", params_schema },
    { capability: "fresh_news", effect: "read", params_schema },
    { capability: "lend", effect: "write", repeat: "keyed", params_schema },
    { capability: "broken", ...read, params_schema },
    { capability: "print_list", ...read, params_schema },
  ],
};

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

async function deps() {
  const asked: string[] = [];
  const tell = (name: string) => async () => {
    asked.push(name);
    return success({ result: { nth: asked.length }, explanation: name });
  };
  const files = [{ name: "a.txt", media_type: "text/plain", url: "data:text/plain;base64,YQ==" }];
  const domain = defineDomain(
    library,
    {
      my_loans: tell("my_loans"),
      opening_hours: tell("opening_hours"),
      fresh_news: tell("fresh_news"),
      lend: tell("lend"),
      broken: async () => {
        asked.push("broken");
        return failure({ code: "SHUT", explanation: "Shut." });
      },
      print_list: async () => {
        asked.push("print_list");
        return success({ result: null, explanation: "Printed.", metadata: { files } });
      },
    },
    { log: silentLog },
  );
  const room = await openTurnDeps([domain]);
  opened.push(room);
  const run = async (
    capability: string,
    more: Partial<Record<"user_id" | "said" | "shelf", string>> = {},
  ) => {
    const { user_id = "ana", said = "same words", shelf = "a" } = more;
    const told = await executePlan(
      {
        plan: {
          execution_mode: "dag",
          combine_mode: "last",
          max_concurrency: 1,
          steps: [
            {
              id: 1,
              domain: "library",
              capability,
              params: { shelf },
              depends_on: [],
              required: true,
            },
          ],
        },
        entry: { session_id: "s", user_id, channel: "test", metadata: {}, input_text: said },
      },
      room.turnDeps(),
    );
    await room.turnDeps().store.flush();
    return told.output;
  };
  return { run, asked, room };
}

describe("a read that may be kept", () => {
  it("is asked once while its time lasts, and says since when it is known", async () => {
    const { run, asked, room } = await deps();
    const first = await run("my_loans");
    const again = await run("my_loans");
    expect(again.result).toEqual(first.result);
    expect(asked).toEqual(["my_loans"]);
    room.pass(60_000);
    await run("my_loans");
    expect(asked).toEqual(["my_loans", "my_loans"]);
  });

  it.each([
    ["another user", { user_id: "bia" }],
    ["other parameters", { shelf: "b" }],
    ["other words, which a domain may read too", { said: "other words" }],
  ])("is asked again for %s", async (_who, more) => {
    const { run, asked } = await deps();
    await run("my_loans");
    await run("my_loans", more);
    expect(asked).toHaveLength(2);
  });

  it("serves everybody only where its manifest says that it is public", async () => {
    const { run, asked } = await deps();
    await run("opening_hours");
    await run("opening_hours", { user_id: "bia" });
    expect(asked).toEqual(["opening_hours"]);
  });

  it("is forgotten when its user changes something in the domain", async () => {
    const { run, asked } = await deps();
    await run("my_loans");
    await run("my_loans", { user_id: "bia" });
    await run("lend");
    await run("my_loans");
    await run("my_loans", { user_id: "bia" });
    expect(asked).toEqual(["my_loans", "my_loans", "lend", "my_loans"]);
  });
});

it.each(["fresh_news", "broken", "print_list", "lend"])(
  "%s is never kept: no time, a failure, a file, an effect",
  async (capability) => {
    const { run, asked } = await deps();
    await run(capability);
    await run(capability);
    expect(asked).toEqual([capability, capability]);
  },
);
