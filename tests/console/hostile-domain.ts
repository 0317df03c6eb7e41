import type { ManifestSource } from "#shared/contracts/manifest.ts";
import { ask, success } from "#shared/domain-kit/answers.ts";
import { defineDomain } from "#shared/domain-kit/define-domain.ts";
import { silentLog } from "#shared/domain-kit/log.ts";

/** Text that is markup, script and Markdown at once. */
export const HOSTILE =
  '<img src=x onerror="globalThis.hacked=1"><script>globalThis.hacked=1</script> [link](javascript:globalThis.hacked=1) ![p](https://evil.example/p.png) "\'`${1.x}';
const both = { "pt-BR": HOSTILE, en: HOSTILE };

/** A verb and whatever follows it, in both languages. */
const said = (pt: string, en: string) => ({
  templates: { "pt-BR": [`${pt} {words_text}`], en: [`${en} {words_text}`] },
  examples: {
    "pt-BR": ["o castelo", "mel", "tudo"].map((what) => `${pt} [${what}](words_text)`),
    en: ["the castle", "honey", "it all"].map((what) => `${en} [${what}](words_text)`),
  },
});

const manifest: ManifestSource = {
  manifest_version: "1",
  domain: "hostile",
  version: "1.0.0",
  description: both,
  goals: [
    {
      goal: "STRIKE",
      description: both,
      capability: "strike",
      hints: { ...said("ataque", "strike") },
      entities_schema: { words_text: { required: true, question: both } },
    },
    {
      goal: "CHOOSE",
      description: both,
      capability: "choose",
      hints: { templates: { "pt-BR": ["escolha"], en: ["choose"] } },
    },
    {
      goal: "LEAVE",
      description: both,
      capability: "leave",
      hints: { ...said("despache", "dispatch") },
      entities_schema: { words_text: { required: true } },
    },
  ],
  capabilities: [
    {
      capability: "strike",
      effect: "read",
      description: both,
      params_schema: {
        type: "object",
        properties: { words_text: { type: "string", description: HOSTILE } },
      },
    },
    {
      capability: "choose",
      effect: "read",
      description: both,
      params_schema: { type: "object", properties: { pick: { type: "string" } } },
    },
    {
      capability: "leave",
      effect: "external",
      confirm: "always",
      description: both,
      params_schema: { type: "object", properties: { words_text: { type: "string" } } },
    },
  ],
};

/** A domain with script in every text that it may say. */
export const hostileDomain = () =>
  defineDomain(
    manifest,
    {
      strike: async () =>
        success({
          explanation: HOSTILE,
          result: { [`${HOSTILE}`]: HOSTILE },
          metadata: {
            sources: [{ title: HOSTILE, url: "javascript:globalThis.hacked=1" }],
            files: [
              {
                name: HOSTILE,
                media_type: "image/svg+xml",
                url: `data:image/svg+xml;base64,${btoa("<svg xmlns='http://www.w3.org/2000/svg' onload='globalThis.hacked=1'/>")}`,
              },
            ],
          },
        }),
      choose: async () =>
        ask({
          explanation: HOSTILE,
          candidates: [
            { label: HOSTILE, pick: "1" },
            { label: `2 ${HOSTILE}`, pick: "2" },
          ],
        }),
      leave: async () => success({ explanation: HOSTILE }),
    },
    { log: silentLog },
  );
