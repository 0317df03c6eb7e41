import { useState } from "preact/hooks";
import type { DiffResponse } from "#shared/contracts/console.ts";
import type { Route, RouteChange, RoutingDiff } from "#shared/contracts/routing.ts";
import { percent } from "../../format.ts";
import { Check } from "../../parts/fields.tsx";
import { Empty } from "../../parts/parts.tsx";
import { common } from "../../words.ts";
import { words } from "./words.ts";

const MOST_SHOWN = 200;

/** Every sentence that would lead elsewhere, surprises first. */
export function Changes({ change }: { change: RoutingDiff }) {
  const say = words();
  const [onlySurprises, setOnly] = useState(false);
  const { changes, examples, recorded } = change;
  const shown = changes.filter(({ intended }) => !onlySurprises || !intended).slice(0, MOST_SHOWN);
  return (
    <section>
      <h2>{changes.length === 0 ? say.noChange : say.changes(changes.length)}</h2>
      <p class="quiet">{say.heard(examples, recorded)}</p>
      {changes.length === 0 ? null : (
        <Check label={say.onlySurprises} checked={onlySurprises} onValue={setOnly} />
      )}
      <ul class="changes">
        {shown.map((each) => (
          <li key={`${each.source} ${each.text}`}>
            <Change change={each} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Change({ change }: { change: RouteChange }) {
  const say = words();
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
          {isStolen ? ` · ${say.stolen} ${before.domain}.${before.goal}` : ""}
        </span>
      </p>
      <Sides before={before} after={after} />
    </>
  );
}

/** Where a sentence leads now, and where it would. */
export function Sides({ before, after }: { before: Route; after: Route }) {
  const say = words();
  return (
    <div class="sides">
      <Side title={say.before} route={before} />
      <Side title={say.after} route={after} />
    </div>
  );
}

function Side({ title, route }: { title: string; route: Route }) {
  const say = words();
  const { domain, goal, confidence, tier, cost, entities, followups, also } = route;
  return (
    <div>
      <h3>{title}</h3>
      <p>
        {goal === null ? say.nowhere : <code>{`${domain}.${goal}`}</code>}{" "}
        <span class={`tag ${cost === "unsure" ? "is-ask" : ""}`}>{say.costs[cost]}</span>
      </p>
      <p class="minor">
        {[
          common().tiers[tier],
          percent(confidence, 1),
          ...Object.entries(entities).map(([name, value]) => `${name} = ${String(value)}`),
          ...also,
          ...followups,
        ].join(" · ")}
      </p>
    </div>
  );
}

/** The sentences that were asked about, changed or not. */
export function Routes({ routes }: { routes: DiffResponse["routes"] }) {
  const say = words();
  if (routes.length === 0) return null;
  return (
    <section>
      <h2>{say.asked}</h2>
      <ul class="changes">
        {routes.map(({ text, before, after }) => (
          <li key={text}>
            <p class="change-head">
              <strong>{text}</strong>
              {JSON.stringify(before) === JSON.stringify(after) ? (
                <span class="minor">{say.same}</span>
              ) : null}
            </p>
            <Sides before={before} after={after} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What the last change of the manifests did. */
export function LastChange({ change }: { change: RoutingDiff | null }) {
  const say = words();
  return (
    <section>{change === null ? <Empty>{say.noLast}</Empty> : <Changes change={change} />}</section>
  );
}
