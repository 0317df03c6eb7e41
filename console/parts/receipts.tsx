import { isJsonObject } from "#shared/contracts/canonical-json.ts";
import type { Effect } from "#shared/contracts/capability.ts";
import type { CandidateFinding } from "#shared/contracts/console.ts";
import type { ChangedSchedule, PendingView } from "#shared/contracts/endpoints.ts";
import type { Evidence } from "#shared/contracts/intent.ts";
import type { PlannedCall } from "#shared/contracts/native-endpoints.ts";
import type { Receipt, StepTrace } from "#shared/contracts/run.ts";
import { shortened, told } from "../format.ts";
import { href } from "../router.ts";
import { common, nameIn, type Status } from "../words.ts";
import { Button, Facts, Fold, Items } from "./parts.tsx";
import { templateFor } from "./template-for.ts";

// What contracts tell, drawn the same wherever it stands.

/** Each status has a shape of its own, so that no one needs its colour to tell it: a path in a square of 16. */
export const shapes: Readonly<Record<Status, string>> = {
  pending: "M8 3a5 5 0 1 0 0 10A5 5 0 0 0 8 3Z",
  running: "M8 3a5 5 0 1 0 5 5M13 3v5H8",
  waiting: "M6 6a2 2 0 1 1 2.6 1.9C8 8.2 8 8.7 8 9.5M8 12.2v.2",
  clarification: "M6 6a2 2 0 1 1 2.6 1.9C8 8.2 8 8.7 8 9.5M8 12.2v.2",
  success: "M3.5 8.5l3 3 6-7",
  partial: "M8 3a5 5 0 1 0 0 10A5 5 0 0 0 8 3ZM8 3v10M10.5 4.5v7",
  failure: "M4 4l8 8M12 4l-8 8",
  skipped: "M4 4l5 4-5 4M11.5 4v8",
  unknown: "M3 9.5c1.5-4 3.5-4 5-1.5s3.5 2.5 5-1.5",
  cancelled: "M8 3a5 5 0 1 0 0 10A5 5 0 0 0 8 3ZM4.5 11.5l7-7",
};

export const StatusIcon = ({ status }: { status: Status }) => (
  <svg class={`sign is-${status}`} viewBox="0 0 16 16" aria-hidden="true">
    <path d={shapes[status]} />
  </svg>
);

export const StatusTag = ({ status }: { status: Status }) => (
  <span class={`status is-${status}`}>
    <StatusIcon status={status} />
    {common.statuses[status]}
  </span>
);

export const EffectTag = ({ effect }: { effect: Effect }) => (
  <span class={`effect is-${effect}`}>{common.effects[effect]}</span>
);

/** The classes of a step in a picture: its status, and its effect where it has one. */
export const classesOf = (status: Status, effect: Effect | undefined): string =>
  `is-${status}${(effect ?? "read") === "read" ? "" : ` has-effect is-${effect}`}`;

/** What a decision was made by, as it reads for the sentence; the pattern of a template itself is for who asks for it. */
export function Detail({ of: { kind, detail }, text, most }: DetailProps) {
  const read = shortened(kind === "template" ? templateFor(detail, text) : detail, most);
  return <span title={detail}>{QUOTED.has(kind) ? <q>{read}</q> : read}</span>;
}
const QUOTED: ReadonlySet<string> = new Set(["template", "nearest_example"]);
type DetailProps = { of: Evidence; text: string; most: number };

/** Why a decision was made about a sentence. */
export const EvidenceList = ({ of, text }: { of: readonly Evidence[]; text: string }) => (
  <Items class="evidence" of={of}>
    {(each) => (
      <>
        <strong>{nameIn(common.evidence, each.kind)}:</strong>{" "}
        <Detail of={each} text={text} most={240} />
      </>
    )}
  </Items>
);

type Done = Pick<Receipt, "step_id" | "domain" | "capability" | "effect"> & {
  detail: string;
  title?: string;
};

/** Effects, each with what is to be known of it. */
export const Effects = ({ of }: { of: readonly Done[] }) => (
  <Items class="receipts" of={of} keyOf={({ step_id }) => step_id}>
    {({ effect, domain, capability, detail, title }) => (
      <>
        <EffectTag effect={effect} />
        <code>{`${domain}.${capability}`}</code>
        <code class="minor" title={title}>
          {detail}
        </code>
      </>
    )}
  </Items>
);

