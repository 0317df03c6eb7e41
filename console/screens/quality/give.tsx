import { useState } from "preact/hooks";
import { isJsonObject } from "#shared/contracts/canonical-json.ts";
import type { DiffResponse, DomainManifest } from "#shared/contracts/console.ts";
import type { DomainsResponse } from "#shared/contracts/endpoints.ts";
import type { UnclearSentence } from "#shared/contracts/promotion.ts";
import { at, get, post } from "../../api.ts";
import { useAction, useFields, useGet } from "../../load.ts";
import { Choice, Form, TextField } from "../../parts/fields.tsx";
import { Button } from "../../parts/parts.tsx";
import { FindingList } from "../../parts/receipts.tsx";
import { locale as chosen, LANGUAGES } from "../../settings.ts";
import { common } from "../../words.ts";
import { Changes } from "../diff/changes.tsx";
import { say } from "./words.ts";

type Given = { goal: string; locale: string; example: string };
const inside = (value: unknown): Record<string, unknown> => (isJsonObject(value) ? value : {});

/** A manifest in which a goal has one more example: what it would change can be asked for before it is given. */
function withExample(manifest: DomainManifest["manifest"], { goal, locale, example }: Given) {
  const goals = Array.isArray(manifest["goals"]) ? manifest["goals"] : [];
  const more = (own: Record<string, unknown>) => {
    const hints = inside(own["hints"]);
    const examples = inside(hints["examples"]);
    const known = [examples[locale] ?? []].flat();
    return {
      ...own,
      hints: { ...hints, examples: { ...examples, [locale]: [...known, example] } },
    };
  };
  const changed = goals.map((each) => (inside(each)["goal"] === goal ? more(inside(each)) : each));
  return { ...manifest, goals: changed };
}

/** A sentence that waits for its goal, and the goals that may be meant. */
export type GivenSentence = Pick<UnclearSentence, "id" | "text" | "locale" | "offered">;
type Props = { unclear?: GivenSentence; onGiven?(): void };

/** A sentence for a goal, by an operator's hand; one that was not understood is settled by it. */
export function Give({ unclear, onGiven }: Props) {
  const domains = useGet<DomainsResponse>("/v1/domains").value.value?.domains ?? [];
  const goals = domains.flatMap(({ name, goals: own }) => own.map((goal) => `${name}.${goal}`));
  const [typed, fieldOf] = useFields({
    to: unclear?.offered[0] ?? "",
    locale: unclear?.locale ?? chosen.value,
    example: unclear?.text ?? "",
  });
  const [tried, setTried] = useState<DiffResponse>();
  const [isGiven, setGiven] = useState(false);
  const action = useAction();
  const [domain = "", goal = ""] = typed.to.split(".");
  const given = { goal, locale: typed.locale, example: typed.example };
  const look = async () => {
    const { manifest } = await get<DomainManifest>(at`/v1/domains/${domain}/manifest`);
    const changed = JSON.stringify(withExample(manifest, given));
    setTried(await post<DiffResponse>("/v1/diff", { manifest: changed }));
  };
  const give = async () => {
    await post("/v1/promotions", { domain, ...given, ...(unclear && { unclear: unclear.id }) });
    setGiven(true);
    setTried(undefined);
    fieldOf("example").onValue("");
    onGiven?.();
  };
  const isWhole = typed.to !== "" && typed.example.trim() !== "";
  const status = action.isBusy ? say.measuring : isGiven ? say.given : "";
  const options = ["", ...goals].map((each) => [each, each] as const);
  return (
    <Form class="try-form" of={action} act={give}>
      <p class="quiet">{say.giveAbout}</p>
      <TextField label={say.sentence} required maxLength={1000} {...fieldOf("example")} />
      <div class="inline-form">
        <Choice label={common.goal} required options={options} {...fieldOf("to")} />
        <Choice label={common.language} options={LANGUAGES} {...fieldOf("locale")} />
        <Button says={say.look} of={action} disabled={!isWhole} act={look} />
        <Button says={say.giveIt} type="submit" class="strong" of={action} />
      </div>
      <p role="status">{status}</p>
      {tried && (
        <div aria-live="polite">
          {tried.change ? <Changes change={tried.change} /> : <FindingList of={tried.findings} />}
        </div>
      )}
    </Form>
  );
}
