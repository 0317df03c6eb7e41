import type { DomainStatus } from "#shared/contracts/endpoints.ts";
import { words } from "./words.ts";

export function StateTag({ domain }: { domain: DomainStatus }) {
  const { state } = domain;
  const isGood = state === "up" || state === "manifest_only";
  return (
    <span class={`state is-${isGood ? "good" : state === "joining" ? "ask" : "bad"}`}>
      {words().states[state]}
    </span>
  );
}
