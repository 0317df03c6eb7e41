import type { ManifestSource } from "#shared/contracts/manifest.ts";
import { ask, failure, success } from "#shared/domain-kit/answers.ts";
import { type Domain, defineDomain } from "#shared/domain-kit/define-domain.ts";
import { silentLog } from "#shared/domain-kit/log.ts";

const text = { type: "string" as const };
const plants: ManifestSource = {
  manifest_version: "1",
  domain: "garden",
  version: "1.0.0",
  description: { "pt-BR": "Cuida do jardim", en: "Looks after the garden" },
  goals: [
    {
      goal: "WATER",
      description: { "pt-BR": "Regar uma planta", en: "Water a plant" },
      capability: "water",
      hints: {
        templates: {
          "pt-BR": ["regue [(o|a)] {plant_text}", "regue"],
          en: ["water [the] {plant_text}", "water"],
        },
      },
      entities_schema: {
        plant_text: {
          required: true,
          multiple: true,
          question: { "pt-BR": "Qual planta?", en: "Which plant?" },
        },
      },
    },
    {
      goal: "LIGHT",
      description: { "pt-BR": "Acender a luz", en: "Light the garden" },
      capability: "light",
      hints: {
        templates: { "pt-BR": ["ilumine o jardim [{level}]"], en: ["light the garden [{level}]"] },
      },
      entities_schema: {
        level: {
          type: "enum",
          values: ["HIGH", "LOW"],
          synonyms: { HIGH: ["forte"], LOW: ["fraca"] },
          required: true,
          question: { "pt-BR": "Forte ou fraca?", en: "Bright or dim?" },
        },
      },
    },
    {
      goal: "LOOK",
      description: { "pt-BR": "Ver o jardim", en: "Look at the garden" },
      capability: "look",
      hints: { templates: { "pt-BR": ["veja o jardim"], en: ["look at the garden"] } },
    },
    {
      goal: "PRUNE",
      description: { "pt-BR": "Podar uma planta", en: "Prune a plant" },
      capability: "prune",
      hints: {
        templates: { "pt-BR": ["apare [(o|a)] {plant_text}"], en: ["prune [the] {plant_text}"] },
      },
      entities_schema: { plant_text: { required: true } },
    },
    {
      goal: "UPROOT",
      description: { "pt-BR": "Arrancar uma planta", en: "Uproot a plant" },
      capability: "uproot",
      hints: {
        templates: {
          "pt-BR": ["arranque [(o|a)] {plant_text}"],
          en: ["uproot [the] {plant_text}"],
        },
      },
      entities_schema: { plant_text: { required: true } },
    },
    {
      goal: "REPLANT",
      description: { "pt-BR": "Replantar uma planta", en: "Replant a plant" },
      capability: "replant",
      hints: {
        templates: {
          "pt-BR": ["replante [(o|a)] {plant_text}"],
          en: ["replant [the] {plant_text}"],
        },
      },
      entities_schema: { plant_text: { required: true } },
    },
  ],
  capabilities: [
    {
      capability: "water",
      effect: "write",
      repeat: "keyed",
      params_schema: {
        type: "object",
        properties: { plant_text: text, bed: text },
        required: ["plant_text"],
      },
      metadata: {
        decomposition: {
          array_params: [{ param_name: "plant_text", single_param_name: "plant_text" }],
        },
      },
    },
    {
      capability: "uproot",
      effect: "destructive",
      repeat: "keyed",
      params_schema: { type: "object", properties: { plant_text: text }, required: ["plant_text"] },
      undo: { capability: "replant", params: { plant_text: "${receipt.result.plant}" } },
    },
    {
      capability: "light",
      effect: "write",
      repeat: "keyed",
      params_schema: { type: "object", properties: { level: text } },
    },
    { capability: "look", effect: "read" },
    {
      capability: "prune",
      effect: "destructive",
      repeat: "keyed",
      params_schema: {
        type: "object",
        properties: { plant_text: text, bed: text, side: text },
        required: ["plant_text"],
      },
    },
    {
      capability: "replant",
      effect: "write",
      repeat: "keyed",
      params_schema: { type: "object", properties: { plant_text: text }, required: ["plant_text"] },
    },
    {
      capability: "ring_bell",
      effect: "external",
      repeat: "keyed",
      confirm: "never",
      params_schema: { type: "object", properties: { message: text }, required: ["message"] },
      metadata: {
        roles: ["bell"],
        followup: { hints: { "pt-BR": ["e toca o sino"], en: ["and ring the bell"] } },
        composition: {
          followup_roles: ["bell"],
          param_map: { message: { from_parameters: ["_step_explanation"] } },
        },
      },
    },
  ],
};

/** A domain with every kind of effect and question; what it did is written into `done`. */
export function gardenDomain(done: string[]): Domain {
  return defineDomain(
    plants,
    {
      async water({ plant_text, bed }) {
        if (plant_text === "cacto")
          return failure({ code: "NO_NEED", explanation: "Cactos não precisam." });
        if (plant_text === "rosa" && bed === undefined)
          return ask({
            explanation: "Qual canteiro?",
            candidates: [
              { label: "Norte", bed: "north" },
              { label: "Sul", bed: "south" },
            ],
          });
        if (plant_text === "mudo") return success({ result: null, explanation: "" });
        if (plant_text === "confuso") return ask({ explanation: "Hein?", candidates: [] });
        done.push(`water ${plant_text}${bed === undefined ? "" : ` ${bed}`}`);
        return success({ result: { plant: plant_text }, explanation: `Reguei ${plant_text}.` });
      },
      async uproot({ plant_text }) {
        done.push(`uproot ${plant_text}`);
        return success({ result: { plant: plant_text }, explanation: `Arranquei ${plant_text}.` });
      },
      async look() {
        return success({ result: null, explanation: "Há rosas." });
      },
      async light({ level }) {
        done.push(`light ${level}`);
        return success({ result: null, explanation: "Acesa." });
      },
      async prune({ plant_text, bed, side }) {
        if (bed === undefined)
          return ask({
            explanation: "Qual canteiro?",
            candidates: [
              { label: "Norte", bed: "north" },
              { label: "Sul", bed: "south" },
            ],
          });
        if (side === undefined)
          return ask({
            explanation: "Qual lado?",
            candidates: [
              { label: "Esquerdo", side: "left" },
              { label: "Direito", side: "right" },
            ],
          });
        done.push(`prune ${plant_text} ${bed} ${side}`);
        return success({ result: null, explanation: "Podei." });
      },
      async replant({ plant_text }) {
        done.push(`replant ${plant_text}`);
        return success({ result: null, explanation: `Replantei ${plant_text}.` });
      },
      async ring_bell({ message }) {
        done.push(`bell ${message}`);
        return success({ result: null, explanation: "Toquei o sino." });
      },
    },
    { log: silentLog },
  );
}
