import { expect, it } from "vitest";
import { readText } from "./notification.ts";

it.each([
  ["<@U0B0T> price of <https://a.example|a.example>", "price of a.example"],
  ["<@U0B0T|regente>  in <#C1|general> &lt;now&gt; &amp; here", "in #general <now> & here"],
  ["tell <@U2> and <!here> <https://a.example>", "tell @U2 and @here https://a.example"],
])("%s is read as people see it", (written, read) => {
  expect(readText(written, "U0B0T")).toBe(read);
});
