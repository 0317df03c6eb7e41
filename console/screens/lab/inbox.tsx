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
import { useAction, useGet } from "../../load.ts";
import { TextField } from "../../parts/fields.tsx";
import { Button, Cards, Failure, Shown } from "../../parts/parts.tsx";
import { href } from "../../router.ts";
import { Give } from "./give.tsx";
import { words } from "./words.ts";

/** What waits for an operator's word: what may become an example, and what was not understood. */
export function Inbox() {
  const say = words();
  const waiting = useGet<ProposalsResponse>("/v1/promotions");
  const again = () => waiting.again();
  return (
    <Shown of={waiting}>
      {({ proposals, unclear }) => (
        <>
          <section>
            <h2>{say.inbox}</h2>
            <Cards none={say.noInbox} of={proposals} keyOf={({ id }) => id}>
              {(proposal) => <Proposal proposal={proposal} onDone={again} />}
            </Cards>
          </section>
          <section>
            <h2>{say.unclear}</h2>
            <Cards none={say.noUnclear} of={unclear} keyOf={({ id }) => id}>
              {(sentence) => <Unclear sentence={sentence} onDone={again} />}
            </Cards>
          </section>
        </>
      )}
    </Shown>
  );
}

/** What was not understood: what it would lead to now, a goal to give it to, or away with it. */
type UnclearProps = { sentence: ProposalsResponse["unclear"][number]; onDone(): void };

function Unclear({ sentence, onDone }: UnclearProps) {
  const say = words();
  const { id, text, offered, locale, created_at, concerns } = sentence;
  const { isBusy, error, run } = useAction();
  const path = `/v1/promotions/${encodeURIComponent(id)}/reject`;
  const dismiss = () => run(() => ask("POST", path, { body: {} }).then(onDone));
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
          <Button says={say.putAway} disabled={isBusy} onClick={dismiss} />
        </>
      ) : null}
      <Failure error={error} />
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

type ProposalProps = {
  proposal: ExampleProposal & { concerns: ProposalConcern[] };
  onDone(): void;
};

function Proposal({ proposal, onDone }: ProposalProps) {
  const say = words();
  const { id, domain, goal, locale, example, text, solved_by, created_at, concerns } = proposal;
  const [wording, setWording] = useState(example);
  const { isBusy, error, run } = useAction();
  const path = `/v1/promotions/${encodeURIComponent(id)}`;
  const reject = () => run(() => ask("POST", `${path}/reject`, { body: {} }).then(onDone));
  const accept = () =>
    run(async () => {
      const body = wording === example ? {} : { example: wording };
      await settled(path, await ask<ProposalProgress>("POST", `${path}/accept`, { body }));
      onDone();
    });
  return (
    <>
      <p class="change-head">
        <strong>{text}</strong>
        <code>{`${domain}.${goal}`}</code>
        <span class="minor">
          {say.by[solved_by]} · {locale} · {ago(created_at)}
        </span>
        <Concerns concerns={concerns} />
        <a href={href(["explain"], { t: text })}>{say.explain}</a>
      </p>
      {may("promotions:write") ? (
        <div class="inline-form">
          <TextField label={say.example} value={wording} onValue={setWording} />
          <Button says={say.accept} class="strong" disabled={isBusy} onClick={accept} />
          <Button says={say.reject} disabled={isBusy} onClick={reject} />
          <span role="status">{isBusy ? say.judging : ""}</span>
        </div>
      ) : null}
      <Failure error={error} />
    </>
  );
}
