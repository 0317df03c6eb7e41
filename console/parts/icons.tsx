import { common, type Status } from "../words.ts";

/** Each status has a shape of its own, so that no one needs its colour to tell it. */
const shapes: Readonly<Record<Status, string>> = {
  pending: "M8 3a5 5 0 1 0 0 10A5 5 0 0 0 8 3Z",
  running: "M8 3a5 5 0 1 0 5 5M13 3v5H8",
  waiting: "M6 6a2 2 0 1 1 2.6 1.9C8 8.2 8 8.7 8 9.5M8 12.2v.2",
  clarification: "M6 6a2 2 0 1 1 2.6 1.9C8 8.2 8 8.7 8 9.5M8 12.2v.2",
  success: "M3.5 8.5l3 3 6-7",
  partial: "M3 8.5l2.5 2.5M8 11l5-6.5M6 8h7",
  failure: "M4 4l8 8M12 4l-8 8",
  skipped: "M4 4l5 4-5 4M11.5 4v8",
  unknown: "M3 9.5c1.5-4 3.5-4 5-1.5s3.5 2.5 5-1.5",
  cancelled: "M8 3a5 5 0 1 0 0 10A5 5 0 0 0 8 3ZM4.5 11.5l7-7",
};

/** The path of a status's sign in a square of 16, for pictures that draw it themselves. */
export const shapeOf = (status: Status): string => shapes[status];

export function StatusIcon({ status }: { status: Status }) {
  return (
    <svg class={`sign is-${status}`} viewBox="0 0 16 16" aria-hidden="true">
      <path d={shapes[status]} />
    </svg>
  );
}

export function StatusTag({ status }: { status: Status }) {
  return (
    <span class={`status is-${status}`}>
      <StatusIcon status={status} />
      {common().statuses[status]}
    </span>
  );
}
