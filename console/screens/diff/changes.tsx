import { useState } from "preact/hooks";
import type { DiffResponse } from "#shared/contracts/console.ts";
import type { Route, RouteChange, RoutingDiff } from "#shared/contracts/routing.ts";
import { percent } from "../../format.ts";
import { Check } from "../../parts/fields.tsx";
import { Items, Section } from "../../parts/parts.tsx";
import { common } from "../../words.ts";
import { say } from "./words.ts";

const MOST_SHOWN = 200;

/** Every sentence that would lead elsewhere, surprises first. */
export function Changes({ change: { changes, examples, recorded } }: { change: RoutingDiff }) {
  const [onlySurprises, setOnly] = useState(false);
  const shown = changes.filter(({ intended }) => !onlySurprises || !intended).slice(0, MOST_SHOWN);
  return (
    <Section says={changes.length === 0 ? say.noChange : say.changes(changes.length)}>
      <p class="quiet">{say.heard(examples, recorded)}</p>
      {changes.length > 0 && (
        <Check label={say.onlySurprises} checked={onlySurprises} onValue={setOnly} />
      )}
      <Items class="changes" of={shown} keyOf={({ source, text }) => `${source} ${text}`}>
        {(change) => <Change change={change} />}
      </Items>
    </Section>
  );
}

function Change({ change }: { change: RouteChange }) {
  const { text, source, changed, before, after, intended } = change;
  const isStolen = before.domain !== null && after.domain !== null && before.goal !== after.goal;
  return (
    <>
      <p class="change-head">
        <strong>{text}</strong>
        <span class={`tag ${intended ? "" : "is-bad"}`}>
          {intended ? say.intended : say.surprising}
        </span>
        <span class="minor">
          {say.sources[source]} · {changed.map((aspect) => say.aspects[aspect]).join(", ")}
          {isStolen && ` · ${say.stolen} ${before.domain}.${before.goal}`}
        </span>
      </p>
      <Sides before={before} after={after} />
    </>
  );
}

/** Where a sentence leads now, and where it would. */
const Sides = ({ before, after }: { before: Route; after: Route }) => (
  <div class="sides">
    <Side title={say.before} route={before} />
    <Side title={say.after} route={after} />
  </div>
);

function Side({ title, route }: { title: string; route: Route }) {
  const { domain, goal, confidence, tier, cost, entities, followups, also } = route;
  const values = Object.entries(entities).map(([name, value]) => `${name} = ${String(value)}`);
  const told = [common.tiers[tier], percent(confidence, 1), ...values, ...also, ...followups];
  return (
    <div>
      <h3>{title}</h3>
      <p>
        {goal === null ? say.nowhere : <code>{`${domain}.${goal}`}</code>}{" "}
        <span class={`tag ${cost === "unsure" ? "is-ask" : ""}`}>{say.costs[cost]}</span>
      </p>
      <p class="minor">{told.join(" · ")}</p>
    </div>
  );
}

/** The sentences that were asked about, changed or not. */
export function Routes({ routes }: { routes: DiffResponse["routes"] }) {
  if (routes.length === 0) return null;
  return (
    <Section says={say.asked}>
      <Items class="changes" of={routes} keyOf={({ text }) => text}>
        {({ text, before, after }) => (
          <>
            <p class="change-head">
              <strong>{text}</strong>
              {JSON.stringify(before) === JSON.stringify(after) && (
                <span class="minor">{say.same}</span>
              )}
            </p>
            <Sides before={before} after={after} />
          </>
        )}
      </Items>
    </Section>
  );
}
