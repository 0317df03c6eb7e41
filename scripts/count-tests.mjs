// Prints "PASSED FAILED" of a vitest JSON report; with --failed, what failed and how. A file that could not even be
// loaded counts as one failure.
import { readFileSync } from "node:fs";

const [report, wanted] = process.argv.slice(2);
const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, "utf8"));
const failed = ({ status }) => status === "failed";
const broken = testResults.filter((file) => failed(file) && !file.assertionResults.some(failed));

if (wanted === "--failed") {
  for (const { name, message } of broken) console.log(`!! ${name}\n${message}`);
  for (const { name, assertionResults } of testResults) {
    for (const { fullName, failureMessages } of assertionResults.filter(failed)) {
      console.log(`!! ${name}: ${fullName}\n${failureMessages.join("\n").slice(0, 2_000)}`);
    }
  }
} else {
  console.log(numPassedTests, numFailedTests + broken.length);
}
