import { useEffect, useState } from "preact/hooks";
import type { EvaluationReport } from "#shared/contracts/console.ts";
import { get } from "../../api.ts";
import { number, percent } from "../../format.ts";
import { may } from "../../live.ts";
import { useLoaded } from "../../load.ts";
import { Head, Shown } from "../../parts/parts.tsx";
import { href } from "../../router.ts";
import { common } from "../../words.ts";
import { Give } from "./give.tsx";
import { Inbox } from "./inbox.tsx";
import { words } from "./words.ts";

type Evaluation = NonNullable<EvaluationReport["evaluation"]>;
const WAIT_MS = 2500;

/** How well sentences are understood, what is taken for what, and what people taught meanwhile. */
export function Lab() {
  const say = words();
  const [looks, setLooks] = useState(0);
  const report = useLoaded((signal) => get<EvaluationReport>("/v1/evaluation", signal), [looks]);
  const state = report.value.value?.state;
  useEffect(() => {
    if (state !== "working") return;
    const timer = setInterval(() => setLooks((before) => before + 1), WAIT_MS);
    return () => clearInterval(timer);
  }, [state]);
  return (
    <>
      <Head title={common().screens.lab} />
      {may("utterances:read") ? <Inbox /> : null}
      {may("promotions:write") ? (
        <details class="card">
          <summary>{say.give}</summary>
          <Give />
        </details>
      ) : null}
      <p class="quiet">{say.about}</p>
      <Shown of={report}>
        {({ evaluation, state: now }) =>
          evaluation === null ? (
            <p class="note" role="status">
              {now === "failed" ? say.failed : say.working}
            </p>
          ) : (
            <Results evaluation={evaluation} />
          )
        }
      </Shown>
    </>
  );
}

const shareOf = (value: number | null, digits = 1) =>
  value === null ? "–" : percent(value, digits);

function Results({ evaluation }: { evaluation: Evaluation }) {
  const say = words();
  const { sentences, accuracy, entity_f1, ece, confusable, reliability, goals } = evaluation;
  return (
    <>
      <ul class="figures">
        {[
          [number(sentences), say.sentences],
          [shareOf(accuracy), say.accuracy],
          [shareOf(entity_f1), say.f1],
          [shareOf(ece), say.ece],
        ].map(([value, name]) => (
          <li key={name}>
            <strong>{value}</strong>
            <span>{name}</span>
          </li>
        ))}
      </ul>
      <div class="usage-sides">
        <section class="card">
          <h2>{say.pairs}</h2>
          {confusable.length === 0 ? <p class="quiet">{say.noPairs}</p> : null}
          <ul class="pairs">
            {confusable.map(({ goals: [one, other], times, sentences: mistaken }) => (
              <li key={`${one} ${other}`}>
                <p>
                  <code>{one}</code> ↔ <code>{other}</code>{" "}
                  <span class="minor">{say.times(times)}</span>
                </p>
                <ul>
                  {mistaken.map(({ text, expected, found, confidence }) => (
                    <li key={text}>
                      <a href={href(["explain"], { t: text })}>{text}</a>
                      <span class="minor">
                        {say.meant} {expected}, {say.found} {found} ({percent(confidence)})
                      </span>
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        </section>
        <section class="card">
          <h2>{say.reliability}</h2>
          <p class="quiet">{say.reliabilityAbout}</p>
          <ul class="reliability">
            {reliability.map(({ from, to, sentences: count, confidence, right }) => (
              <li key={from}>
                <span class="minor">
                  {percent(from)}–{percent(to)}
                </span>
                <span class="gate-bar" aria-hidden="true">
                  <span style={{ width: `${right * 100}%` }} />
                  <i style={{ left: `${confidence * 100}%` }} />
                </span>
                <span>{percent(right, 1)}</span>
                <span class="minor">
                  {number(count)} {say.sentences}
                </span>
              </li>
            ))}
          </ul>
        </section>
      </div>
      <section class="card">
        <h2>{say.goals}</h2>
        <table class="list">
          <thead>
            <tr>
              <th>{say.goal}</th>
              <th class="wide" />
              <th class="number">{say.sentences}</th>
              <th class="number">{say.accuracy}</th>
              <th class="number">{say.acts}</th>
              <th class="number">{say.rightly}</th>
            </tr>
          </thead>
          <tbody>
            {goals
              .toSorted((a, b) => (a.accuracy ?? 1) - (b.accuracy ?? 1))
              .map((row) => (
                <tr key={`${row.goal} ${row.locale}`}>
                  <td class="main-cell">
                    <code>{row.goal}</code>
                  </td>
                  <td class="wide minor">{row.locale}</td>
                  <td class="number">{row.sentences}</td>
                  <td class="number">{shareOf(row.accuracy, 0)}</td>
                  <td class="number">{shareOf(row.coverage, 0)}</td>
                  <td class="number">{shareOf(row.precision, 0)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

/** What was understood with help, to be taken as an example or not. */
