import { inLocale, type Locale } from "#shared/contracts/names.ts";
import type { RunEvent } from "#shared/contracts/run.ts";
import type { Catalogue } from "../../catalogue/catalogue.ts";

const marks = { success: "✓", failure: "✗" } as const;

/** A run's event as a line of progress, or undefined when it is nothing to show. */
export function progressLine(
  event: RunEvent,
  catalogue: Catalogue,
  locale: Locale,
): string | undefined {
  const nameOf = (domain: string, capability: string): string => {
    const described = catalogue.capability(domain, capability)?.spec.description;
    return (described && inLocale(described, locale)) ?? `${domain}.${capability}`;
  };
  switch (event.type) {
    case "step_started":
      return event.attempt === 1 ? `→ ${nameOf(event.domain, event.capability)}` : undefined;
    case "step_retried":
      return `↻ ${event.reason}`;
    case "step_finished": {
      const { status, domain, capability } = event.step;
      const mark = status === "success" || status === "failure" ? marks[status] : "·";
      return `${mark} ${nameOf(domain, capability)}`;
    }
    case "plan":
    case "reply":
      return undefined;
  }
}
