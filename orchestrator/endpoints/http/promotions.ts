import {
  exampleGiven,
  givenExample,
  proposalAcceptance,
  proposalProgress,
  proposalRejected,
  proposalsResponse,
} from "#shared/contracts/promotion.ts";
import { reason } from "#shared/messages/reason.ts";
import { pathPart, type Route } from "./endpoint.ts";
import type { EndpointDeps } from "./endpoint-deps.ts";
import { HttpError, refusing } from "./http-error.ts";
import { readBody } from "./read-body.ts";

/** What people said that may become examples of its goals: the operator decides. */
export const promotionRoutes = ({ promotion }: EndpointDeps): Route[] => [
  {
    method: "GET",
    path: "/v1/promotions",
    right: "utterances:read",
    summary:
      "Sentences that only a model or a question settled, and those not understood; they wait for the operator",
    answer: proposalsResponse,
    handle: async (context) => context.json(await promotion.list()),
  },
  {
    method: "POST",
    path: "/v1/promotions",
    right: "promotions:write",
    summary: "Add a sentence as an example of a goal, unless it does harm; takes seconds",
    body: givenExample,
    answer: exampleGiven,
    handle: async (context) => {
      const { unclear, ...given } = await readBody(context, givenExample);
      const { digest } = await promotion.give(given, unclear).catch(refuse);
      return context.json({ ...given, digest });
    },
  },
  {
    method: "POST",
    path: "/v1/promotions/:id/accept",
    right: "promotions:write",
    summary:
      "Add this example to the goal, or another wording of it, unless it does harm; 202 at once, then it is tested in the background",
    body: proposalAcceptance,
    answer: proposalProgress,
    handle: async (context) => {
      const id = pathPart(context, "id");
      const { example } = await readBody(context, proposalAcceptance);
      const begun = await promotion.begin(id, example).catch(refuse);
      if (begun === undefined) throw notWaiting(id);
      return context.json(begun, 202);
    },
  },
  {
    method: "GET",
    path: "/v1/promotions/:id",
    right: "utterances:read",
    summary: "Whether a proposal is waiting, being tested, accepted or refused, and why",
    answer: proposalProgress,
    handle: async (context) => {
      const id = pathPart(context, "id");
      const progress = await promotion.progressOf(id);
      if (progress === undefined) throw notWaiting(id);
      return context.json(progress);
    },
  },
  {
    method: "POST",
    path: "/v1/promotions/:id/reject",
    right: "promotions:write",
    summary: "Never propose this sentence again; its words are deleted",
    answer: proposalRejected,
    handle: async (context) => {
      const id = pathPart(context, "id");
      if (!(await promotion.reject(id).catch(refuse))) throw notWaiting(id);
      return context.json({ id, rejected: true });
    },
  },
];

const notWaiting = (id: string) => new HttpError(404, reason("proposal_not_found", { id }));

const refuse = refusing({ PROMOTION_REFUSED: 409 }, "example");
