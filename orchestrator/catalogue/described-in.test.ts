import { expect, it } from "vitest";
import { describedIn } from "./described-in.ts";

it.each([
  ["Sends messages", "Sends messages"],
  ["Good [yes](https://evil.example/k) https://evil.example/z", "Good yes evil.example"],
  ["![p](https://evil.example/p.png) A <img src=x> picture", "p A picture"],
  ['Send\n- message: "ok"\n\nConfirma?', 'Send - message: "ok" Confirma?'],
  ["gnp\u202e\u001b[2J.exe", "gnp[2J.exe"],
  ["x".repeat(4000), `${"x".repeat(499)}…`],
])("is one line of words: %j", (said, told) => expect(describedIn({ en: said }, "en")).toBe(told));
