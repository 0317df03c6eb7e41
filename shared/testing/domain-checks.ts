import { ownValue } from "../contracts/json.ts";
import type { Capability } from "../contracts/manifest.ts";
import { badBodies } from "./bad-bodies.ts";
import { answering } from "./checks-of-answers.ts";
import { actingOnce } from "./checks-of-effects.ts";
import { demandingToken } from "./checks-of-tokens.ts";
import type { CheckOptions, DomainCheck, Probe } from "./domain-probe.ts";
import { isJson, outputOf, refused } from "./wire-answers.ts";

/** Every check that the options make possible. Effects are only carried out where a case asks for it. */
export function domainChecks({ cases = [], secret }: CheckOptions): DomainCheck[] {
  return [
    ...describing,
    ...refusing,
    ...cases.flatMap(answering),
    ...cases.flatMap(actingOnce),
    ...(secret === undefined ? [] : demandingToken(secret)),
  ];
}

const describing: DomainCheck[] = [
  {
    name: "GET /health says ok, and which domain and version it is",
    async run(probe) {
      const { status, body } = await probe.get("/health");
      const manifest = await probe.manifest();
      const wanted = { status: "ok", domain: manifest.domain, version: manifest.version };
      const shown = Object.keys(wanted).every(
        (key) => ownValue(body, key) === ownValue(wanted, key),
      );
      if (status !== 200 || !shown)
        return `wanted 200 ${JSON.stringify(wanted)}, got ${status} ${JSON.stringify(body)}`;
      return undefined;
    },
  },
  {
    name: "GET /manifest keeps the manifest contract",
    async run(probe) {
      const answer = await probe.get("/manifest");
      if (answer.status !== 200) return `wanted 200, got ${answer.status}`;
      if (!isJson(answer)) return `content-type is ${answer.headers.get("content-type")}`;
      const problem = await probe.manifest().catch((error: unknown) => String(error));
      return typeof problem === "string" ? problem : undefined;
    },
  },
  {
    name: "GET /manifest has a strong ETag, and 304 for who has it",
    async run(probe) {
      const etag = (await probe.get("/manifest")).headers.get("etag");
      if (etag === null || !/^"[^"]+"$/.test(etag)) return `ETag is ${etag}`;
      const again = await probe.get("/manifest", { "if-none-match": etag });
      if (again.status !== 304) return `wanted 304 for the same tag, got ${again.status}`;
      const other = await probe.get("/manifest", { "if-none-match": '"other"' });
      if (other.status !== 200) return `wanted 200 for another tag, got ${other.status}`;
      return undefined;
    },
  },
];

const refusing: DomainCheck[] = [
  {
    name: "an unknown capability is 404",
    async run(probe) {
      const { domain } = await probe.manifest();
      const request = probe.request(domain, "no_such_capability", {});
      return refused(await probe.execute(request), 404, "intent.capability");
    },
  },
  ...badBodies.map(
    ({ what, status, param, change, headers }): DomainCheck => ({
      name: `${what} is ${status}${param === undefined ? "" : `, naming ${param}`}`,
      async run(probe) {
        const { domain } = await probe.manifest();
        const request = probe.request(domain, await quietest(probe), {});
        return refused(await probe.post(request, change(request), headers), status, param);
      },
    }),
  ),
  {
    name: "parameters of the wrong shape are a failure in words, not an error",
    async run(probe) {
      const { domain, capabilities } = await probe.manifest();
      const strict = capabilities
        .filter(({ params_schema: { required = [], additionalProperties } }) => {
          return required.length > 0 || additionalProperties === false;
        })
        .sort(readsFirst)[0];
      // Without a rule for its parameters, a capability may take any.
      if (strict === undefined) return undefined;
      const request = probe.request(domain, strict.capability, { no_such_parameter: [] });
      const output = outputOf(await probe.execute(request));
      if (typeof output === "string") return output;
      if (output.status === "success") return "they were taken";
      return output.explanation.trim() === "" ? "the explanation is empty" : undefined;
    },
  },
];

/** A domain that lets a bad request pass does less harm with a read. */
const readsFirst = (one: Capability, other: Capability) =>
  Number(other.effect === "read") - Number(one.effect === "read");

async function quietest(probe: Probe): Promise<string> {
  const { capabilities } = await probe.manifest();
  return capabilities.toSorted(readsFirst)[0]?.capability ?? "none";
}
