import { createHmac } from "node:crypto";
import { expect, it } from "vitest";
import { domainKey } from "./domain-key.ts";

const SECRET = "a secret of the whole installation";

it("is another one for each domain and each secret, and always the same", () => {
  const keys = [
    domainKey(SECRET, "weather"),
    domainKey(SECRET, "library"),
    domainKey(`${SECRET}.`, "weather"),
  ];
  expect(new Set(keys).size).toBe(3);
  for (const key of keys) expect(key).toMatch(/^[\w-]{43}$/);
  expect(domainKey(SECRET, "weather")).toBe(keys[0]);
});

it("is what HKDF says (RFC 5869): extracted with a salt of zeros, expanded once", () => {
  const extracted = createHmac("sha256", Buffer.alloc(32)).update(SECRET).digest();
  const expanded = createHmac("sha256", extracted).update("weather\x01").digest("base64url");
  expect(domainKey(SECRET, "weather")).toBe(expanded);
  // As another implementation made it; domains that run elsewhere have theirs in a file.
  expect(expanded).toBe("056UxWeYYfotG6myX88vOK-wVxizOnEEC3oHyIaCGjg");
});
