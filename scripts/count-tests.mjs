// Prints "PASSED FAILED" of a vitest JSON report. A file that could not even be loaded counts as one failure.
import { readFileSync } from "node:fs";

const { numPassedTests, numFailedTests, testResults } = JSON.parse(
  readFileSync(process.argv[2], "utf8"),
);
const broken = testResults.filter(
  ({ status, assertionResults }) =>
    status === "failed" && assertionResults.every((test) => test.status !== "failed"),
);
console.log(numPassedTests, numFailedTests + broken.length);
