import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type OembedProvider, openPageReader } from "./open-page-reader.ts";

let site: FakeSite;
beforeEach(async () => {
  site = await startFakeSite();
});
afterEach(() => site.close());
const signal = new AbortController().signal;
const reader = (hosts: readonly string[] = ["127.0.0.1"]) =>
  openPageReader(hosts, {
    network: "loopback",
    providers: [site.provider(["youtu.be", "youtube.com"])],
  });

describe("a video", () => {
  it.each([
    "https://www.youtube.com/watch?v=jNQXAC9IVRw",
    "https://youtu.be/jNQXAC9IVRw?t=3",
    "https://m.youtube.com/watch?v=jNQXAC9IVRw",
  ])("%s is asked about at its own site, with its whole address", async (url) => {
    expect(await reader([]).ofVideo(url, signal)).toEqual({
      info: { title: "Me at the zoo", description: null, author: "jawed" },
    });
    expect(site.asked).toEqual([`/oembed?url=${encodeURIComponent(url)}&format=json`]);
  });

  it("that its site does not know has no title", async () => {
    const url = "https://youtu.be/gone";
    expect(await reader().ofVideo(url, signal)).toEqual({ fault: "HTTP_STATUS" });
  });

  it("of another site is read from its page, where that may be fetched", async () => {
    site.pages.set("/v", { body: page('<meta property="og:title" content="Um vídeo">') });
    const info = { title: "Um vídeo", description: null, author: null };
    expect(await reader().ofVideo(`${site.url}/v`, signal)).toEqual({ info });
    expect(await reader([]).ofVideo(`${site.url}/v`, signal)).toEqual({
      fault: "HOST_NOT_ALLOWED",
    });
  });
});

describe("a page", () => {
  const read = (body: string | Buffer, type?: string) => {
    site.pages.set("/p", { body, ...(type === undefined ? {} : { type }) });
    return reader().ofPage(`${site.url}/p`, signal);
  };
  const titled = (title: string) => ({ info: { title } });

  it("is known by Open Graph before its title, with description and site", async () => {
    const head =
      '<title>Site | Artigo</title><meta property="og:title" content="Artigo &amp; mais">' +
      '<meta name="description" content="Sobre o quê"><meta property="og:site_name" content="O Site">';
    expect(await read(page(head))).toEqual({
      info: { title: "Artigo & mais", description: "Sobre o quê", author: "O Site" },
    });
  });

  it.each<[what: string, html: string, title: string]>([
    ["its title", page("<title>Só o\n  título</title>"), "Só o título"],
    ["other quotes and letters", "<META CONTENT='Um' PROPERTY='OG:TITLE'>", "Um"],
    [
      "the first of several",
      page('<meta property="og:title" content="A"><meta property="og:title" content="B">'),
      "A",
    ],
    ["entities", page("<title>&quot;A&#39;s&quot; &eacute; &#x1F980;</title>"), '"A\'s" é 🦀'],
    ["no drawing's title", page("<title>Real</title><svg><title>icon</title></svg>"), "Real"],
    ["no script's text", page("<script>'<title>no</title>'</script><title>yes</title>"), "yes"],
    ["no hidden signs", page("<title>a\u202eb\u0007c</title>"), "abc"],
    ["its start", page(`<title>${"x".repeat(500)}</title>`), `${"x".repeat(199)}…`],
  ])("is known by %s", async (_what, html, title) => {
    expect(await read(html)).toMatchObject(titled(title));
  });

  it("is read in the charset of its header, else in the one that it names", async () => {
    const olá = (head: string) => Buffer.from(page(`${head}<title>olá</title>`), "latin1");
    expect(await read(olá(""), "text/html; charset=iso-8859-1")).toMatchObject(titled("olá"));
    expect(await read(olá('<meta charset="windows-1252">'), "text/html")).toMatchObject(
      titled("olá"),
    );
  });

  it.each([
    ["without a title", page(""), undefined, "NO_TITLE"],
    ["with a title that never ends", "<title>without an end", undefined, "NO_TITLE"],
    ["with a title of blanks", page("<title> \n </title>"), undefined, "NO_TITLE"],
    ["with its title in the body", "<body><title>no</title></body>", undefined, "NO_TITLE"],
    ["that is empty", "", undefined, "NO_TITLE"],
    ["that is none", "%PDF", "application/pdf", "MEDIA_TYPE"],
  ])("%s has none", async (_what, body, type, fault) => {
    expect(await read(body, type)).toEqual({ fault });
  });

  it("of megabytes is read as far as its head", async () => {
    const body = page(`<title>Longa</title>`) + "<p>texto</p>".repeat(100_000);
    expect(await read(body)).toMatchObject(titled("Longa"));
  });

  it("of many open tags and attributes costs no more than its length", async () => {
    expect(await read(`${"<meta ".repeat(60_000)}`)).toEqual({ fault: "NO_TITLE" });
    expect(await read(`<title>${"<".repeat(200_000)}</title>`)).toMatchObject({ info: {} });
  });
});

/** A video's answer by oEmbed as YouTube gives it. */
const video = {
  title: "Me at the zoo",
  author_name: "jawed",
  author_url: "https://www.youtube.com/@jawed",
  type: "video",
  height: 150,
  width: 200,
  version: "1.0",
  provider_name: "YouTube",
  provider_url: "https://www.youtube.com/",
  thumbnail_url: "https://i.ytimg.com/vi/jNQXAC9IVRw/hqdefault.jpg",
};

const page = (head: string): string =>
  `<!doctype html><html><head>${head}</head><body><title>not this</title></body></html>`;

type FakeSite = {
  url: string;
  /** Paths with their queries, in the order they were asked for. */
  asked: string[];
  /** What each path answers; `oembed` knows one video. */
  pages: Map<string, { type?: string; body: string | Buffer }>;
  /** The site as a provider of the videos of `hosts`. */
  provider(hosts: readonly string[]): OembedProvider;
  close(): void;
};

/** A web site on loopback. */
async function startFakeSite(): Promise<FakeSite> {
  const asked: string[] = [];
  const pages: FakeSite["pages"] = new Map();
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    const { pathname, searchParams } = new URL(request.url ?? "", "http://site");
    if (pathname === "/oembed" && searchParams.get("url")?.includes("jNQXAC9IVRw")) {
      response.writeHead(200, { "content-type": "application/json" });
      return void response.end(JSON.stringify(video));
    }
    const found = pages.get(pathname);
    response.writeHead(found === undefined ? 404 : 200, {
      "content-type": found?.type ?? "text/html; charset=utf-8",
    });
    response.end(found?.body ?? "Not Found");
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    asked,
    pages,
    provider: (hosts) => ({ hosts, endpoint: `${url}/oembed` }),
    close: () => server.close().closeAllConnections(),
  };
}
