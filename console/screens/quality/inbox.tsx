import { useState } from "preact/hooks";
import { isJsonObject } from "#shared/contracts/canonical-json.ts";
import type { DiffResponse, DomainManifest } from "#shared/contracts/console.ts";
import type { DomainsResponse } from "#shared/contracts/endpoints.ts";
import type {
  ExampleProposal,
  ProposalConcern,
  ProposalProgress,
  ProposalsResponse,
  UnclearSentence,
} from "#shared/contracts/promotion.ts";
import { ApiError, at, get, post } from "../../api.ts";
import { ago } from "../../format.ts";
import { happened, may } from "../../live.ts";
import { useAction, useFields, useGet } from "../../load.ts";
import { Choice, Form, TextField } from "../../parts/fields.tsx";
import { Button, Cards, Failure, Fold, Section, Shown } from "../../parts/parts.tsx";
import { FindingList } from "../../parts/receipts.tsx";
import { href } from "../../router.ts";
import { locale as chosen, LANGUAGES, languageName } from "../../settings.ts";
import { common } from "../../words.ts";
import { Changes } from "../diff/changes.tsx";
import { say } from "./words.ts";

/** What waits for an operator's word: what may become an example, and what was not understood. */
export function Inbox() {
  const waiting = useGet<ProposalsResponse>("/v1/promotions", [happened.value]);
  return (
    <Shown of={waiting}>
      {({ proposals, unclear, wrong }) => (
        <>
          {wrong.length > 0 && (
            <Section says={say.wrong}>
              <Cards of={wrong} keyOf={({ id }) => id}>
                {(turn) => (
                  <Unclear
                    sentence={{ ...turn, offered: [] }}
                    led={readAs(turn)}
                    onDone={waiting.again}
                  />
                )}
              </Cards>
            </Section>
          )}
          <Section says={say.inbox}>
            <Cards none={say.noInbox} of={proposals} keyOf={({ id }) => id}>
              {(proposal) => <Proposal proposal={proposal} onDone={waiting.again} />}
            </Cards>
          </Section>
          <Section says={say.unclear}>
            <Cards none={say.noUnclear} of={unclear} keyOf={({ id }) => id}>
              {(sentence) => (
                <Unclear sentence={sentence} led={offeredIn(sentence)} onDone={waiting.again} />
              )}
            </Cards>
          </Section>
        </>
      )}
    </Shown>
  );
}

type SaidProps = {
  text: string;
  goal?: string;
  told: string;
  concerns: readonly ProposalConcern[];
};

/** What was said, what is known of it, and what speaks against it. */
const Said = ({ text, goal, told, concerns }: SaidProps) => (
  <p class="change-head">
    <strong>{text}</strong>
    {goal && <code>{goal}</code>}
    <span class="minor">{told}</span>
    {concerns.map((each) => (
      <span key={each} class="tag is-ask">
        {say.concerns[each]}
      </span>
    ))}
    <a href={href(["explain"], { t: text })}>{say.explain}</a>
  </p>
);

const offeredIn = ({ offered }: ProposalsResponse["unclear"][number]): string =>
  offered.length === 0 ? say.nothingOffered : `${say.offered} ${offered.join(", ")}`;

/** How a message that its user called wrong was read, and what they said beside that. */
function readAs({ goals, outcome, comment }: ProposalsResponse["wrong"][number]): string {
  const read = goals.map(({ domain, goal, entities }) => {
    const values = Object.entries(entities).map(([name, value]) => `${name} = ${String(value)}`);
    return [`${domain}.${goal}`, ...values].join(", ");
  });
  const how = read.length === 0 ? say.readAsNone : `${say.readAs} ${read.join("; ")}`;
  return [how, say.outcomes[outcome], ...(comment === "" ? [] : [`“${comment}”`])].join(" · ");
}

type UnclearProps = {
  sentence: GivenSentence & Pick<ProposalsResponse["unclear"][number], "created_at" | "concerns">;
  led: string;
  onDone(): void;
};

/** What was not understood, or wrongly: what it led to, a goal to give it to, or away with it. */
function Unclear({ sentence, led, onDone }: UnclearProps) {
  const { id, text, locale, created_at, concerns } = sentence;
  const action = useAction();
  const dismiss = () => post(at`/v1/promotions/${id}/reject`).then(onDone);
  return (
    <>
      <Said
        text={text}
        told={`${led} · ${languageName(locale)} · ${ago(created_at)}`}
        concerns={concerns}
      />
      {may("promotions:write") && (
        <div class="fold-row">
          <Fold says={say.label}>
            <Give unclear={sentence} onGiven={onDone} />
          </Fold>
          <Button says={say.putAway} of={action} act={dismiss} />
        </div>
      )}
      <Failure error={action.error} />
    </>
  );
}

const POLL_MS = 1000;

/** Resolves when it is accepted. Errors: ApiError with what speaks against it */
async function settled(path: string, begun: ProposalProgress): Promise<void> {
  let { state, refusal } = begun;
  while (state === "judging") {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    ({ state, refusal } = await get<ProposalProgress>(path));
  }
  if (state === "refused") throw new ApiError(409, "promotion_refused", refusal ?? "");
}

type ProposalProps = {
  proposal: ExampleProposal & { concerns: ProposalConcern[] };
  onDone(): void;
};

function Proposal({ proposal, onDone }: ProposalProps) {
  const { id, domain, goal, locale, example, text, solved_by, created_at, concerns } = proposal;
  const [wording, setWording] = useState(example);
  const action = useAction();
  const reject = () => post(at`/v1/promotions/${id}/reject`).then(onDone);
  const accept = async () => {
    const body = wording === example ? {} : { example: wording };
    const begun = await post<ProposalProgress>(at`/v1/promotions/${id}/accept`, body);
    await settled(at`/v1/promotions/${id}`, begun);
    onDone();
  };
  const told = `${say.by[solved_by]} · ${languageName(locale)} · ${ago(created_at)}`;
  return (
    <>
      <Said text={text} goal={`${domain}.${goal}`} told={told} concerns={concerns} />
      {may("promotions:write") && (
        <div class="inline-form">
          <TextField label={say.example} value={wording} onValue={setWording} />
          <Button says={say.accept} class="strong" of={action} act={accept} />
          <Button says={say.reject} of={action} act={reject} />
          <span role="status">{action.isBusy && say.judging}</span>
        </div>
      )}
      <Failure error={action.error} />
    </>
  );
}

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
type GivenSentence = Pick<UnclearSentence, "id" | "text" | "locale" | "offered">;
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
