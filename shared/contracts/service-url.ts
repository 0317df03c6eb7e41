import { z } from "zod";

/** Where a service is: calls go to `<url>/execute` and nowhere else. */
export const serviceUrl = z
  .string()
  .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ""), {
    error: "must be an http:// or https:// address",
    abort: true,
  })
  .refine((text) => !/[@?#\s]/.test(text), {
    error: "must be an address and a path, without login, query, fragment or blanks",
  });
