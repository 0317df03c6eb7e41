import { describe, expect, it } from "vitest";
import { locales } from "#shared/contracts/names.ts";
import { type StepTrace, stepStatus } from "#shared/contracts/run.ts";
import { claimsEffect } from "./agents/claims-effect.fixture.ts";
import { RAISED_BY, sayFailure } from "./failures.ts";

const CODES = [
  ...["unreachable", "timeout", "http_status", "too_large", "malformed", "contract", "busy"],
  ...["cancelled", "DEADLINE", "UNRESOLVED_REFERENCE", "NO_HIT", "INVALID_PARAMS", "STORE_FAILED"],
  ...["INTERRUPTED", "MANIFEST_CHANGED", "FORBIDDEN", "INTERNAL", "anything else"],
];
const step = (status: StepTrace["status"], code: string): StepTrace => ({
  ...{
    id: 1,
    domain: "weather",
    capability: "ring",
    status,
    required: true,
    attempts: 1,
    duration_ms: 1,
  },
  output: {
    ...{ status: "failure", result: null, explanation: "Enviei tudo.", confidence: 1 },
    metadata: { fault: code, code, raised_by: RAISED_BY },
  },
});

describe.each(locales)("what is told in %s of a step that has not gone through", (locale) => {
  it.each(stepStatus.options.filter((status) => status !== "success"))(
    "%s: claims nothing",
    (status) => {
      for (const code of CODES) {
        // The request itself was cancelled, and "nothing was sent" is the opposite of a claim.
        const told = sayFailure(step(status, code), locale).replace(
          /o pedido foi cancelado|nada foi enviado/,
          "",
        );
        expect(told.length, code).toBeGreaterThan(10);
        expect(claimsEffect(told), told).toBe(false);
      }
    },
  );
});
