import type { ManifestSource } from "#shared/contracts/manifest.ts";
import { ask, success } from "#shared/domain-kit/answers.ts";
import { defineDomain } from "#shared/domain-kit/define-domain.ts";
import { silentLog } from "#shared/domain-kit/log.ts";

/** Text that is markup, script and Markdown at once. */
export const HOSTILE =
  '<img src=x onerror="globalThis.hacked=1"><script>globalThis.hacked=1</script> [link](javascript:globalThis.hacked=1) ![p](https://evil.example/p.png) "\'`${1.x}';
const both = { "pt-BR": HOSTILE, en: HOSTILE };

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
      hints: { templates: { "pt-BR": ["ataque {words_text}"], en: ["strike {words_text}"] } },
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
      hints: { templates: { "pt-BR": ["saia {words_text}"], en: ["leave {words_text}"] } },
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
    { capability: "choose", effect: "read", description: both },
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
        ask({ explanation: HOSTILE, candidates: [{ label: HOSTILE }, { label: `2 ${HOSTILE}` }] }),
      leave: async () => success({ explanation: HOSTILE }),
    },
    { log: silentLog },
  );
