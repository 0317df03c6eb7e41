import { expect, it } from "vitest";
import { webAddress } from "./web-address.ts";

it.each([
  ["https://example.com/a?b#c", "https://example.com/a?b#c"],
  [" www.example.com/a ", "https://www.example.com/a"],
  ["example.com:8080/x", "https://example.com:8080/x"],
  ["HTTP://EXAMPLE.com", "http://example.com/"],
  ["http://localhost:3000/x", "http://localhost:3000/x"],
  ["ftp://example.com", undefined],
  ["javascript:alert(1)", undefined],
  ["mailto:ana@example.com", undefined],
  ["comprar leite", undefined],
  ["leite", undefined],
  ["", undefined],
])("%j is the address %s", (text, address) => expect(webAddress(text)).toBe(address));
