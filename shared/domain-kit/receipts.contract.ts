import { afterEach, describe, expect, it } from "vitest";
import { success } from "./answers.ts";
import { RECEIPT_TTL_MS, type ReceiptStore } from "./receipts.ts";

/** What every ReceiptStore promises. */
export function receiptStoreContract(name: string, open: () => ReceiptStore): void {
  describe(`${name} receipts`, () => {
    const opened: ReceiptStore[] = [];
    const store = () => {
      const receipts = open();
      opened.push(receipts);
      return receipts;
    };
    afterEach(() => {
      for (const receipts of opened.splice(0)) receipts.close();
    });
    const output = success({ explanation: "Pronto", result: { loan: 1, ção: [null, 1.5] } });

    it("give a key to exactly one caller", () => {
      const receipts = store();
      expect(receipts.claim("k", "a", 1)).toEqual({ state: "fresh" });
      expect(receipts.claim("k", "a", 2)).toEqual({ state: "started", digest: "a" });
      expect(receipts.claim("other", "a", 2)).toEqual({ state: "fresh" });
    });

    it("give back what was settled, with the digest of the first call", () => {
      const receipts = store();
      receipts.claim("k", "a", 1);
      receipts.settle("k", output, 2);
      expect(receipts.claim("k", "b", 3)).toEqual({ state: "settled", digest: "a", output });
    });

    it("do not change when someone changes the output they were given", () => {
      const receipts = store();
      receipts.claim("k", "a", 1);
      receipts.settle("k", output, 2);
      const claim = receipts.claim("k", "a", 3);
      if (claim.state === "settled") claim.output.explanation = "outro";
      expect(receipts.claim("k", "a", 3)).toEqual({ state: "settled", digest: "a", output });
    });

    it("give a released key away again", () => {
      const receipts = store();
      receipts.claim("k", "a", 1);
      receipts.release("k");
      expect(receipts.claim("k", "b", 2)).toEqual({ state: "fresh" });
    });

    it("keep a key for 24 hours, however many there are", () => {
      const receipts = store();
      receipts.claim("k", "a", 0);
      receipts.settle("k", output, 0);
      for (let i = 0; i < 3000; i++) receipts.claim(`k${i}`, "a", 1);
      expect(receipts.claim("k", "a", RECEIPT_TTL_MS - 1).state).toBe("settled");
      expect(receipts.claim("k", "a", RECEIPT_TTL_MS).state).toBe("fresh");
    });

    it("take any text as a key", () => {
      const receipts = store();
      for (const key of [
        "__proto__",
        "constructor",
        "'; DROP TABLE receipts; --",
        "💬",
        "\u0000",
      ]) {
        expect(receipts.claim(key, "a", 1).state).toBe("fresh");
        expect(receipts.claim(key, "a", 1).state).toBe("started");
      }
    });
  });
}
