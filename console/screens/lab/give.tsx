import { useState } from "preact/hooks";
import { isJsonObject } from "#shared/contracts/canonical-json.ts";
import type { DiffResponse, DomainManifest } from "#shared/contracts/console.ts";
import type { DomainsResponse } from "#shared/contracts/endpoints.ts";
import type { Locale } from "#shared/contracts/names.ts";
import type { UnclearSentence } from "#shared/contracts/promotion.ts";
import { ask, get } from "../../api.ts";
import { useAction, useGet } from "../../load.ts";
import { Choice, Form, TextField } from "../../parts/fields.tsx";
import { FindingList } from "../../parts/finding-list.tsx";
import { Button, Failure } from "../../parts/parts.tsx";
import { locale as chosen } from "../../settings.ts";
import { wordsIn } from "../../words.ts";
import { Changes } from "../diff/changes.tsx";

type Json = DomainManifest["manifest"];
type Given = { goal: string; locale: string; example: string };

const inside = (value: unknown): Record<string, unknown> => (isJsonObject(value) ? value : {});

/** A manifest in which a goal has one more example: what it would change can be asked for before it is given. */
function withExample(manifest: Json, { goal, locale, example }: Given): Record<string, unknown> {
  const goals = Array.isArray(manifest["goals"]) ? manifest["goals"] : [];
  return {
    ...manifest,
    goals: goals.map((each) => {
      const own = inside(each);
      if (own["goal"] !== goal) return each;
      const hints = inside(own["hints"]);
      const examples = inside(hints["examples"]);
      const known = Array.isArray(examples[locale]) ? (examples[locale] as unknown[]) : [];
      return {
        ...own,
        hints: { ...hints, examples: { ...examples, [locale]: [...known, example] } },
      };
    }),
  };
}

const words = wordsIn({
  about: [
    "Marque os valores assim: preço da [Vale](symbol_text). Ao dar, é medido de novo; se tomar a frase de outro, é recusado e diz por quê.",
    "Mark the values like this: price of [Vale](symbol_text). It is measured again when it is given; if it takes another's sentence it is refused, with why.",
  ],
  goal: ["Objetivo", "Goal"],
  locale: ["Idioma", "Language"],
  example: ["Frase", "Sentence"],
  look: ["Ver o que mudaria", "See what would change"],
  give: ["Dar exemplo", "Give the example"],
  judging: ["Medindo o que mudaria…", "Working out what it would change…"],
  given: ["O exemplo está em vigor.", "The example is in force."],
});

const LOCALES = [
  ["pt-BR", "Português"],
  ["en", "English"],
] as const satisfies [Locale, string][];
type Props = { unclear?: UnclearSentence; onGiven?(): void };

/** A sentence for a goal, by an operator's hand; one that was not understood is settled by it. */
export function Give({ unclear, onGiven }: Props) {
  const say = words();
  const domains = useGet<DomainsResponse>("/v1/domains");
  const goals = (domains.value.value?.domains ?? []).flatMap(({ name, goals: own }) =>
    own.map((goal) => `${name}.${goal}`),
  );
  const [to, setTo] = useState(unclear?.offered[0] ?? "");
  const [locale, setLocale] = useState<string>(unclear?.locale ?? chosen.value);
  const [example, setExample] = useState(unclear?.text ?? "");
  const [tried, setTried] = useState<DiffResponse>();
  const [isGiven, setGiven] = useState(false);
  const { isBusy, error, run } = useAction();
  const [domain = "", goal = ""] = to.split(".");
  const isWhole = to !== "" && example.trim() !== "";
  const look = () =>
    run(async () => {
      const path = `/v1/domains/${encodeURIComponent(domain)}/manifest`;
      const { manifest } = await get<DomainManifest>(path);
      const changed = JSON.stringify(withExample(manifest, { goal, locale, example }));
      setTried(await ask<DiffResponse>("POST", "/v1/diff", { body: { manifest: changed } }));
    });
  const give = () => {
    run(async () => {
      const body = { domain, goal, locale, example, ...(unclear && { unclear: unclear.id }) };
      await ask("POST", "/v1/promotions", { body });
      setGiven(true);
      setTried(undefined);
      setExample("");
      onGiven?.();
    });
  };
  const named = goals.map((each) => [each, each] as const);
  return (
    <Form class="try-form" onSubmit={give}>
      <p class="quiet">{say.about}</p>
      <TextField
        label={say.example}
        required
        maxLength={1000}
        value={example}
        onValue={setExample}
      />
      <div class="inline-form">
        <Choice
          label={say.goal}
          required
          value={to}
          onValue={setTo}
          options={[["", ""], ...named]}
        />
        <Choice label={say.locale} value={locale} onValue={setLocale} options={LOCALES} />
        <Button says={say.look} disabled={isBusy || !isWhole} onClick={look} />
        <Button says={say.give} type="submit" class="strong" disabled={isBusy} />
      </div>
      <p role="status">{isBusy ? say.judging : isGiven ? say.given : ""}</p>
      <Failure error={error} />
      {tried === undefined ? null : (
        <div aria-live="polite">
          {tried.change === null ? (
            <FindingList of={tried.findings} />
          ) : (
            <Changes change={tried.change} />
          )}
        </div>
      )}
    </Form>
  );
}
