import type { Watch } from "../http/idempotency.ts";
import { NotConfiguredError } from "../openai/not-configured-error.ts";
import type { Ready, Replier } from "../openai/replier.ts";

/**
 * In front of a model an answer begins before anything of it is told: only then is it known whose it is.
 * Errors: NotConfiguredError; as the replier's own
 */
export const beginningAhead =
  (replier: Replier): Replier =>
  async (context, asked) => {
    const ready = await replier(context, asked);
    return context.get("inFront") === undefined ? ready : begunAhead(ready);
  };

type Told = Parameters<Watch>;

/** Until something went well, or is told in words, it may still be another's. */
const isOurs = ([event]: Told): boolean =>
  event.type === "words" || (event.type === "step_finished" && event.step.status === "success");

async function begunAhead(ready: Ready): Promise<Ready> {
  const held: Told[] = [];
  let watch: Watch = (...told) => void held.push(told);
  const ours = Promise.withResolvers<undefined>();
  const reply = ready.run((...told) => {
    watch(...told);
    if (isOurs(told)) ours.resolve(undefined);
  });
  // Any other failure is told as it is elsewhere, by whoever waits for the reply.
  const failed = reply.then(
    () => undefined,
    (error: unknown) => error,
  );
  const error = await Promise.race([failed, ours.promise]);
  if (error instanceof NotConfiguredError) throw error;
  return {
    ...ready,
    run(next) {
      for (const told of held.splice(0)) next(...told);
      watch = next;
      return reply;
    },
  };
}
