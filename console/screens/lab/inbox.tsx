import type { VNode } from "preact";
import { useState } from "preact/hooks";
import type {
  ExampleProposal,
  ProposalConcern,
  ProposalProgress,
  ProposalsResponse,
} from "#shared/contracts/promotion.ts";
import { ApiError, ask, get } from "../../api.ts";
import { ago } from "../../format.ts";
import { may } from "../../live.ts";
import { asApiError, useLoaded } from "../../load.ts";
import { Empty, Failure, Shown } from "../../parts/parts.tsx";
import { href } from "../../router.ts";
import { Give } from "./give.tsx";
import { words } from "./words.ts";

/** What waits for an operator's word: what may become an example, and what was not understood. */
export function Inbox() {
  const say = words();
  const waiting = useLoaded((signal) => get<ProposalsResponse>("/v1/promotions", signal), []);
  const again = () => waiting.again();
  return (
    <Shown of={waiting}>
      {({ proposals, unclear }) => (
        <>
          <section>
            <h2>{say.inbox}</h2>
            <Cards none={say.noInbox} of={proposals}>
              {(proposal) => <Proposal proposal={proposal} onDone={again} />}
            </Cards>
          </section>
          <section>
            <h2>{say.unclear}</h2>
            <Cards none={say.noUnclear} of={unclear}>
              {(sentence) => <Unclear sentence={sentence} onDone={again} />}
            </Cards>
          </section>
        </>
      )}
    </Shown>
  );
}

function Cards<T extends { id: string }>({
  none,
  of,
  children,
}: {
  none: string;
  of: readonly T[];
  children(each: T): VNode;
}) {
  if (of.length === 0) return <Empty>{none}</Empty>;
  return (
    <ul class="cards">
      {of.map((each) => (
        <li key={each.id} class="card">
          {children(each)}
        </li>
      ))}
    </ul>
  );
}

/** What was not understood: what it would lead to now, a goal to give it to, or away with it. */
function Unclear({
  sentence,
  onDone,
}: {
  sentence: ProposalsResponse["unclear"][number];
  onDone(): void;
}) {
  const say = words();
  const { id, text, offered, locale, created_at, concerns } = sentence;
  const [error, setError] = useState<ApiError>();
  const dismiss = () =>
    ask("POST", `/v1/promotions/${encodeURIComponent(id)}/reject`, { body: {} }).then(
      onDone,
      (thrown: unknown) => setError(asApiError(thrown)),
    );
  return (
    <>
      <p class="change-head">
        <strong>{text}</strong>
        <span class="minor">
          {offered.length === 0 ? say.nothingOffered : `${say.offered} ${offered.join(", ")}`} ·{" "}
          {locale} · {ago(created_at)}
        </span>
        <Concerns concerns={concerns} />
        <a href={href(["explain"], { t: text })}>{say.explain}</a>
      </p>
      {may("promotions:write") ? (
        <>
          <details>
            <summary>{say.label}</summary>
            <Give unclear={sentence} onGiven={onDone} />
          </details>
          <button type="button" onClick={() => void dismiss()}>
            {say.putAway}
          </button>
        </>
      ) : null}
      {error === undefined ? null : <Failure error={error} />}
    </>
  );
}

const Concerns = ({ concerns }: { concerns: readonly ProposalConcern[] }) => (
  <>
    {concerns.map((each) => (
      <span key={each} class="tag is-ask">
        {words().concerns[each]}
      </span>
    ))}
  </>
);

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

function Proposal({
  proposal,
  onDone,
}: {
  proposal: ExampleProposal & { concerns: ProposalConcern[] };
  onDone(): void;
}) {
  const say = words();
  const { id, domain, goal, locale, example, text, solved_by, created_at, concerns } = proposal;
  const [wording, setWording] = useState(example);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError>();
  const decide = (what: "accept" | "reject") => {
    setBusy(true);
    setError(undefined);
    const body = what === "accept" && wording !== example ? { example: wording } : {};
    const path = `/v1/promotions/${encodeURIComponent(id)}`;
    const asked =
      what === "reject"
        ? ask("POST", `${path}/reject`, { body })
        : ask<ProposalProgress>("POST", `${path}/accept`, { body }).then((begun) =>
            settled(path, begun),
          );
    asked
      .then(onDone, (thrown: unknown) => setError(asApiError(thrown)))
      .finally(() => setBusy(false));
  };
  return (
    <>
      <p class="change-head">
        <strong>{text}</strong>
        <code>
          {domain}.{goal}
        </code>
        <span class="minor">
          {say.by[solved_by]} · {locale} · {ago(created_at)}
        </span>
        <Concerns concerns={concerns} />
        <a href={href(["explain"], { t: text })}>{say.explain}</a>
      </p>
      {may("promotions:write") ? (
        <div class="inline-form">
          <label class="field">
            {say.example}
            <input
              value={wording}
              onInput={({ currentTarget }) => setWording(currentTarget.value)}
            />
          </label>
          <button type="button" class="strong" disabled={isBusy} onClick={() => decide("accept")}>
            {say.accept}
          </button>
          <button type="button" disabled={isBusy} onClick={() => decide("reject")}>
            {say.reject}
          </button>
          <span role="status">{isBusy ? say.judging : ""}</span>
        </div>
      ) : null}
      {error === undefined ? null : <Failure error={error} />}
    </>
  );
}
