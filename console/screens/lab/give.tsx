import { useState } from "preact/hooks";
import type { DomainsResponse } from "#shared/contracts/endpoints.ts";
import type { Locale } from "#shared/contracts/names.ts";
import type { UnclearSentence } from "#shared/contracts/promotion.ts";
import { type ApiError, ask, get } from "../../api.ts";
import { asApiError, useLoaded } from "../../load.ts";
import { Failure } from "../../parts/parts.tsx";
import { locale as chosen } from "../../settings.ts";
import { wordsIn } from "../../words.ts";

const words = wordsIn({
  "pt-BR": {
    about:
      "Marque os valores assim: preço da [Vale](symbol_text). Antes de valer, é medido o que mudaria; se tomar a frase de outro, é recusado e diz por quê.",
    goal: "Objetivo",
    locale: "Idioma",
    example: "Frase",
    give: "Dar exemplo",
    judging: "Medindo o que mudaria…",
    given: "O exemplo está em vigor.",
  },
  en: {
    about:
      "Mark the values like this: price of [Vale](symbol_text). Before it counts, what it would change is worked out; if it takes another's sentence it is refused, with why.",
    goal: "Goal",
    locale: "Language",
    example: "Sentence",
    give: "Give the example",
    judging: "Working out what it would change…",
    given: "The example is in force.",
  },
});

/** A sentence for a goal, by an operator's hand; one that was not understood is settled by it. */
export function Give({ unclear, onGiven }: { unclear?: UnclearSentence; onGiven?(): void }) {
  const say = words();
  const domains = useLoaded((signal) => get<DomainsResponse>("/v1/domains", signal), []);
  const goals = (domains.value.value?.domains ?? []).flatMap(({ name, goals: own }) =>
    own.map((goal) => `${name}.${goal}`),
  );
  const [to, setTo] = useState(unclear?.offered[0] ?? "");
  const [locale, setLocale] = useState<Locale>(unclear?.locale ?? chosen.value);
  const [example, setExample] = useState(unclear?.text ?? "");
  const [state, setState] = useState<"busy" | "given" | ApiError>();
  const submit = (event: Event) => {
    event.preventDefault();
    const [domain, goal] = [to.slice(0, to.indexOf(".")), to.slice(to.indexOf(".") + 1)];
    setState("busy");
    ask("POST", "/v1/promotions", {
      body: { domain, goal, locale, example, ...(unclear && { unclear: unclear.id }) },
    }).then(
      () => {
        setState("given");
        setExample("");
        onGiven?.();
      },
      (thrown: unknown) => setState(asApiError(thrown)),
    );
  };
  return (
    <form class="try-form" onSubmit={submit}>
      <p class="quiet">{say.about}</p>
      <label class="field">
        {say.example}
        <input
          required
          maxLength={1000}
          value={example}
          onInput={({ currentTarget }) => setExample(currentTarget.value)}
        />
      </label>
      <div class="inline-form">
        <label class="field">
          {say.goal}
          <select required value={to} onChange={({ currentTarget }) => setTo(currentTarget.value)}>
            <option value="" />
            {goals.map((goal) => (
              <option key={goal} value={goal}>
                {goal}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          {say.locale}
          <select
            value={locale}
            onChange={({ currentTarget }) => setLocale(currentTarget.value as Locale)}
          >
            {known.map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" class="strong" disabled={state === "busy"}>
          {say.give}
        </button>
      </div>
      <p role="status">{state === "busy" ? say.judging : state === "given" ? say.given : ""}</p>
      {state === undefined || state === "busy" || state === "given" ? null : (
        <Failure error={state} />
      )}
    </form>
  );
}
const known: readonly Locale[] = ["pt-BR", "en"];
