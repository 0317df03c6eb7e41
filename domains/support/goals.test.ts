import { describe } from "vitest";
import { goalFilesContract } from "#shared/testing/goal-files.ts";

describe("support goals", () => goalFilesContract(new URL("goals/", import.meta.url)));
