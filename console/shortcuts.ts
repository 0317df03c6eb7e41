import { signal } from "@preact/signals";
import { go } from "./router.ts";

export const isHelpOpen = signal(false);

/** After a `g`. */
const places: Readonly<Record<string, readonly string[]>> = {
  c: [],
  q: ["questions"],
  s: ["schedules"],
  r: ["runs"],
  d: ["domains"],
  u: ["usage"],
  a: ["audit"],
  e: ["explain"],
  m: ["diff"],
  l: ["lab"],
};
const CHORD_MS = 1500;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName) ||
    target.shadowRoot !== null);

/** Keys that work anywhere but in a field. Gives what ends them. */
export function followKeys(): () => void {
  let begunAt = 0;
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (document.querySelector("dialog[open]") !== null) return;
    const isChord = event.timeStamp - begunAt < CHORD_MS;
    begunAt = 0;
    const to = isChord ? places[event.key] : undefined;
    if (to !== undefined) go(to);
    else if (event.key === "g") begunAt = event.timeStamp;
    else if (event.key === "?") isHelpOpen.value = true;
    else if (event.key === "/")
      document.querySelector<HTMLElement>("main [data-main-field]")?.focus();
    else return;
    event.preventDefault();
  };
  addEventListener("keydown", onKey);
  return () => removeEventListener("keydown", onKey);
}

let isFirstScreen = true;

/** Puts the focus on the head of the screen that was just opened, unless it took the focus itself. */
export function focusMain(): void {
  if (isFirstScreen) {
    isFirstScreen = false;
    return;
  }
  const main = document.querySelector("main");
  if (main?.contains(document.activeElement) === true) return;
  main?.querySelector("h1")?.focus();
  scrollTo(0, 0);
}
