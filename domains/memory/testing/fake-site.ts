import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { OembedProvider } from "../pages/open-page-reader.ts";

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

export const page = (head: string): string =>
  `<!doctype html><html><head>${head}</head><body><title>not this</title></body></html>`;

export type FakeSite = {
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
export async function startFakeSite(): Promise<FakeSite> {
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
