import { isJsonObject } from "#shared/contracts/canonical-json.ts";
import type { StepTrace } from "#shared/contracts/run.ts";
import { Facts } from "./parts.tsx";

/** What a question that wants a yes would do: the very parameters that would be sent. */
export function ShownParams({ step, title }: { step: StepTrace; title: string }) {
  const params = paramsOf(step);
  return (
    <section class="would-do" aria-label={title}>
      <h3>
        {title}: <code>{`${step.domain}.${step.capability}`}</code>
      </h3>
      <Facts
        of={Object.fromEntries(Object.entries(params).map(([name, value]) => [name, shown(value)]))}
      />
    </section>
  );
}

/** A step that waits for a yes has them in its output. */
function paramsOf({ output }: StepTrace): Record<string, unknown> {
  const result = output?.result;
  const params = isJsonObject(result) ? result["params"] : undefined;
  return isJsonObject(params) ? params : {};
}

const shown = (value: unknown): string =>
  typeof value === "string" ? value : (JSON.stringify(value) ?? "");
