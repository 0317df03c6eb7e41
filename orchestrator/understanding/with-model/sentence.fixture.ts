import type { Alternative } from "#shared/contracts/intent.ts";
import type { ManifestSource } from "#shared/contracts/manifest.ts";
import type { Locale } from "#shared/contracts/names.ts";
import {
  type Script,
  scriptedModel,
} from "../../adapters/language-model/scripted-model.fixture.ts";
import { testCatalogue } from "../../catalogue/catalogue.fixture.ts";
import type { Catalogue } from "../../catalogue/catalogue.ts";
import { buildUnderstanding } from "../understand.ts";
import type { Understanding } from "../understanding.ts";
import { openModelShare } from "./model-share.ts";
import type { OpenSentence } from "./understand-with-model.ts";

/** An observatory: two goals that read, one that writes down and one that leaves the machine. */
export const observatoryManifest: ManifestSource = {
  manifest_version: "1",
  domain: "observatory",
  version: "1.0.0",
  description: { "pt-BR": "O que se vê no céu", en: "What can be seen in the sky" },
  goals: [
    {
      goal: "VISIBILITY",
      description: { "pt-BR": "Se um astro está visível", en: "Whether a body can be seen" },
      capability: "get_visibility",
      entities_schema: {
        body_text: {
          required: true,
          multiple: true,
          description: { "pt-BR": "planeta ou estrela", en: "planet or star" },
          question: { "pt-BR": "Qual astro?", en: "Which body?" },
        },
        night: { type: "date" },
        magnitude: { type: "number" },
        eye: {
          type: "enum",
          values: ["NAKED", "TELESCOPE"],
          synonyms: { NAKED: ["a olho nu", "naked eye"], TELESCOPE: ["telescópio", "telescope"] },
        },
        urban: { type: "boolean" },
      },
      hints: {
        examples: {
          "pt-BR": ["dá pra ver [Saturno](body_text) hoje?", "[Marte](body_text) está visível"],
          en: ["can I see [Saturn](body_text) tonight?", "is [Mars](body_text) visible"],
        },
      },
    },
    {
      goal: "ECLIPSES",
      description: { "pt-BR": "Próximos eclipses", en: "Next eclipses" },
      capability: "list_eclipses",
      hints: {
        examples: { "pt-BR": ["quando é o próximo eclipse"], en: ["when is the next eclipse"] },
      },
    },
    {
      goal: "LOG_SIGHTING",
      description: { "pt-BR": "Anotar uma observação", en: "Write a sighting down" },
      capability: "log_sighting",
      entities_schema: {
        note_text: { required: true, question: { "pt-BR": "O quê?", en: "What?" } },
      },
      hints: { examples: { en: ["log that [I saw a comet](note_text)"] } },
    },
    {
      goal: "BOOK_DOME",
      description: { "pt-BR": "Reservar a cúpula", en: "Book the dome" },
      capability: "book_dome",
      entities_schema: {
        guest_text: { required: true, question: { "pt-BR": "Para quem?", en: "For whom?" } },
      },
      hints: { examples: { en: ["book the dome for [Ana](guest_text)"] } },
    },
  ],
  capabilities: [
    {
      capability: "get_visibility",
      effect: "read",
      params_schema: {
        type: "object",
        properties: { body_text: {}, night: {}, magnitude: {}, eye: {}, urban: {} },
        required: ["body_text"],
      },
    },
    { capability: "list_eclipses", effect: "read" },
    {
      capability: "log_sighting",
      effect: "write",
      params_schema: { type: "object", properties: { note_text: {} }, required: ["note_text"] },
    },
    {
      capability: "book_dome",
      confirm: "never",
      params_schema: { type: "object", properties: { guest_text: {} }, required: ["guest_text"] },
    },
  ],
};
export const observatory = testCatalogue(observatoryManifest);

/** How likely the words alone make each goal of the observatory. */
export const likely = (
  visibility: number,
  eclipses = 0.1,
  log = 0.05,
  book = 0.05,
): Alternative[] =>
  [
    { domain: "observatory", goal: "VISIBILITY", confidence: visibility },
    { domain: "observatory", goal: "ECLIPSES", confidence: eclipses },
    { domain: "observatory", goal: "LOG_SIGHTING", confidence: log },
    { domain: "observatory", goal: "BOOK_DOME", confidence: book },
  ].toSorted((a, b) => b.confidence - a.confidence);

const understandings = new WeakMap<Catalogue, Understanding>();
function understandingOf(catalogue: Catalogue): Understanding {
  const known = understandings.get(catalogue) ?? buildUnderstanding(catalogue);
  understandings.set(catalogue, known);
  return known;
}

/** A sentence about the observatory that the words alone leave open. */
export function sentence(
  text: string,
  more: Partial<OpenSentence> & { catalogue?: Catalogue; locale?: Locale } = {},
): OpenSentence {
  const catalogue = more.catalogue ?? observatory;
  return {
    text,
    locale: "pt-BR",
    candidates: likely(0.8),
    heard: { primary_domain: null, goal: null, entities: {}, evidence: [] },
    catalogue,
    read: (domain, goal, entity, words) =>
      understandingOf(catalogue).valueOf(domain, goal, entity, words)?.value,
    ...more,
  };
}

/** A share of a message for a model that answers by a script, what was logged of it, and the time each request got. */
export function scriptedShare(script: Script, more: { deadlineMs?: number; leftMs?: number } = {}) {
  const model = scriptedModel(script);
  const granted: number[] = [];
  const logged: { fields: object; message: string }[] = [];
  const write = (fields: object, message: string) => void logged.push({ fields, message });
  let ahead = 0;
  const share = openModelShare({
    model: {
      ...model,
      complete: (request) => {
        granted.push(request.timeoutMs);
        return model.complete(request);
      },
    },
    clock: { now: () => ahead, monotonic: () => ahead },
    log: { info: write, warn: write, error: write },
    run_id: "run_1",
    deadlineMs: more.deadlineMs ?? 30_000,
    deadlineAt: more.leftMs ?? 30_000,
    signal: new AbortController().signal,
  });
  const pass = (ms: number) => {
    ahead += ms;
  };
  return { model, share, logged, granted, pass };
}
