import type { DomainStatus, DomainsResponse } from "#shared/contracts/endpoints.ts";
import { post } from "../../api.ts";
import { told } from "../../format.ts";
import { may, resumed } from "../../live.ts";
import { type Loaded, useAction, useGet, useTicks } from "../../load.ts";
import { Button, DialogButton, Empty, Failure, Head, Items, Shown } from "../../parts/parts.tsx";
import { href } from "../../router.ts";
import { common } from "../../words.ts";
import { Add } from "./add.tsx";
import { Domain, StateTag } from "./domain.tsx";
import { say } from "./words.ts";

/** A state is at most so old, milliseconds. */
const LOOK_MS = 4000;

/** The domains as they are now; one of them where its name stands in the address. */
export function Domains({ parts: [name] }: { parts: readonly string[] }) {
  const [looks, again] = useTicks(LOOK_MS);
  const all = useGet<DomainsResponse>("/v1/domains", [looks, resumed.value]);
  if (name === undefined) return <List all={all} again={again} />;
  return (
    <Shown of={all}>
      {({ domains }) => {
        const domain = domains.find((each) => each.name === name);
        if (domain) return <Domain key={name} domain={domain} again={again} />;
        return (
          <>
            <Head title={name} />
            <Empty>{say.missing}</Empty>
          </>
        );
      }}
    </Shown>
  );
}

function List({ all, again }: { all: Loaded<DomainsResponse>; again(): void }) {
  const action = useAction();
  const reload = () => post("/v1/domains/reload").then(again);
  return (
    <>
      <Head title={common.screens.domains}>
        {may("domains:write") && (
          <div class="actions">
            <Button says={say.reload} of={action} act={reload} />
            <DialogButton title={say.add}>
              {(close) => (
                <Add
                  onDone={() => {
                    close();
                    again();
                  }}
                />
              )}
            </DialogButton>
          </div>
        )}
      </Head>
      <Failure error={action.error} />
      <Shown of={all}>
        {({ domains }) => (
          <>
            {domains.length === 0 && <Empty>{say.none}</Empty>}
            <Items class="domains" each="card" of={domains} keyOf={({ name }) => name}>
              {(domain) => <Card domain={domain} />}
            </Items>
          </>
        )}
      </Shown>
    </>
  );
}

function Card({ domain }: { domain: DomainStatus }) {
  const { name, version, description, goals, capabilities, problem, held } = domain;
  return (
    <>
      <header class="domain-head">
        <h2>
          <a href={href(["domains", name])}>{name}</a>
        </h2>
        <StateTag domain={domain} />
        <span class="minor">{version ?? ""}</span>
      </header>
      <p>{told(description)}</p>
      {problem !== null && <p class="note is-bad">{problem}</p>}
      {held && (
        <p class="note">
          {say.held}: <a href={href(["diff"], { held: name })}>{say.seeDiff}</a>
        </p>
      )}
      <p class="minor">
        {say.goals(goals.length)} · {say.capabilitiesOf(capabilities.length)}
      </p>
    </>
  );
}
