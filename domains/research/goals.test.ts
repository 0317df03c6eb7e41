import { describe } from "vitest";
import { goalFilesContract } from "#shared/testing/goal-files.ts";

describe("research goals", () => goalFilesContract(new URL("goals/", import.meta.url)));
