import { z } from "zod";
import { because } from "../messages/reason.ts";

/** Where a service is: calls go to `<url>/execute` and nowhere else. */
export const serviceUrl = z
  .string()
  .refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ""), {
    ...because("must_be_http"),
    abort: true,
  })
  .refine((text) => !/[@?#\s]/.test(text), because("address_and_path_only"));
