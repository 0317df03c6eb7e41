import { z } from "zod";
import { reason } from "#shared/messages/reason.ts";
import { pathPart, type Route } from "./endpoint.ts";
import type { EndpointDeps } from "./endpoint-deps.ts";
import { HttpError } from "./http-error.ts";
import { statedUser } from "./identity.ts";

/** Types a browser may show; anything else is only ever downloaded. */
const SHOWN = new Set(["image/png", "image/jpeg", "image/gif", "image/webp", "application/pdf"]);

const fileQuery = z.strictObject({
  signature: z
    .string()
    .max(100)
    .optional()
    .describe("The signature of a link that opens without credentials."),
});

/** Files that steps made, for their owner until the link expires. */
export const fileRoutes = ({ deps, settings }: EndpointDeps): Route[] => [
  {
    method: "GET",
    path: "/v1/files/:id",
    right: "files:read",
    summary: "A file made by a step, at the link from the answer; for its owner only",
    query: fileQuery,
    answer: "file",
    // A browser that shows a picture of an answer says of no one who it is.
    opensWithout: (context) =>
      deps.files.isSigned(pathPart(context, "id"), context.req.query("signature") ?? ""),
    handle: async (context) => {
      const user_id = statedUser(context, settings);
      const owner = user_id === undefined ? "anybody" : { user_id };
      const file = await deps.files.find(owner, pathPart(context, "id"));
      if (file === undefined) throw new HttpError(404, reason("file_not_found"));
      const disposition = SHOWN.has(file.media_type) ? "inline" : "attachment";
      return context.body(new Uint8Array(file.bytes), 200, {
        "content-type": file.media_type,
        "content-disposition": `${disposition}; filename*=UTF-8''${encodeURIComponent(file.name.toWellFormed())}`,
        "cache-control": "private, max-age=3600",
        vary: "Authorization",
        // A picture with scripts in it (SVG) must not run them on our origin.
        "content-security-policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'",
        "x-content-type-options": "nosniff",
      });
    },
  },
];
