import { digestOf } from "#shared/contracts/digest.ts";
import { userForgotten } from "#shared/contracts/native-endpoints.ts";
import { reason } from "#shared/messages/reason.ts";
import { pathPart } from "./endpoint-context.ts";
import type { EndpointDeps } from "./endpoint-deps.ts";
import { HttpError } from "./http-error.ts";
import { userOf } from "./identity.ts";
import type { Route } from "./route.ts";

/** What is kept of people, for whoever has to delete it. */
export const userRoutes = ({ deps, audit, settings }: EndpointDeps): Route[] => [
  {
    method: "DELETE",
    path: "/v1/users/:id",
    right: "users:write",
    tag: "users",
    summary: "Delete everything that is kept of a user; what domains keep of them stays there",
    answer: userForgotten,
    handle: async (context) => {
      const user_id = pathPart(context, "id");
      const { store, files } = deps;
      const { runs } = await store.runs.list({ user_id }, 1, undefined, { status: "running" });
      const [running] = runs;
      if (running !== undefined)
        throw new HttpError(409, reason("user_busy", { run: running.run_id, user: user_id }));
      const forgotten = digestOf(user_id);
      await audit.append({ what: "user_forgotten", user_id: userOf(context, settings), forgotten });
      await store.personal.forget({ user_id });
      await files.forget({ user_id });
      return context.json({ user_id, forgotten: true });
    },
  },
];
