import { signal } from "@preact/signals";
import { exchanges } from "./session.ts";

/** Where in the tour one is; undefined: it is not being taken. */
export const tourStep = signal<number | undefined>(undefined);
/** How many messages there were when the step began. */
export const begunWith = signal(0);

export function goToStep(step: number | undefined): void {
  begunWith.value = exchanges.peek().length;
  tourStep.value = step;
}
