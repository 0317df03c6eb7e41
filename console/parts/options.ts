import type { PendingView } from "#shared/contracts/endpoints.ts";
import { common } from "../words.ts";

/** What a question may be answered by at a click: its options; of one that wants a yes, a yes and a no. */
export function optionsOf({ kind, options }: PendingView): PendingView["options"] {
  if (kind !== "confirm" || options.length > 0) return options;
  const { yes, no } = common();
  return [
    { id: yes, label: yes },
    { id: no, label: no },
  ];
}
