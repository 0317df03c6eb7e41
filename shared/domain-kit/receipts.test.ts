import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { success } from "./answers.ts";
import { receiptStoreContract } from "./receipts.contract.ts";
import { fileReceipts, memoryReceipts } from "./receipts.ts";

const newPath = () => join(mkdtempSync(join(tmpdir(), "receipts-")), "data", "receipts.db");

receiptStoreContract("memory", memoryReceipts);
receiptStoreContract("file", () => fileReceipts(newPath()));

it("a file's receipts outlive the process, also those that were only begun", () => {
  const path = newPath();
  const before = fileReceipts(path);
  before.claim("done", "a", 1);
  before.settle("done", success({ explanation: "Pronto" }), 1);
  before.claim("begun", "a", 1);
  before.close();

  const after = fileReceipts(path);
  expect(after.claim("done", "a", 2)).toMatchObject({ state: "settled" });
  expect(after.claim("begun", "a", 2)).toEqual({ state: "started", digest: "a" });
  after.close();
});

it("two processes on one file give a key to one of them", () => {
  const path = newPath();
  const one = fileReceipts(path);
  const other = fileReceipts(path);
  expect(one.claim("k", "a", 1).state).toBe("fresh");
  expect(other.claim("k", "a", 1).state).toBe("started");
  one.close();
  other.close();
});
