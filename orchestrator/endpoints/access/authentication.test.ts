import { expect, it } from "vitest";
import { openAccess } from "./access.fixture.ts";

it("what a token has shown holds for a standing request as long as the operator says, and no longer", () => {
  const { authentication, pass } = openAccess({ standingTokenMs: 60_000 });
  const rights = { by: "token" as const, at: Date.now() };
  expect(authentication.standing("ana", rights)?.user_id).toBe("ana");
  pass(61_000);
  expect(authentication.standing("ana", rights)).toBeUndefined();
  expect(authentication.standing("ana", { by: "channel", at: rights.at })?.user_id).toBe("ana");
});

it("a key that is not there any more is good for nothing", () => {
  const { authentication } = openAccess({});
  expect(authentication.standing("ana", { by: "key", key: "k1", at: 0 })).toBeUndefined();
});
