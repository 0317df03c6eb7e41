import { setTimeout as pause } from "node:timers/promises";
import { success } from "#shared/domain-kit/answers.ts";
import { defineDomain } from "#shared/domain-kit/define-domain.ts";
import { silentLog } from "#shared/domain-kit/log.ts";
import { domainKey } from "#shared/domain-secret/domain-secret.ts";

const item = {
  type: "object" as const,
  properties: { item: { type: "string" as const } },
  required: ["item"],
};
/** Long enough for a kill to fall into, milliseconds. */
const LONGEST_MS = 20;

/** A domain that counts what it did: `enter` honours its key, `announce` must not be sent again. */
export async function openLedger(secret: string, random: () => number) {
  const counts = new Map<string, number>();
  const act = async ({ item: of }: Record<string, unknown>) => {
    await pause(random() * LONGEST_MS);
    counts.set(String(of), (counts.get(String(of)) ?? 0) + 1);
    await pause(random() * LONGEST_MS);
    return success({ explanation: `entered ${String(of)}`, result: { item: of } });
  };
  const domain = defineDomain(
    {
      manifest_version: "1",
      domain: "ledger",
      version: "1.0.0",
      description: { en: "A ledger that counts" },
      goals: [],
      capabilities: [
        { capability: "turn_page", effect: "read", params_schema: { type: "object" } },
        { capability: "enter", effect: "write", repeat: "keyed", params_schema: item },
        {
          ...{ capability: "announce", effect: "external", repeat: "once" },
          params_schema: item,
          confirm: "never",
        },
      ],
    },
    {
      async turn_page() {
        await pause(random() * LONGEST_MS);
        return success({ explanation: "a page", result: { page: Math.floor(random() * 1000) } });
      },
      enter: act,
      announce: act,
    },
    { log: silentLog, secret: domainKey(secret, "ledger") },
  );
  const served = await domain.serve({ port: 0 });
  return { url: served.url, close: () => served.close(), counts };
}

const step = (id: number, capability: string, params: Record<string, string>, after: number[]) => ({
  ...{ id, domain: "ledger", capability, params, depends_on: after },
});

/** A page is read, and two things are done that depend on it; the last one may be of the kind not to be repeated. */
export const planFor = (name: string, last: "enter" | "announce") => ({
  combine_mode: "report",
  steps: [
    step(1, "turn_page", {}, []),
    step(2, "enter", { item: `${name} a` }, [1]),
    step(3, last, { item: `${name} b` }, [2]),
  ],
});

const CHAIN = 8;

/** Two chains of effects side by side: what happens in one comes between what happens in the other. */
export function twoChains(name: string) {
  const steps = Array.from({ length: 2 * CHAIN }, (_, at) => {
    const id = at + 1;
    return step(id, "enter", { item: `${name} ${id}` }, at % CHAIN === 0 ? [] : [id - 1]);
  });
  return {
    plan: { combine_mode: "report", steps },
    items: steps.map(({ params }) => params["item"] ?? ""),
    ids: steps.map(({ id }) => id),
  };
}
