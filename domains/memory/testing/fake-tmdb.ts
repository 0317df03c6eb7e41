import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Answers of TMDB as they were recorded, cut to two results; the second Inception is the sample's. */
const inception = {
  page: 1,
  results: [
    {
      adult: false,
      backdrop_path: "/8ZTVqvKDQ8emSGUEMjsS4yHAwrp.jpg",
      genre_ids: [28, 878, 12],
      id: 27205,
      original_language: "en",
      original_title: "Inception",
      overview:
        "Cobb, um ladrão habilidoso que comete espionagem corporativa infiltrando-se no subconsciente...",
      popularity: 83.952,
      poster_path: "/9e3Dz7aCANy5aRUQF745IlNloJ1.jpg",
      release_date: "2010-07-15",
      title: "A Origem",
      video: false,
      vote_average: 8.369,
      vote_count: 36000,
    },
    {
      adult: false,
      backdrop_path: null,
      genre_ids: [],
      id: 12345,
      original_language: "en",
      original_title: "Inception",
      overview: "",
      popularity: 0.6,
      poster_path: null,
      release_date: "2014-01-01",
      title: "Inception",
      video: false,
      vote_average: 0,
      vote_count: 0,
    },
  ],
  total_pages: 1,
  total_results: 2,
};
const breakingBad = {
  page: 1,
  results: [
    {
      adult: false,
      backdrop_path: "/9faGSFi5jam6pDWGNd0p8JcJgXQ.jpg",
      genre_ids: [18, 80],
      id: 1396,
      origin_country: ["US"],
      original_language: "en",
      original_name: "Breaking Bad",
      overview: "Ao saber que tem câncer, um professor passa a fabricar metanfetamina...",
      popularity: 298.884,
      poster_path: "/30erzlzIOtOK3k3T3BAl1GiVMP1.jpg",
      first_air_date: "2008-01-20",
      name: "Breaking Bad: A Química do Mal",
      vote_average: 8.9,
      vote_count: 12000,
    },
  ],
  total_pages: 1,
  total_results: 1,
};
const nothing = { page: 1, results: [], total_pages: 1, total_results: 0 };

const failures = {
  401: {
    status_code: 7,
    status_message: "Invalid API key: You must be granted a valid key.",
    success: false,
  },
  404: {
    success: false,
    status_code: 34,
    status_message: "The resource you requested could not be found.",
  },
  429: {
    status_code: 25,
    status_message: "Your request count (41) is over the allowed limit of (40).",
  },
  503: { status_code: 9, status_message: "Service offline: This service is temporarily offline." },
};

/** How the next answers fail: with a status, with something that is no answer, or never. */
export type TmdbFault = keyof typeof failures | "html" | "other_shape" | "silence" | "hang_up";

export type FakeTmdb = {
  url: string;
  /** The requests so far: path with query, and the authorization header where there was one. */
  asked: { path: string; query: URLSearchParams; authorization: string | undefined }[];
  fault: TmdbFault | undefined;
  close(): void;
};

export const TMDB_KEY = "0123456789abcdef0123456789abcdef";

/** TMDB's search on loopback: it knows "inception" and "breaking bad" and demands a key. */
export async function startFakeTmdb(): Promise<FakeTmdb> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://tmdb");
    const { authorization } = request.headers;
    fake.asked.push({ path: pathname, query: searchParams, authorization });
    const answer = (status: number, body: unknown) => {
      response.writeHead(status, { "content-type": "application/json;charset=utf-8" });
      response.end(JSON.stringify(body));
    };
    const { fault } = fake;
    if (fault === "silence") return;
    if (fault === "hang_up") return void request.socket.destroy();
    if (fault === "html") return void response.end("<html>Just a moment...</html>");
    if (fault === "other_shape") return answer(200, { results: [{ id: "27205" }] });
    if (fault !== undefined) return answer(fault, failures[fault]);
    const hasKey = searchParams.get("api_key") === TMDB_KEY || authorization !== undefined;
    if (!hasKey) return answer(401, failures[401]);
    const words = searchParams.get("query")?.toLowerCase() ?? "";
    if (pathname === "/3/search/movie")
      return answer(200, /inception|origem/.test(words) ? inception : nothing);
    if (pathname === "/3/search/tv")
      return answer(200, words.includes("breaking") ? breakingBad : nothing);
    return answer(404, failures[404]);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const fake: FakeTmdb = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/3`,
    asked: [],
    fault: undefined,
    close: () => server.close().closeAllConnections(),
  };
  return fake;
}
