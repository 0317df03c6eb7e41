import { describe, expect, it } from "vitest";
import { faultOf, http, json, manifestSource, tcp, text } from "./loopback.fixture.ts";

describe("a manifest", () => {
  it("comes with its ETag, and says when it is the same", async () => {
    const url = await http((request, response) => {
      const same = request.headers["if-none-match"] === '"v1"';
      if (same) text("", { etag: '"v1"' }, 304)(request, response);
      else json({ domain: "weather" }, { etag: '"v1"' })(request, response);
    });
    const source = manifestSource();
    const first = await source.fetchManifest(`${url}/manifest`, undefined);
    expect(first).toEqual({ changed: true, body: { domain: "weather" }, etag: '"v1"' });
    expect(await source.fetchManifest(`${url}/manifest`, '"v1"')).toEqual({ changed: false });
  });
  it("may have 4 MiB and no more", async () => {
    const sized = (bytes: number) => json("x".repeat(bytes - 2));
    const max = 4 * 1024 * 1024;
    const source = manifestSource();
    const url = await http(sized(max));
    expect(await source.fetchManifest(url, undefined)).toMatchObject({ changed: true });
    const over = await faultOf(source.fetchManifest(await http(sized(max + 1)), undefined));
    expect(over).toMatchObject({ fault: "too_large" });
  });
  it("that hangs is given up", async () => {
    const url = await tcp(() => undefined);
    const source = manifestSource({ timeoutMs: 40 });
    const error = await faultOf(source.fetchManifest(`${url}/manifest`, undefined));
    expect(error).toMatchObject({ fault: "timeout", domain: `${url}/manifest` });
  });
});
