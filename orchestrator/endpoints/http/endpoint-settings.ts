import type { Limits } from "../access/rate-limit.ts";

/** What an operator decides about the endpoints. */
export type EndpointSettings = {
  /** The address that is listened on. */
  host: string;
  /** Names beside those of this machine by which clients may call us. */
  allowedHosts: readonly string[];
  /** Origins of web pages beside those of this machine that may call us; `*` is any. */
  corsOrigins: readonly string[];
  /** Hosts, beside this machine, on which domains may be registered at the endpoints. */
  domainHosts: readonly string[];
  /** Headers that name the session, the most telling one first. */
  sessionHeaders: readonly string[];
  /** Headers that name the user; they count only from a peer on this machine. */
  userHeaders: readonly string[];
  /** For clients of the Model Context Protocol; absent: there is no such endpoint. */
  mcp?: {
    /** What the state of an open question is signed with while a client holds it. */
    stateKey: string;
    /** Clients, as they name themselves, that are asked in text although they say that they can ask. */
    askedInText: readonly string[];
  };
  /** How much is taken of whom; absent: everything. */
  limits?: Limits;
};
