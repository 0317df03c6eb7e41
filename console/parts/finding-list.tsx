import type { CandidateFinding } from "#shared/contracts/console.ts";
import { told } from "../format.ts";
import { common } from "../words.ts";

type Finding = Omit<CandidateFinding, "line"> & Partial<Pick<CandidateFinding, "line">>;
type Props = { of: readonly Finding[]; onGo?: (line: number) => void };

/** More of them are no help. */
const MOST_SHOWN = 100;

/** What is wrong with a manifest, where, and the way out. */
export const FindingList = ({ of, onGo }: Props) => (
  <ul class="findings">
    {of
      .slice(0, MOST_SHOWN)
      .map(({ level, rule, path, line = null, sentence, message, way_out }, at) => (
        <li key={at}>
          <span class={`tag ${level === "error" ? "is-bad" : "is-ask"}`}>{rule}</span>{" "}
          {told(message)} {sentence === null ? null : <q>{sentence}</q>}
          <span class="minor">
            {line === null ? null : (
              <button type="button" class="plain" onClick={() => onGo?.(line)}>
                {common().line} {line}
              </button>
            )}{" "}
            {path} · {common().wayOut}: {told(way_out)}
          </span>
        </li>
      ))}
  </ul>
);
