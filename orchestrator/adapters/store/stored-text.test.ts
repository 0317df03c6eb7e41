import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { originalText, storedText } from "./stored-text.ts";

const anyText = fc.string({
  unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
});
const oddText = fc.string({
  unit: fc.constantFrom("a", "\\", "\0", "u0000", "\ud800", "\udc00", '"', "\n"),
});

describe("a text as a column", () => {
  it("leaves a plain text as it is, so that people can look for it", () => {
    for (const text of ["ana", "São Paulo", "👩‍👩‍👧", 'say "no"', "a\nb", ""])
      expect(storedText(text)).toBe(text);
  });

  it("comes back as it was, and holds nothing that a database loses", () => {
    fc.assert(
      fc.property(fc.oneof(anyText, oddText), (text) => {
        const column = storedText(text);
        expect(column.isWellFormed()).toBe(true);
        expect(column).not.toContain("\0");
        expect(originalText(column)).toBe(text);
      }),
    );
  });

  it("is never the same for two texts", () => {
    fc.assert(
      fc.property(oddText, oddText, (one, other) => {
        expect(storedText(one) === storedText(other)).toBe(one === other);
      }),
    );
  });
});