export const Receipts = ({ of }: { of: readonly Receipt[] }) => (
  <Effects
    of={of.map(({ key, output_digest, ...receipt }) => ({
      ...{ ...receipt, title: `${key} · ${output_digest}`, detail: output_digest.slice(0, 12) },
    }))}
  />
);

/** What is made or changed of what is scheduled: how, when, and where it is found. */
export const ChangedSchedules = ({ of }: { of: readonly ChangedSchedule[] }) => (
  <Items class="receipts" of={of}>
    {({ change, name, shown }) => (
      <>
        <span class="effect is-write">{common.scheduleChanges[change]}</span>
        <a href={href(["schedules"])}>{name}</a>
        <span class="minor">{shown}</span>
      </>
    )}
  </Items>
);

type OptionsProps = {
  of: PendingView;
  isDisabled: boolean;
  /** What a yes and a no are called. */
  words?: readonly [yes: string, no: string];
  /** The name of the one that was chosen. */
  chosen?: string | undefined;
  onChoose(option: PendingView["options"][number]): void;
};

/** What a question may be answered by at a click: its options; of one that wants a yes, a yes and a no. */
export function Options({ of, words, isDisabled, chosen, onChoose }: OptionsProps) {
  const { kind, options } = of;
  const said = [common.yes, common.no];
  const yesOrNo = said.map((id, at) => ({ id, label: words?.[at] ?? common.answers[at] ?? id }));
  // The question names the only goal that may be meant.
  const isYesOrNo =
    (kind === "confirm" && options.length === 0) ||
    (kind === "choose_goal" && options.length === 1);
  const shown = isYesOrNo ? yesOrNo : options;
  return (
    <Items class="options" label={common.options} of={shown} keyOf={({ id }) => id}>
      {(option) => (
        <Button
          says={option.label}
          class={[option.id, option.label].includes(chosen ?? "") ? "chosen-option" : undefined}
          disabled={isDisabled}
          act={() => onChoose(option)}
        />
      )}
    </Items>
  );
}

type ShownParamsProps = { step: StepTrace; title: string; open?: boolean };

/** What a question that wants a yes would do: the very parameters that would be sent, from the output of its step. */
export function ShownParams({ step, ...shown }: ShownParamsProps) {
  const result = step.output?.result;
  const params = isJsonObject(result) ? result["params"] : undefined;
  return <ShownCall call={{ ...step, params: isJsonObject(params) ? params : {} }} {...shown} />;
}

type ShownCallProps = Omit<ShownParamsProps, "step"> & {
  call: Pick<PlannedCall, "domain" | "capability"> & { params: Readonly<Record<string, unknown>> };
};
const REFERENCE = /\$\{[^}]+\}/g;

/** One call with its parameters; what is not known before is named as the result that stands there. */
export function ShownCall({ call, title, open }: ShownCallProps) {
  const named = Object.entries(call.params).map(([name, value]) => {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    return [name, text.replace(REFERENCE, `[${common.theResult}]`)] as const;
  });
  return (
    <Fold class="would-do" says={title} open={open}>
      <p>
        <code>{`${call.domain}.${call.capability}`}</code>
      </p>
      <Facts of={Object.fromEntries(named)} />
    </Fold>
  );
}

/** More of them are no help. */
const MOST_FINDINGS = 100;
type Finding = Omit<CandidateFinding, "line"> & Partial<Pick<CandidateFinding, "line">>;
type FindingsProps = { of: readonly Finding[]; onGo?: (line: number) => void };

/** What is wrong with a manifest, where, and the way out. */
export const FindingList = ({ of, onGo }: FindingsProps) => (
  <Items class="findings" of={of.slice(0, MOST_FINDINGS)}>
    {({ level, rule, path, line = null, sentence, message, way_out }) => (
      <>
        <span class={`tag ${level === "error" ? "is-bad" : "is-ask"}`}>
          {rule === "contract" ? common.ofForm : rule}
        </span>{" "}
        {told(message)} {sentence !== null && <q>{sentence}</q>}
        <span class="minor">
          {line !== null && (
            <Button says={`${common.line} ${line}`} class="plain" act={() => onGo?.(line)} />
          )}{" "}
          {path} · {common.wayOut}: {told(way_out)}
        </span>
      </>
    )}
  </Items>
);
