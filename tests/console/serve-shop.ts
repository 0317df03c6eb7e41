import type { ManifestSource } from "#shared/contracts/manifest.ts";
import { success } from "#shared/domain-kit/answers.ts";
import { defineDomain } from "#shared/domain-kit/define-domain.ts";
import { silentLog } from "#shared/domain-kit/log.ts";

const both = (pt: string, en: string) => ({ "pt-BR": pt, en });
const text = (name: string) => ({
  type: "object" as const,
  properties: { [name]: { type: "string" as const } },
});

/** A goal that is said by one verb with whatever follows it. */
const said = (verb: readonly [string, string], value: string, things: readonly string[]) => ({
  templates: { "pt-BR": [`${verb[0]} {${value}}`], en: [`${verb[1]} {${value}}`] },
  examples: {
    "pt-BR": things.map((thing) => `${verb[0]} [${thing}](${value})`),
    en: things.map((thing) => `${verb[1]} [${thing}](${value})`),
  },
});

const pantryManifest: ManifestSource = {
  manifest_version: "1",
  domain: "pantry",
  version: "1.0.0",
  description: both("A despensa", "The pantry"),
  goals: [
    {
      goal: "STORE",
      description: both("Guardar", "Store"),
      capability: "store",
      hints: said(["guarde", "stow"], "thing_text", ["arroz", "mel", "chá"]),
      entities_schema: { thing_text: { required: true } },
    },
    {
      goal: "SHOW",
      description: both("Mostrar", "Show"),
      capability: "show",
      hints: said(["mostre", "exhibit"], "thing_text", ["arroz", "mel", "chá"]),
      entities_schema: { thing_text: { required: true } },
    },
  ],
  capabilities: [
    {
      capability: "store",
      effect: "write",
      repeat: "keyed",
      undo: { capability: "remove", params: { thing_text: "${receipt.result.thing}" } },
      params_schema: text("thing_text"),
      result_schema: text("thing"),
    },
    { capability: "remove", effect: "write", repeat: "keyed", params_schema: text("thing_text") },
    { capability: "show", effect: "read", params_schema: text("thing_text") },
  ],
};

const skyManifest: ManifestSource = {
  manifest_version: "1",
  domain: "sky",
  version: "1.0.0",
  description: both("O céu", "The sky"),
  goals: [
    {
      goal: "LOOK",
      description: both("Olhar", "Look"),
      capability: "look",
      hints: said(["descreva", "describe"], "star_text", ["sírio", "vega", "canopo"]),
      entities_schema: { star_text: { required: true } },
    },
  ],
  capabilities: [{ capability: "look", effect: "read", params_schema: text("star_text") }],
};

/** A domain in which something is kept and taken back, and one that everybody may read. `kept`: what is in the pantry. */
export async function serveShop() {
  const kept: string[] = [];
  const pantry = defineDomain(
    pantryManifest,
    {
      async store({ thing_text }) {
        kept.push(String(thing_text));
        return success({ explanation: `Guardado: ${thing_text}.`, result: { thing: thing_text } });
      },
      async remove({ thing_text }) {
        kept.splice(kept.indexOf(String(thing_text)), 1);
        return success({ explanation: `Retirado: ${thing_text}.` });
      },
      show: async () => success({ explanation: kept.join(", ") }),
    },
    { log: silentLog },
  );
  const sky = defineDomain(
    skyManifest,
    { look: async ({ star_text }) => success({ explanation: `Uma estrela: ${star_text}.` }) },
    { log: silentLog },
  );
  const served = await Promise.all([pantry.serve({ port: 0 }), sky.serve({ port: 0 })]);
  return {
    kept,
    domains: ["pantry", "sky"].map((name, at) => ({ name, url: served[at]?.url })),
    closeSky: () => served[1]?.close(),
    close: () => Promise.all(served.map((each) => each.close())),
  };
}
