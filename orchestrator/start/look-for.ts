import { canonicalJson } from "#shared/contracts/json.ts";
import type { Schedule } from "#shared/contracts/schedule.ts";
import { brokenPromises } from "../standing/promises.ts";
import type { Look, Share } from "../standing/scheduler-deps.ts";
import type { RightsNow } from "../turn/standing/carry-out-occurrence.ts";
import { look, planOfLook } from "../turn/standing/look.ts";
import type { TurnDeps } from "../turn/turn-deps.ts";

/** Looks for a schedule, with the rights that its owner has now, at what the manifests promise now. */
export const lookFor =
  (deps: TurnDeps, rightsNow: RightsNow) =>
  async (schedule: Schedule, share: Share): Promise<Look> => {
    const { timing } = schedule;
    if (timing.kind !== "when") return undefined;
    const rights = await rightsNow(schedule);
    if (rights === "gone") return { pause: { why: "rights", detail: "" } };
    const looked = { ...schedule, watch: timing.watch };
    const plan = planOfLook(looked, deps, rights.mayUse);
    const { domain, goal } = timing.watch;
    if (plan === undefined) {
      // A domain that is not there may come back; a goal that is gone, or closed to its owner, does not.
      const { catalogue } = deps.current();
      return catalogue.manifests.has(domain)
        ? { pause: { why: "changed", detail: goal } }
        : undefined;
    }
    const broken = brokenPromises(schedule, plan, deps.current().catalogue);
    if (broken.length > 0) return { pause: { why: "changed", detail: broken.join(", ") } };
    return share(sharedKey(schedule, deps), () => look(looked, deps, rights.mayUse));
  };

/** Equal looks are one: of everybody where the manifest says that the answer is public, else of one owner. */
function sharedKey({ user_id, timing, locale }: Schedule, deps: Pick<TurnDeps, "current">): string {
  if (timing.kind !== "when") return user_id;
  const { domain, goal, entities, value } = timing.watch;
  const { catalogue } = deps.current();
  const capability = catalogue.goal(domain, goal)?.spec.capability;
  const scope =
    capability === undefined ? "user" : catalogue.capability(domain, capability)?.spec.cache_scope;
  return canonicalJson([scope === "public" ? "" : user_id, domain, goal, entities, value, locale]);
}
